// A person's sitting: the documents in hand, the answers given, and which of them can be taken back. Every step is in the
// browser's store before it is on the page. Nothing is painted here.

import * as server from "./server.js";
import { problem } from "./words.js";
import { Queue } from "./queue.js";
import { memory, small } from "./store.js";

const AHEAD = 4; // documents beyond the one on the page: with it, five answers fit into a lost connection
const AT_ONCE = 3; // documents asked for in one call
const BACK = 20; // documents whose answers can still be taken back
const HOLD = 20 * 60_000; // ms without activity after which a document may go to somebody else
const LOOK = 15_000; // ms until a waiting page looks again

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class Sitting {
  // changed(): something to paint. measured(): what the page knows of the reading (times, layout, share), for an answer.
  constructor(store, { changed, measured }) {
    Object.assign(this, { store, changed, measured });
    this.queue = new Queue({
      settled: (answer, reply) => this.#settle(answer, reply),
      more: (first) => this.#more(first),
      changed,
    });
    this.#forget();
  }

  #forget() {
    Object.assign(this, { owner: null, person: "", campaign: "", hand: [], past: [], answers: [], facts: {}, state: null });
    Object.assign(this, { told: null, over: null, consent: "", reason: null, outcomes: [], completion: null }); // of the way to judging, and its end
    Object.assign(this, { holdback: null, kept: [] }); // kept: what was in hand and may be another's by now
  }

  // As it was left in this browser; then what the server says.
  async begin() {
    const owner = small.get("owner");
    if (owner) await this.#read(owner);
    if (Date.now() - (small.get("renewed") ?? 0) > HOLD) Object.assign(this, { kept: this.hand, hand: [] });
    this.queue.start();
  }

  async #read(owner) {
    const rows = await this.store.of(owner);
    const open = rows.tasks.filter((record) => record.answered === null).sort((a, b) => a.rank - b.rank);
    const past = rows.tasks.filter((record) => record.answered !== null).sort((a, b) => a.answered - b.answered);
    const answers = rows.answers.sort((a, b) => a.n - b.n);
    [this.person, this.campaign] = owner.split("\n");
    Object.assign(this, { owner, hand: open, past, answers, state: null });
    this.facts = Object.fromEntries(rows.facts.map((fact) => [fact.name, fact.value]));
    this.queue.waiting = answers.filter((answer) => answer.state === "waiting");
    small.set("owner", owner);
  }

  get current() { return this.hand[0] ?? null; }
  get lastAnswer() { return this.answers.at(-1) ?? null; }
  get failures() { return this.answers.filter((answer) => answer.state === "refused" || answer.state === "gone"); }
  get oneAtATime() { return !this.store.keeps; }
  get stage() { return this.facts.stage ?? null; } // consent, practice, exam or judging
  get stepwise() { return this.oneAtATime || this.stage === "practice"; } // the agreed answer is told before the next
  get guidelines() { return this.facts.guidelines ?? {}; }

  fact(name, value) {
    this.facts[name] = value;
    return this.#write({ facts: [{ id: `${this.owner}\n${name}`, owner: this.owner, name, value }] });
  }

  // A browser that stops keeping things (full, cleared) is told from one that keeps them.
  async #write(put, drop) {
    try {
      await this.store.write(put, drop);
    } catch {
      if (!this.store.keeps) throw new Error("nothing can be kept");
      this.store = memory();
      await this.store.write({ tasks: [...this.hand, ...this.past], answers: this.answers });
      await this.store.write(put, drop);
    }
  }

  // Documents from the server

  async #more(first) {
    if (!first && this.facts.paused) {
      const outcome = await this.#tellPause();
      if (outcome !== server.OK || this.facts.paused) return outcome;
    }
    const wanted = (this.stepwise ? 1 : 1 + AHEAD) - this.hand.length;
    const closed = this.state !== null && this.state !== "working";
    if (!first && !this.look && (wanted <= 0 || closed || this.holdback)) return server.OK;
    this.look = false;
    const held = [...this.hand.map((record) => record.task.task), ...this.queue.waiting.map((answer) => answer.task)];
    const n = this.kept.length ? wanted : Math.min(wanted, AT_ONCE);
    const reply = await server.tasks(Math.max(1, n), [...new Set(held)]);
    if (reply.outcome === server.REFUSED || reply.outcome === server.GONE) {
      this.state = "refused";
      this.#lookLater();
      this.changed();
      return server.OK;
    }
    if (reply.outcome !== server.OK) return reply.outcome;
    this.renewed = Date.now();
    small.set("renewed", this.renewed);
    // What is more than wanted stays the server's to hand out: it comes again.
    await this.#take({ ...reply.data, tasks: reply.data.tasks.slice(0, Math.max(0, wanted)) }, new Set(held));
    return server.OK;
  }

  async #take(data, held) {
    const owner = `${data.person}\n${data.campaign}`;
    if (owner !== this.owner) {
      this.#forget();
      await this.#read(owner);
    }
    this.state = data.state;
    await this.#enter(data);
    this.role = data.role;
    const have = new Set([...held, ...this.hand.map((record) => record.task.task)]);
    const rank = Math.max(0, ...this.hand.map((record) => record.rank));
    const added = data.tasks.filter((task) => !have.has(task.task)).map((task, i) => {
      const id = `${owner}\n${task.task}`;
      const empty = { id, owner, answered: null, last: null, earlier: null, note: "", chosen: null, aside: [], ms: 0, since: null };
      return { ...(this.kept.find((record) => record.id === id) ?? empty), task, rank: rank + 1 + i };
    });
    const again = new Set(added.map((record) => record.id));
    if (data.state === "paused") this.kept = this.kept.filter((record) => !again.has(record.id)); // asked for again then
    const lost = data.state === "paused" ? [] : this.kept.filter((record) => !again.has(record.id)).map((record) => record.id);
    if (data.state !== "paused") this.kept = [];
    this.past = this.past.filter((record) => !again.has(record.id));
    await this.#write({ tasks: added }, { tasks: lost });
    await this.#guideline(data.guideline, added); // before the first paint: what stands on the buttons must not come later
    this.hand.push(...added);
    this.changed();
    if (data.state !== "working") this.#lookLater();
    else if (added.length && this.hand.length < 1 + AHEAD && !this.stepwise) this.queue.run();
  }

  // Another stage: answers of the one before can't be taken back any more.
  async #enter({ state, stage = "judging", consent, reason, outcomes, completion }) {
    Object.assign(this, { consent: consent ?? "", reason: reason ?? null, outcomes: outcomes ?? [], completion: completion ?? null });
    if (stage === this.stage) return;
    if (state === "working" && ["practice", "exam"].includes(this.stage)) this.over = this.stage;
    if (this.stage !== null) {
      const ids = this.past.map((record) => record.id);
      this.past = [];
      await this.#write({}, { tasks: ids });
    }
    await this.fact("stage", stage);
  }

  async agree() {
    const { outcome } = await server.consent();
    if (outcome === server.OK) await this.lookNow();
    return outcome === server.OK;
  }

  onward() { Object.assign(this, this.told ? { told: null } : { over: null }); }

  // What is in hand may have gone to others: the server says what is still this person's, under which keys.
  renew() {
    this.kept = this.hand;
    this.hand = [];
    this.changed();
    return this.lookNow();
  }

  async #guideline(version, added) {
    for (const needed of new Set([version, ...added.map((record) => record.task.guideline)])) {
      if (needed === undefined || needed === null || this.guidelines[needed]) continue;
      const reply = await server.guideline(needed);
      if (reply.outcome === server.OK) await this.fact("guidelines", { ...this.guidelines, [needed]: reply.data });
    }
    if (this.facts.read === undefined && version !== undefined) await this.fact("read", version);
  }

  #lookLater() {
    clearTimeout(this.looking);
    this.looking = setTimeout(() => this.lookNow(), LOOK);
  }

  // Asks the server at once, which also keeps what is in hand for this person.
  lookNow() {
    this.look = true;
    return this.queue.now();
  }

  // Answers

  // given: {answer: name} or {skip: reason}
  async answer(given) {
    const record = this.current;
    if (!record || this.busy) return false;
    this.busy = true;
    const key = record.last === null ? record.task.key : newKey();
    const answer = this.#record(record, key, given);
    const shown = { ...given, layout: answer.body.layout };
    const after = { ...record, answered: answer.n, last: key, earlier: null, chosen: null, given: shown };
    const old = this.past.slice(0, Math.max(0, this.past.length + 1 - BACK));
    const forgotten = this.answers.filter((one) => one.state === "saved" && old.some((was) => was.task.task === one.task));
    await this.#write({ tasks: [after], answers: [answer] },
      { tasks: old.map((was) => was.id), answers: forgotten.map((one) => one.key) });
    this.answers = [...this.answers.filter((one) => !forgotten.includes(one)), answer];
    this.past = [...this.past.slice(old.length), after];
    if (this.stepwise) this.holdback = key;
    else this.hand.shift();
    this.queue.add(answer);
    this.busy = false;
    return true;
  }

  async undo() {
    const record = this.past.at(-1);
    if (!record || this.busy || this.holdback) return false;
    this.busy = true;
    this.told = null;
    const key = newKey();
    const answer = this.#record(record, key, { answer: null });
    const before = this.current;
    const again = { ...record, answered: null, last: key, earlier: record.given, rank: (before?.rank ?? 1) - 1 };
    await this.#write({ tasks: before ? [again, before] : [again], answers: [answer] });
    this.answers.push(answer);
    this.past.pop();
    this.hand.unshift(again);
    this.queue.add(answer);
    this.busy = false;
    return true;
  }

  #record(record, key, given) {
    const { task } = record;
    const away = given.answer === null ? { ms_active: 0, ms_wall: 0, share_seen: 0 } : {};
    const body = { task: task.task, ...given, ...this.measured(), ...away, guideline: task.guideline, client_time: new Date().toISOString() };
    if (record.last !== null) body.replaces = record.last;
    if (record.note && given.answer !== null) body.note = record.note;
    if (record.aside?.length && given.answer !== null) body.aside = record.aside;
    const n = Math.max(0, ...this.answers.map((answer) => answer.n)) + 1;
    return { key, owner: this.owner, n, task: task.task, kind: task.kind, place: task.place, query: task.query, body, state: "waiting" };
  }

  // What goes with an answer that is yet to come: a note, what is chosen and set aside in a list.
  async keep(values) {
    if (!this.current) return;
    Object.assign(this.current, values);
    await this.#write({ tasks: [this.current] });
  }

  async #settle(answer, reply) {
    if (answer.owner !== this.owner) return;
    if (reply.outcome === server.OK) Object.assign(answer, { state: "saved", entry: reply.data.entry, time: reply.data.time });
    else if (reply.outcome === server.GONE) answer.state = "gone";
    else Object.assign(answer, { state: "refused", problem: problem(reply.status) });
    if (reply.data?.agreed && this.holdback === answer.key) this.told = { body: answer.body, agreed: reply.data.agreed, record: this.hand[0] };
    const drop = { tasks: [] };
    if (answer.state !== "saved") {
      const lost = (record) => record.task.task === answer.task;
      drop.tasks = [...this.past, ...this.hand].filter(lost).map((record) => record.id);
      if (this.hand.slice(0, 1).some(lost)) this.taken = answer.state === "gone" && this.holdback === null;
      this.past = this.past.filter((record) => !lost(record));
      this.hand = this.hand.filter((record) => !lost(record));
    } else if (this.holdback === answer.key) this.hand.shift();
    if (this.holdback === answer.key) this.holdback = null;
    await this.#write({ answers: [answer] }, drop);
    this.changed();
  }

  // The person has read of a refused answer and lets it go.
  async letGo(answer) {
    this.answers = this.answers.filter((one) => one !== answer);
    await this.#write({}, { answers: [answer.key] });
    this.changed();
  }

  // A person who pauses holds nothing, so the server hears of it after the last answer. `paused` is a word: "asked" for,
  // "telling" the server, who may know or not, "told", or "ending". What was pressed last holds.
  pause() {
    const told = this.fact("paused", "asked");
    this.lookNow();
    return told;
  }

  resume() {
    const kept = this.fact("paused", this.facts.paused === "asked" ? false : "ending");
    this.lookNow();
    return kept;
  }

  async #tellPause() {
    if (this.facts.paused === "told") return server.OK;
    const ends = this.facts.paused === "ending";
    if (!ends) await this.fact("paused", "telling");
    const { outcome } = await server.pause(!ends);
    if (outcome === server.AWAY || outcome === server.EXPIRED) return outcome;
    if (ends) Object.assign(this, { kept: this.hand, hand: [], look: true });
    if (this.facts.paused === (ends ? "ending" : "telling")) await this.fact("paused", ends ? false : "told");
    this.changed();
    return server.OK;
  }

  async leave() {
    await this.queue.now();
    if (this.queue.waiting.length) return false;
    const reply = await server.leave();
    if (reply.outcome !== server.OK) return false;
    const ids = this.hand.map((record) => record.id);
    this.hand = [];
    await this.#write({}, { tasks: ids });
    await this.fact("paused", "ending"); // who opens the link again wants to go on
    this.queue.stop();
    return true;
  }
}
