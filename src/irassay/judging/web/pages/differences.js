// Where two texts differ, word by word: the stretches of each that the other one has not in the same place. Of very long
// texts, the sentences that the other one has nowhere.

const MOST = 4_000_000; // pairs of words that are compared one with another: more would delay the page
const BRIDGE = 2; // so few common words between two differing stretches join them: single words are hard to read

const pieces = (text, pattern) => [...text.matchAll(pattern)].map((found) => ({ from: found.index, to: found.index + found[0].length, sign: found[0] }));
const wordsOf = (text) => pieces(text, /\p{Script=Han}|[^\s\p{Script=Han}]+/gu);
const sentencesOf = (text) => pieces(text, /[^\s.!?。！？][^.!?。！？]*[.!?。！？]*/gu);

// Which words of both stand in a longest common sequence.
function common(a, b) {
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] = a[i].sign === b[j].sign ? longest[(i + 1) * width + j + 1] + 1
        : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  const same = [a.map(() => false), b.map(() => false)];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i].sign === b[j].sign) same[0][i++] = same[1][j++] = true;
    else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) i += 1;
    else j += 1;
  }
  return same;
}

// Stretches of the pieces that are not common, as [from, to] of the text.
function stretches(list, same) {
  const out = [];
  let last = -Infinity;
  list.forEach((piece, i) => {
    if (same[i]) return;
    if (out.length && i - last - 1 <= BRIDGE) out.at(-1)[1] = piece.to;
    else out.push([piece.from, piece.to]);
    last = i;
  });
  return out;
}

// Of each text the stretches that differ from the other one.
export function differences(a, b) {
  const [one, other] = [a, b].map(wordsOf);
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start].sign === other[start].sign) start += 1;
  let end = 0;
  const left = Math.min(one.length, other.length) - start;
  while (end < left && one.at(-1 - end).sign === other.at(-1 - end).sign) end += 1;
  const [x, y] = [one, other].map((list) => list.slice(start, list.length - end));
  if (x.length * y.length > MOST || Math.min(x.length, y.length) > 65_000) {
    const [s, t] = [a, b].map(sentencesOf);
    const signs = [s, t].map((list) => new Set(list.map((piece) => piece.sign)));
    return [[s, signs[1]], [t, signs[0]]].map(([list, theirs]) => list.filter((piece) => !theirs.has(piece.sign)).map(({ from, to }) => [from, to]));
  }
  const same = common(x, y);
  return [stretches(x, same[0]), stretches(y, same[1])];
}
