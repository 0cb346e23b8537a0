// The server's doors, and what its status codes mean for an answer on its way. No retry and no state lives here.

export const OK = "ok"; // done, and data is what it said
export const AWAY = "away"; // no connection, no answer in time, or a server in trouble: the same again later
export const EXPIRED = "expired"; // the session is over
export const GONE = "gone"; // the task is no longer this person's
export const REFUSED = "refused"; // the same again would be refused again

const PATIENCE = 10_000; // ms until a silent server counts as away

function meaning(status) {
  if (status >= 200 && status < 300) return OK;
  if (status === 401) return EXPIRED;
  if (status === 410) return GONE;
  if (status === 408 || status === 429 || status >= 500) return AWAY;
  return REFUSED;
}

async function call(method, path, body) {
  try {
    const response = await fetch(path, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { Accept: "application/json", ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE),
    });
    const outcome = meaning(response.status);
    const data = response.status === 204 ? null : await response.json().catch(() => undefined);
    // A proxy's greeting page is not the server's word.
    return data === undefined && outcome === OK ? { outcome: AWAY } : { outcome, status: response.status, data };
  } catch {
    return { outcome: AWAY };
  }
}

export const tasks = async (n, holding) => {
  const reply = await call("POST", `/tasks?n=${n}`, { holding });
  return reply.outcome === OK && !Array.isArray(reply.data?.tasks) ? { outcome: AWAY } : reply;
};
export const answer = async (key, body) => {
  const reply = await call("PUT", `/answers/${encodeURIComponent(key)}`, body);
  return reply.outcome === OK && !reply.data?.time ? { outcome: AWAY } : reply;
};
export const pause = (paused) => call("POST", "/pause", { paused });
export const consent = () => call("POST", "/consent", {});
export const leave = () => call("POST", "/leave", {});
export const guideline = (version) => call("GET", `/guideline/${encodeURIComponent(version)}`);
