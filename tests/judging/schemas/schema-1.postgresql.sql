CREATE TABLE made (
	application SERIAL NOT NULL, 
	schema INTEGER NOT NULL, 
	PRIMARY KEY (application)
);
CREATE TABLE text (
	kind TEXT NOT NULL, 
	id TEXT NOT NULL, 
	sha256 TEXT NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (kind, id)
);
CREATE TABLE task (
	id TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	query TEXT NOT NULL, 
	docs TEXT NOT NULL, 
	wanted INTEGER NOT NULL, 
	why TEXT NOT NULL, 
	probability FLOAT, 
	answered INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (number)
);
CREATE INDEX task_by_query ON task (query, number);
CREATE TABLE assessor (
	pseudonym TEXT NOT NULL, 
	name TEXT, 
	role TEXT NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (pseudonym), 
	UNIQUE (name)
);
CREATE TABLE log (
	entry INTEGER NOT NULL, 
	key TEXT NOT NULL, 
	time TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	assessor TEXT, 
	task TEXT, 
	body TEXT NOT NULL, 
	replaces TEXT, 
	previous_sha256 TEXT NOT NULL, 
	sha256 TEXT NOT NULL, 
	PRIMARY KEY (entry), 
	UNIQUE (key)
);
CREATE INDEX log_by_task ON log (task);
CREATE TABLE token (
	sha256 TEXT NOT NULL, 
	assessor TEXT NOT NULL, 
	PRIMARY KEY (sha256), 
	FOREIGN KEY(assessor) REFERENCES assessor (pseudonym)
);
CREATE TABLE hold (
	task TEXT NOT NULL, 
	assessor TEXT NOT NULL, 
	key TEXT NOT NULL, 
	until TEXT NOT NULL, 
	PRIMARY KEY (task, assessor), 
	FOREIGN KEY(task) REFERENCES task (id), 
	FOREIGN KEY(assessor) REFERENCES assessor (pseudonym), 
	UNIQUE (key)
);
CREATE INDEX hold_by_assessor ON hold (assessor);
CREATE TABLE answer (
	task TEXT NOT NULL, 
	assessor TEXT NOT NULL, 
	entry INTEGER NOT NULL, 
	key TEXT NOT NULL, 
	is_answer INTEGER NOT NULL, 
	PRIMARY KEY (task, assessor), 
	FOREIGN KEY(task) REFERENCES task (id), 
	FOREIGN KEY(assessor) REFERENCES assessor (pseudonym)
);
CREATE INDEX answer_by_assessor ON answer (assessor);
CREATE FUNCTION log_refuses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'an entry of the log is never changed'; END $$;
CREATE TRIGGER log_rows BEFORE UPDATE OR DELETE ON log FOR EACH ROW EXECUTE FUNCTION log_refuses();
CREATE TRIGGER log_all BEFORE TRUNCATE ON log FOR EACH STATEMENT EXECUTE FUNCTION log_refuses();
INSERT INTO assessor VALUES ('p-2f8482', 'Ann', 'assessor', 'working');
INSERT INTO assessor VALUES ('p-43c678', 'Ben', 'assessor', 'working');
INSERT INTO assessor VALUES ('p-143215', NULL, 'assessor', 'paused');
INSERT INTO log VALUES (1, 'campaign', '2026-11-23T20:00:57.650Z', 'campaign', NULL, NULL, '{"guideline":"","order":"rank","points":[[0,"Irrelevant","Nothing in the passage helps with the query."],[1,"Related","The subject is the same, but the query stays unanswered."],[2,"Highly relevant","It answers the query in part, or one has to look for the answer in it."],[3,"Perfectly relevant","It is about this query, and the whole answer stands in it."]],"scale":"trec-passage","seed":0}', NULL, '0000000000000000000000000000000000000000000000000000000000000000', '4dfa1e987740578601b61197adbcb1162ca0e8398671458fcd5c90f538811f97');
INSERT INTO log VALUES (2, 'task:2ff32a0c0c85596b', '2026-11-23T20:00:57.653Z', 'task', NULL, '2ff32a0c0c85596b', '{"docs":["d1"],"docs_sha256":["4922ebd666369c844e75293969b901d7a913cdef9f59f1ea2e347373f1efbfeb"],"kind":"graded","probability":null,"query":"q1","query_sha256":"5ac24a74b57fb94b046afcc74e3179678be084f79469ca83146f71e889fd1cdb","wanted":2,"why":"pool"}', NULL, '4dfa1e987740578601b61197adbcb1162ca0e8398671458fcd5c90f538811f97', '002b19b9e839f1da65ee760e23ffd547b09a3fa5bbd319e3c1c089963128e07c');
INSERT INTO log VALUES (3, 'task:43d96e477d7aa9ce', '2026-11-23T20:00:57.654Z', 'task', NULL, '43d96e477d7aa9ce', '{"docs":["d2"],"docs_sha256":["24bbedb2c5b670057133c4624ec076689afb0dbc90003b3195eddf2d68ceb312"],"kind":"graded","probability":null,"query":"q1","query_sha256":"5ac24a74b57fb94b046afcc74e3179678be084f79469ca83146f71e889fd1cdb","wanted":2,"why":"pool"}', NULL, '002b19b9e839f1da65ee760e23ffd547b09a3fa5bbd319e3c1c089963128e07c', '3569d0314515ef1ecc79be165f2a475002e11ca3a2b9c3ee39505b96179263ed');
INSERT INTO log VALUES (4, 'task:73110df8dd172079', '2026-11-23T20:00:57.654Z', 'task', NULL, '73110df8dd172079', '{"docs":["d3"],"docs_sha256":["9c5e65ac698e66862dfa55df3130b750959146a2fa2132bbfa31ee87bb47a601"],"kind":"graded","probability":null,"query":"q2","query_sha256":"0c278ec39680f7def247490d6b261703ef54a811ecd4dca15008ab2bc18613ab","wanted":2,"why":"pool"}', NULL, '3569d0314515ef1ecc79be165f2a475002e11ca3a2b9c3ee39505b96179263ed', '29eacdf0e2b7b1c16df019286fc6916d3adb130ed26b40619f702bc7e93c332d');
INSERT INTO log VALUES (5, 'task:9ffd2eb5465c76f7', '2026-11-23T20:00:57.655Z', 'task', NULL, '9ffd2eb5465c76f7', '{"docs":["d1"],"docs_sha256":["4922ebd666369c844e75293969b901d7a913cdef9f59f1ea2e347373f1efbfeb"],"kind":"graded","probability":null,"query":"q2","query_sha256":"0c278ec39680f7def247490d6b261703ef54a811ecd4dca15008ab2bc18613ab","wanted":2,"why":"pool"}', NULL, '29eacdf0e2b7b1c16df019286fc6916d3adb130ed26b40619f702bc7e93c332d', '8266f4def82483e03fcaeb7828098023ebdd01394d343d2bcaa0bc9ff1790b45');
INSERT INTO log VALUES (6, 'assessor:p-2f8482', '2026-11-23T20:00:57.656Z', 'assessor', 'p-2f8482', NULL, '{"role":"assessor"}', NULL, '8266f4def82483e03fcaeb7828098023ebdd01394d343d2bcaa0bc9ff1790b45', '93628960bc4f4c872cc0c5a3850ed505c614a55905b6f4448bb33e4bb25ab63b');
INSERT INTO log VALUES (7, 'assessor:p-43c678', '2026-11-23T20:00:57.658Z', 'assessor', 'p-43c678', NULL, '{"role":"assessor"}', NULL, '93628960bc4f4c872cc0c5a3850ed505c614a55905b6f4448bb33e4bb25ab63b', '282e9f2e8dd757938e17e2a862132152140b6289366d6b8cdf084fa2acb74b0f');
INSERT INTO log VALUES (8, 'assessor:p-143215', '2026-11-23T20:00:57.660Z', 'assessor', 'p-143215', NULL, '{"role":"assessor"}', NULL, '282e9f2e8dd757938e17e2a862132152140b6289366d6b8cdf084fa2acb74b0f', 'c8148ac03be95b624a79f4b669daacfadced7e36ca4a5852c4f59dca2de59ef4');
INSERT INTO log VALUES (9, '641e43f6f45f70138ef6355d', '2026-11-23T20:00:57.668Z', 'answer', 'p-2f8482', '2ff32a0c0c85596b', '{"answer":"Related","note":"“short”"}', NULL, 'c8148ac03be95b624a79f4b669daacfadced7e36ca4a5852c4f59dca2de59ef4', '3e92648004c43dabe2029ad9978c154d113e983004f33a13490d2d6814cf4a80');
INSERT INTO log VALUES (10, '518c7ea75f6dd67e2ff85128', '2026-11-23T20:00:57.671Z', 'skip', 'p-2f8482', '43d96e477d7aa9ce', '{"skip":"not my language"}', NULL, '3e92648004c43dabe2029ad9978c154d113e983004f33a13490d2d6814cf4a80', '08c6d2fc0f326c86d98b32506417d5eeb1975e10007c5619e7f2a072601427c4');
INSERT INTO log VALUES (11, 'second-key-1', '2026-11-23T20:00:57.673Z', 'answer', 'p-2f8482', '2ff32a0c0c85596b', '{"answer":"Perfectly relevant"}', '641e43f6f45f70138ef6355d', '08c6d2fc0f326c86d98b32506417d5eeb1975e10007c5619e7f2a072601427c4', 'd54ad95999d3e9a362ca50615c118aceda4e2953c20e2a8b034e9ecf556147b5');
INSERT INTO log VALUES (12, 'c7e16a0a26dbc8ca542e1014', '2026-11-23T20:00:57.678Z', 'answer', 'p-43c678', '2ff32a0c0c85596b', '{"answer":"Highly relevant"}', NULL, 'd54ad95999d3e9a362ca50615c118aceda4e2953c20e2a8b034e9ecf556147b5', 'd972e16f72e949b7a6e7a79253c10159e3bb16c331872e4efac9413936fb3c58');
INSERT INTO log VALUES (13, 'd290443185822008db5cd5cc', '2026-11-23T20:00:57.680Z', 'answer', 'p-43c678', '73110df8dd172079', '{"answer":"Irrelevant"}', NULL, 'd972e16f72e949b7a6e7a79253c10159e3bb16c331872e4efac9413936fb3c58', 'b90fd660184a2b7fdcd0b2ac2192be920ba9eb053f66cf6871641f17ced53f36');
INSERT INTO log VALUES (14, 'taken-back-1', '2026-11-23T20:00:57.682Z', 'answer', 'p-43c678', '73110df8dd172079', '{"answer":null}', 'd290443185822008db5cd5cc', 'b90fd660184a2b7fdcd0b2ac2192be920ba9eb053f66cf6871641f17ced53f36', 'ac97ae02230ae694f404690af53698cd9464080199be6266c29ade46ecfd8e50');
INSERT INTO log VALUES (15, 'pause:aa6e944438d718d030fd408f6b50fde3b810b245f00ccf81', '2026-11-23T20:00:57.684Z', 'pause', 'p-143215', NULL, '{"state":"paused"}', NULL, 'ac97ae02230ae694f404690af53698cd9464080199be6266c29ade46ecfd8e50', 'f6ff2a19da8c2fb4818977c914fbfee64293288b0997b2ffb7f6f5325f3bb856');
INSERT INTO log VALUES (16, 'origin:1fdad1b3f3e5ebf882ba0424', '2026-11-23T20:00:57.687Z', 'origin', NULL, NULL, '{"origin":"http://127.0.0.1:9000"}', NULL, 'f6ff2a19da8c2fb4818977c914fbfee64293288b0997b2ffb7f6f5325f3bb856', '321d71c8840c3fbc28f15495b82a868c5fed4c20d4ca2ed0fb7df0eda8ab6de3');
INSERT INTO made VALUES (1769103731, 1);
INSERT INTO task VALUES ('2ff32a0c0c85596b', 1, 'graded', 'q1', '["d1"]', 2, 'pool', NULL, 2);
INSERT INTO task VALUES ('43d96e477d7aa9ce', 2, 'graded', 'q1', '["d2"]', 2, 'pool', NULL, 0);
INSERT INTO task VALUES ('73110df8dd172079', 3, 'graded', 'q2', '["d3"]', 2, 'pool', NULL, 0);
INSERT INTO task VALUES ('9ffd2eb5465c76f7', 4, 'graded', 'q2', '["d1"]', 2, 'pool', NULL, 0);
INSERT INTO text VALUES ('query', 'q1', '5ac24a74b57fb94b046afcc74e3179678be084f79469ca83146f71e889fd1cdb', 'what makes bread rise');
INSERT INTO text VALUES ('query', 'q2', '0c278ec39680f7def247490d6b261703ef54a811ecd4dca15008ab2bc18613ab', 'how tall is a giraffe');
INSERT INTO text VALUES ('doc', 'd1', '4922ebd666369c844e75293969b901d7a913cdef9f59f1ea2e347373f1efbfeb', 'Yeast eats sugar and gives off gas, which lifts the dough.');
INSERT INTO text VALUES ('doc', 'd2', '24bbedb2c5b670057133c4624ec076689afb0dbc90003b3195eddf2d68ceb312', 'Bread is sold by weight.');
INSERT INTO text VALUES ('doc', 'd3', '9c5e65ac698e66862dfa55df3130b750959146a2fa2132bbfa31ee87bb47a601', 'A giraffe may be five and a half metres tall.');
INSERT INTO answer VALUES ('43d96e477d7aa9ce', 'p-2f8482', 10, '518c7ea75f6dd67e2ff85128', 0);
INSERT INTO answer VALUES ('2ff32a0c0c85596b', 'p-2f8482', 11, 'second-key-1', 1);
INSERT INTO answer VALUES ('2ff32a0c0c85596b', 'p-43c678', 12, 'c7e16a0a26dbc8ca542e1014', 1);
INSERT INTO hold VALUES ('73110df8dd172079', 'p-2f8482', '1d19a81dd2cb82ae63e45a7e', '2026-11-23T20:20:57.661Z');
INSERT INTO hold VALUES ('43d96e477d7aa9ce', 'p-43c678', 'e71e3efd5fb3a2b6e67c636e', '2026-11-23T20:20:57.674Z');
INSERT INTO hold VALUES ('9ffd2eb5465c76f7', 'p-43c678', '651b8de7a3e3795e79259728', '2026-11-23T20:20:57.674Z');
INSERT INTO hold VALUES ('73110df8dd172079', 'p-43c678', 'ccf7b3965b2e92a6f1b504ff', '2026-11-23T20:20:57.682Z');
INSERT INTO token VALUES ('84633e35b5c523c512b1f51861969720fa8d26138f1e40bb2faa0c5a2aa59801', 'p-2f8482');
INSERT INTO token VALUES ('8f9e0c10d8c009bec65350349edcb5b16b4db1f8a28a5a0788c7696eb8af7bbb', 'p-43c678');
