// What is new in a guideline: its lines that the version before has not, and those of that version that went.

const lines = (text) => (text ?? "").split("\n").map((line) => line.trim()).filter(Boolean);

export function changes(earlier, later) {
  const before = lines(earlier?.text);
  const now = lines(later?.text);
  return [
    ...now.filter((line) => !before.includes(line)).map((text) => ({ before: false, text })),
    ...before.filter((line) => !now.includes(line)).map((text) => ({ before: true, text })),
  ];
}
