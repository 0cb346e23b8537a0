// A document is a person's for 20 minutes without activity. Activity renews it, and it is asked about before it ends.

const RENEW = 5 * 60_000;
const ASK = 18 * 60_000;
const END = 20 * 60_000;

// What is to be done about a document that the server gave or renewed at `renewed`, where somebody last touched the page
// at `touched`: "renew", "ask", "end" or nothing. All in ms.
export function due({ renewed, touched, now }) {
  const age = now - renewed;
  if (age > END) return "end";
  if (age > RENEW && touched > renewed) return "renew";
  return age > ASK ? "ask" : "";
}
