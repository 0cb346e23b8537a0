// The page itself without a connection: a copy of its files, used only while the server can't be reached. No task, no
// answer and no guideline passes through here; those are in the store of store.js.

const SHELF = "irassay-judging-page";
const isPart = (url) => url.origin === location.origin && (url.pathname === "/" || url.pathname.startsWith("/pages/"));

self.addEventListener("install", (event) => {
  // What goes to the server needn't wait for this script to wake up.
  event.addRoutes?.([{ condition: { requestMethod: "PUT" }, source: "network" }, { condition: { requestMethod: "POST" }, source: "network" }]);
  self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// The page names its files once it is up.
self.addEventListener("message", (event) => {
  const parts = event.data.map((address) => new URL(address, location.href)).filter(isPart);
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll(parts.map((url) => url.href))));
});

async function fresh(request) {
  const shelf = await caches.open(SHELF);
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) await shelf.put(request.url, response.clone());
    return response;
  } catch (error) {
    const copy = await shelf.match(request.url);
    if (copy) return copy;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && isPart(new URL(event.request.url))) event.respondWith(fresh(event.request));
});
