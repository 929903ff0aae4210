import { cacheNames, clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { keepAdministratorPages } from './protocol/precache.ts'
import { whenIdle } from './protocol/transfers.ts'

/** `isForAdministrators`: no upload or download page has use for it (scripts/administratorFiles.ts). */
type Entry = PrecacheEntry & { isForAdministrators?: true }

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }

/** What a page says when somebody has agreed and nothing is being transferred in any tab; as workbox-window puts it. */
const skipWaiting = 'SKIP_WAITING'

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

const entries = self.__WB_MANIFEST as Entry[]
const ofVisitors = entries.filter(({ isForAdministrators }) => isForAdministrators !== true)
const precache = new PrecacheController()
precache.addToCacheList(entries)
registerRoute(new PrecacheRoute(precache))

/** This cache is empty. It exists where the pages of administrators are stored, so that updates store them as well. */
const administratorsMark = 'sealpost-administrator-pages'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.has(administratorsMark).then((isMarked) => store(isMarked ? entries : ofVisitors)))
})
self.addEventListener('activate', (event) => void precache.activate(event))
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const { type } = (event.data ?? {}) as { type?: unknown }
  if (type === skipWaiting) void self.skipWaiting()
  // What fails is stored when the next page asks for it.
  if (type === keepAdministratorPages)
    event.waitUntil(
      caches
        .open(administratorsMark)
        .then(() => store(entries))
        .catch(() => undefined),
    )
})

/** Stores what is missing, one file at a time, and none while a transfer runs in any tab. */
async function store(wanted: readonly Entry[]): Promise<void> {
  const cache = await caches.open(cacheNames.precache)
  const stored = new Set((await cache.keys()).map(({ url }) => url))
  for (const { url, revision } of wanted) {
    const key = precache.getCacheKeyForURL(url)
    if (key === undefined || stored.has(key)) continue
    await whenIdle()
    await cache.put(key, await fetchBuilt(url, revision))
  }
}

/**
 * What is stored belongs together. Files whose names have no hash are asked for by what is in them, so that of servers of
 * two versions the other one refuses (server/http/plugins/revisions.ts), and this version is tried again later.
 */
async function fetchBuilt(url: string, revision?: string | null): Promise<Response> {
  const response =
    typeof revision === 'string'
      ? await fetch(`${url}?revision=${revision}`, { cache: 'reload', credentials: 'same-origin' })
      : await fetch(url, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response
}

/** How long a page may take to answer before the kept one does: a network that is there and carries nothing. */
const timeoutMs = 5000

// Pages come from the network, so that their headers are fresh, and from the cache when there is none: which page it
// is, and what stands behind its '#', is the application's business and not looked at here.
registerRoute(
  new NavigationRoute(
    async ({ request }) => {
      const kept = precache.matchPrecache('/index.html')
      const fresh = fetch(request).catch(() => undefined)
      const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), timeoutMs))
      return (await Promise.race([fresh, late])) ?? (await kept) ?? (await fresh) ?? Response.error()
    },
    { denylist: [/^\/api\//, /^\/save\//] },
  ),
)
