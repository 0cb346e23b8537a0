// Lines of figures. Of a pair: zero, the band of the labels, the line of the queries, the difference. Of a coefficient:
// zero, its interval, its value.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 220;
const MIDDLE = 13;

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// All lines have one scale, which holds every number of these pairs.
export function chart(pairs) {
  const all = pairs.flatMap((pair) => [0, pair.difference, pair.low ?? 0, pair.high ?? 0, pair.labels_low ?? 0, pair.labels_high ?? 0]);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const x = (value) => 6 + ((value - least) / (most - least || 1)) * (WIDTH - 12);
  return (pair) => {
    const drawing = shape("svg", { viewBox: `0 0 ${WIDTH} 26`, "aria-hidden": "true" });
    drawing.append(shape("line", { class: "zero", x1: x(0), x2: x(0), y1: 2, y2: 24 }));
    if (pair.labels_low !== null && pair.labels_high !== null) {
      const open = pair.labels_low < 0 && pair.labels_high > 0;
      drawing.append(shape("rect", { class: `band${open ? " open" : ""}`, x: x(pair.labels_low), y: 6, width: Math.max(1, x(pair.labels_high) - x(pair.labels_low)), height: 14 }));
    }
    if (pair.low !== null) drawing.append(shape("line", { class: "reach", x1: x(pair.low), x2: x(pair.high), y1: MIDDLE, y2: MIDDLE }));
    drawing.append(shape("circle", { class: "dot", cx: x(pair.difference), cy: MIDDLE, r: 4 }));
    return drawing;
  };
}

// All coefficients have one scale, which ends at 1.
export function reaches(numbers) {
  const least = Math.min(0, ...numbers.flatMap(({ value, low }) => [value ?? 0, low ?? 0]));
  const x = (value) => 6 + ((value - least) / (1 - least)) * (WIDTH - 12);
  return ({ value, low, high }) => {
    const drawing = shape("svg", { viewBox: `0 0 ${WIDTH} 26`, "aria-hidden": "true" });
    drawing.append(shape("line", { class: "zero", x1: x(0), x2: x(0), y1: 2, y2: 24 }), shape("line", { class: "zero", x1: x(1), x2: x(1), y1: 2, y2: 24 }));
    if (low !== null) drawing.append(shape("line", { class: "reach agreed", x1: x(low), x2: x(high), y1: MIDDLE, y2: MIDDLE }));
    if (value !== null) drawing.append(shape("circle", { class: "dot agreed", cx: x(value), cy: MIDDLE, r: 4 }));
    return drawing;
  };
}
