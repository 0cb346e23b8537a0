// One tab at a time: the newest takes over, the older one hears of it. So no answer counts twice and no clock runs twice.

const NAME = "irassay-judging";
const GRACE = 1500; // ms for the older tab to put its things away

// A copy of the page's files for the time without a connection, where the browser and the server allow it.
export async function keepPage() {
  try {
    await navigator.serviceWorker.register("/pages/offline.js", { scope: "/" });
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage(["/", ...performance.getEntriesByType("resource").map((part) => part.name)]);
  } catch { /* then the page needs the server to come up, and the answers wait in the store */ }
}

// Resolves when this tab may work. `lost` runs when a newer one took over; it may return a promise to wait for.
export async function takeOver(lost) {
  if (!navigator.locks) return;
  const channel = new BroadcastChannel(NAME);
  let give;
  let over = false;
  channel.postMessage("mine");
  await new Promise((working) => {
    const hold = () => {
      working();
      return new Promise((resolve) => { give = resolve; });
    };
    const ask = new AbortController();
    const late = setTimeout(() => {
      ask.abort();
      navigator.locks.request(NAME, { steal: true }, hold).catch(gone);
    }, GRACE);
    navigator.locks.request(NAME, { signal: ask.signal }, () => { clearTimeout(late); return hold(); })
      .catch((error) => { if (error !== ask.signal.reason) gone(); });
  });
  async function gone() {
    if (over) return;
    over = true;
    channel.close();
    await lost();
    give?.();
  }
  channel.onmessage = gone;
}
