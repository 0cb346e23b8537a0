// What stays in this browser: documents in hand, answers, the guideline. Nothing is sent from here.
// Every record has an owner, the person and campaign that it belongs to; nobody reads another owner's records.

const NAME = "irassay-judging";
const SHELVES = { tasks: "id", answers: "key", facts: "id" };

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const openDatabase = () => {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    for (const [shelf, keyPath] of Object.entries(SHELVES)) {
      request.result.createObjectStore(shelf, { keyPath }).createIndex("owner", "owner");
    }
  };
  return done(request);
};

class Database {
  constructor(database) {
    this.keeps = true;
    this.database = database;
    // A later version of the page may need another shape: it must not wait for this tab.
    database.onversionchange = () => database.close();
  }

  of(owner) {
    const shelves = Object.keys(SHELVES);
    const reading = this.database.transaction(shelves, "readonly");
    return Promise.all(shelves.map((shelf) => done(reading.objectStore(shelf).index("owner").getAll(owner))))
      .then((rows) => Object.fromEntries(shelves.map((shelf, i) => [shelf, rows[i]])));
  }

  // One transaction: all of it is kept, or nothing.
  write(put, drop = {}) {
    const shelves = [...new Set([...Object.keys(put), ...Object.keys(drop)])];
    return new Promise((resolve, reject) => {
      const writing = this.database.transaction(shelves, "readwrite");
      writing.oncomplete = () => resolve();
      writing.onerror = writing.onabort = () => reject(writing.error ?? new Error("the browser kept nothing"));
      for (const [shelf, rows] of Object.entries(put)) rows.forEach((row) => writing.objectStore(shelf).put(row));
      for (const [shelf, keys] of Object.entries(drop)) keys.forEach((key) => writing.objectStore(shelf).delete(key));
    });
  }
}

class Memory {
  constructor() {
    this.keeps = false;
    this.shelves = Object.fromEntries(Object.keys(SHELVES).map((shelf) => [shelf, new Map()]));
  }

  async of(owner) {
    const own = (shelf) => [...shelf.values()].filter((row) => row.owner === owner);
    return Object.fromEntries(Object.entries(this.shelves).map(([name, shelf]) => [name, own(shelf)]));
  }

  async write(put, drop = {}) {
    for (const [shelf, rows] of Object.entries(put)) {
      rows.forEach((row) => this.shelves[shelf].set(row[SHELVES[shelf]], structuredClone(row)));
    }
    for (const [shelf, keys] of Object.entries(drop)) keys.forEach((key) => this.shelves[shelf].delete(key));
  }
}

// The browser's database, or the memory of this tab where the browser keeps nothing; `keeps` says which.
export async function openStore() {
  try {
    const store = new Database(await openDatabase());
    await store.write({ facts: [{ id: "try", owner: "try" }] }, { facts: ["try"] });
    return store;
  } catch {
    return new Memory();
  }
}

export const memory = () => new Memory();

// Small facts that the page needs at once, before a database is open. Lost without harm.
export const small = {
  get(name) {
    try { return JSON.parse(localStorage.getItem(`irassay-${name}`)); } catch { return null; }
  },
  set(name, value) {
    try { localStorage.setItem(`irassay-${name}`, JSON.stringify(value)); } catch { /* the browser keeps nothing */ }
  },
};
