// When a break is offered: after 25 minutes in one go, at a query's end, or after 60 answers.

const LONG = 25 * 60_000; // ms
const SITTING = 60; // answers

export class Breaks {
  constructor() {
    this.rested();
  }

  rested() {
    Object.assign(this, { due: false, given: 0, since: Date.now() });
  }

  get long() {
    return Date.now() - this.since > LONG;
  }

  // An answer is given, and what comes next is of another query or of the same.
  answered(another) {
    this.given += 1;
    this.due = this.given >= SITTING || (this.long && another);
  }
}
