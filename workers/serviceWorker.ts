import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import {
  type JobLost,
  jobProtocol,
  streamPath,
  streamPrefix,
  type ToWorker,
} from '../src/protocol/downloadJobs.ts'
import { StreamedDownload } from './stream/streamedDownload.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }

const downloads = new Map<string, StreamedDownload>()

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as ToWorker
  if (message.type === 'protocol') {
    event.ports[0]?.postMessage(jobProtocol)
  } else if (message.type === 'download') {
    const [port] = event.ports
    if (!port) return
    downloads.set(message.id, new StreamedDownload(message, port))
  } else if (message.type === 'abandon') {
    // Known until now: its page hears of the good end by a longer way than the answer to a ping takes.
    downloads.get(message.id)?.abandon()
    downloads.delete(message.id)
  } else if (message.type === 'SKIP_WAITING') {
    // The page says so when somebody has agreed and nothing is being transferred in any tab.
    void self.skipWaiting()
  } else if (!downloads.has(message.id)) {
    event.source?.postMessage({ type: 'job-lost', id: message.id } satisfies JobLost)
  }
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

// Before any other fetch listener: a download must be answered synchronously and by nobody else. Everything else
// under the API goes to the network untouched.
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url)
  if (origin !== self.location.origin || !pathname.startsWith(streamPrefix)) return
  const download = downloads.get(pathname.slice(streamPath('').length))
  event.respondWith(download?.answer() ?? new Response('This download is no longer known.', { status: 404 }))
  if (download) event.waitUntil(download.ended)
  event.stopImmediatePropagation()
})

// The first visit is served as well. An update, though, waits until every tab of the old version is closed, or somebody
// agrees to it: code is never exchanged under a running transfer. Until then this one serves old tabs with their parts,
// which the server may have replaced.
clientsClaim()
cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)

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
    { denylist: [/^\/api\//, /^\/stream\//, /^\/save\//] },
  ),
)
