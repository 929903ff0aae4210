import { clientsClaim } from 'workbox-core'
import {
  addPlugins,
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }

/** What a page says when somebody has agreed and nothing is being transferred in any tab; as workbox-window puts it. */
const skipWaiting = 'SKIP_WAITING'

self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if ((data as { type?: unknown } | null)?.type === skipWaiting) void self.skipWaiting()
})

/** Missing in the types, and in some browsers. */
interface WithRoutes extends ExtendableEvent {
  addRoutes?: (
    routes: { condition: { urlPattern: { pathname: string } }; source: 'network' }[],
  ) => Promise<void>
}

// Calls of the pages go straight to the network: none waits until this worker has started, to be told that it is none of
// its business. Browsers do not follow this for what workers send, see public/direct.js.
self.addEventListener('install', (event: WithRoutes) => {
  const routes = event.addRoutes?.([{ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }])
  // Only faster: without them everything works.
  if (routes) event.waitUntil(routes.catch(() => undefined))
})

// The first visit is served as well. An update, though, waits until every tab of the old version is closed, or somebody
// agrees to it: code is never exchanged under a running transfer. Until then this one serves old tabs with their parts,
// which the server may have replaced.
clientsClaim()
cleanupOutdatedCaches()
const entries = self.__WB_MANIFEST

// What is kept belongs together. Files whose names have no hash are asked for by what is in them, so that of servers of
// two versions the other one refuses (server/plugins/revisions.ts), and this version is tried again later.
const revisions: ReadonlyMap<string, string> = new Map(
  entries.flatMap((entry) =>
    typeof entry !== 'string' && typeof entry.revision === 'string'
      ? [[new URL(entry.url, self.origin).href, entry.revision]]
      : [],
  ),
)
addPlugins([
  {
    requestWillFetch: ({ request }) => {
      const revision = revisions.get(request.url)
      const { cache, credentials } = request
      return Promise.resolve(
        revision === undefined
          ? request
          : new Request(`${request.url}?revision=${revision}`, { cache, credentials }),
      )
    },
  },
])
precacheAndRoute(entries)

/** How long a page may take to answer before the kept one does: a network that is there and carries nothing. */
const patience = 5000

// Pages come from the network, so that their headers are fresh, and from the cache when there is none: which page it
// is, and what stands behind its '#', is the application's business and not looked at here.
registerRoute(
  new NavigationRoute(
    async ({ request }) => {
      const kept = matchPrecache('/index.html')
      const fresh = fetch(request).catch(() => undefined)
      const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience))
      return (await Promise.race([fresh, late])) ?? (await kept) ?? (await fresh) ?? Response.error()
    },
    { denylist: [/^\/api\//, /^\/save\//] },
  ),
)
