// One text on the page: as characters, never as markup. Query words are marked, direction marks are spelled out, and
// very long texts come in pieces.

const PIECE = 60_000; // characters painted at once: some 10,000 words; more would delay the next text
const FIRST = 4000; // characters painted before anything else: more than a window holds
// Marks that turn the direction of what follows: embeddings, overrides, isolates. Plain left-to-right and right-to-left
// marks stay, since Arabic and Hebrew need them.
const DIRECTIONS = {
  "\u202a": "left-to-right embedding", "\u202b": "right-to-left embedding", "\u202c": "end of embedding",
  "\u202d": "left-to-right override", "\u202e": "right-to-left override", "\u2066": "left-to-right isolate",
  "\u2067": "right-to-left isolate", "\u2068": "first-strong isolate", "\u2069": "end of isolate",
};
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;
// Words of a question that carry no subject; only English has them here, other languages mark a few words more.
const PLAIN = new Set(("a about after all am an and any are as at be been before between but by can could did do does for from had has have "
  + "how i if in into is it its me more most my no not of on or our should so some than that the their them then there these they this "
  + "those to up was we were what when where which who whom whose why will with would you your").split(" "));
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

// A text as one string, its direction marks spelled out.
export const plainText = (text) => text.replace(DIRECTION, (mark) => `[${DIRECTIONS[mark]}]`);

const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

// The words of a query that its documents may be marked with.
export function queryWords(query) {
  const parts = [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(query)];
  const own = parts.filter((part) => part.isWordLike).map((part) => part.segment.toLowerCase());
  return [...new Set(own.filter((word) => !PLAIN.has(word)))];
}

function wordPattern(terms) {
  const stems = terms.filter((term) => !UNSPACED.test(term)).map((term) => escaped(term.length > 3 ? term.replace(/s$/, "") : term));
  const inside = terms.filter((term) => UNSPACED.test(term)).map(escaped);
  const whole = stems.length ? [`(?<![\\p{L}\\p{N}])(?:${stems.join("|")})(?:e?s)?(?![\\p{L}\\p{N}])`] : [];
  const all = [...whole, ...inside];
  return all.length ? new RegExp(all.join("|"), "giu") : null;
}

// How many words, or characters where the writing has no spaces. Counted once for a text: the page counts the next one
// while the reader reads.
const counted = new Map();
export function length(text) {
  if (!counted.has(text)) {
    if (counted.size > 48) counted.clear(); // four lists of twelve
    counted.set(text, count(text));
  }
  return counted.get(text);
}

function count(text) {
  if (UNSPACED.test(text.slice(0, 2000))) return { n: text.match(/[\p{L}\p{N}]/gu)?.length ?? 0, of: "characters" };
  return { n: (text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu) ?? []).length, of: "words" };
}

export const countDirections = (text) => (text.match(DIRECTION) ?? []).length;

// Don't part the two halves of one character.
const end = (text, at) => (at < text.length && /[\udc00-\udfff]/.test(text[at]) ? at + 1 : Math.min(at, text.length));

function signs(part) {
  const nodes = [];
  let from = 0;
  for (const found of part.matchAll(DIRECTION)) {
    nodes.push(part.slice(from, found.index));
    const sign = document.createElement("span");
    sign.className = "sign";
    sign.dir = "ltr";
    sign.textContent = `[${DIRECTIONS[found[0]]}]`;
    nodes.push(sign);
    from = found.index + 1;
  }
  nodes.push(part.slice(from));
  return nodes;
}

// A short text, such as a query.
export const write = (box, text) => box.replaceChildren(...signs(text));

function nodesOf(text, pattern) {
  if (!pattern) return signs(text);
  const nodes = [];
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    nodes.push(...signs(text.slice(from, found.index)));
    const mark = document.createElement("mark");
    mark.textContent = found[0];
    nodes.push(mark);
    from = found.index + found[0].length;
  }
  nodes.push(...signs(text.slice(from)));
  return nodes;
}

// The part of a text from one place to another, with the stretches of `ranges` in it told apart.
function nodesIn(text, from, to, pattern, ranges) {
  const nodes = [];
  let at = from;
  for (const [begin, stop] of ranges) {
    const [a, b] = [Math.max(begin, at), Math.min(stop, to)];
    if (a >= b) continue;
    nodes.push(...nodesOf(text.slice(at, a), pattern));
    const stretch = document.createElement("span");
    stretch.className = "differs";
    stretch.append(...nodesOf(text.slice(a, b), pattern));
    nodes.push(stretch);
    at = b;
  }
  nodes.push(...nodesOf(text.slice(at, to), pattern));
  return nodes;
}

// Where the part ends that is painted at once: at a space after FIRST characters, if one is near.
function cut(text, shown) {
  if (shown < 1.5 * FIRST) return shown;
  const space = text.slice(FIRST, FIRST + 200).search(/\s/);
  return space < 0 ? end(text, FIRST) : FIRST + space;
}

// Paint the first `pieces` pieces of a text into a box, with the words of a query marked, or none, and the stretches of
// `ranges` ([from, to]) told apart. What lies beyond the
// window comes a frame later: the lines of a long text take longer to lay out than a reader should wait.
export function paint(box, text, { pieces = 1, terms = [], ranges = [] } = {}) {
  const shown = end(text, pieces * PIECE);
  const pattern = wordPattern(terms);
  const first = pieces === 1 ? cut(text, shown) : shown;
  const [now, later] = [[0, first], [first, shown]].map(([from, to]) => nodesIn(text, from, to, pattern, ranges));
  box.replaceChildren(...now);
  const mine = Symbol("painted");
  box.painted = mine;
  if (first < shown) requestAnimationFrame(() => setTimeout(() => { if (box.painted === mine) box.append(...later); }));
  const marksIn = (node) => (node.nodeName === "MARK" ? 1 : node.nodeName === "SPAN" ? node.querySelectorAll("mark").length : 0);
  return { shown, marks: [...now, ...later].reduce((n, node) => n + marksIn(node), 0) };
}
