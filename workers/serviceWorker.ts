import { cacheNames, clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { version } from '../package.json'
import { releaseKey } from '../contract/releaseKey.ts'
import { sharedFilesField, sharedFilesPage, shareTargetPath } from '../contract/shareTarget.ts'
import { type UpdateVerdict, updateVerdict } from '../core/integrity/updateVerdict.ts'
import { judgeUpdateMessage } from './shared/requestUpdateVerdict.ts'
import { precacheAccountPagesMessage } from './shared/precache.ts'
import { takeSharedFilesMessage } from './shared/sharedFiles.ts'
import { waitForTransfersOfAllTabs } from './shared/transfers.ts'

/** `isForAdministrators`: not used by upload and download pages (scripts/administratorFiles.ts). */
type PagesPrecacheEntry = PrecacheEntry & { isForAdministrators?: true }

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }

/** Sent by a page once the person agrees to an update and no transfer runs; named by workbox-window. */
const skipWaiting = 'SKIP_WAITING'

/** The `install` event with `addRoutes`, which is missing in the types, and in some browsers. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?: (
    routes: { condition: { urlPattern: { pathname: string } }; source: 'network' }[],
  ) => Promise<void>
}

// Calls of the API go straight to the network, without waiting for this worker to start. Browsers do not
// apply this to requests of workers, see public/direct.js.
self.addEventListener('install', (event: InstallEvent) => {
  const routes = event.addRoutes?.([{ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }])
  // Only an optimization.
  if (routes) event.waitUntil(routes.catch(() => undefined))
})

// The first visit is controlled as well. An update, though, waits until every tab of the old version is
// closed, or somebody agrees to it: code is never replaced during a transfer. Until then this version serves
// old tabs with their code, which the server may have replaced.
clientsClaim()
cleanupOutdatedCaches()

const entries = self.__WB_MANIFEST as PagesPrecacheEntry[]
const visitorEntries = entries.filter(({ isForAdministrators }) => isForAdministrators !== true)
const precache = new PrecacheController()
precache.addToCacheList(entries)
registerRoute(new PrecacheRoute(precache))

/** An empty cache, whose existence means that the account pages are precached, in updates as well. */
const administratorsCache = 'sealpost-administrator-pages'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .has(administratorsCache)
      .then((hasAccountPages) => precacheMissing(hasAccountPages ? entries : visitorEntries)),
  )
})
self.addEventListener('activate', (event) => void precache.activate(event))
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const { type } = (event.data ?? {}) as { type?: unknown }
  if (type === skipWaiting) void self.skipWaiting()
  if (type === judgeUpdateMessage)
    event.waitUntil(judgeWaitingVersion().then((verdict) => event.ports[0]?.postMessage(verdict)))
  if (type === takeSharedFilesMessage) event.ports[0]?.postMessage(sharedFiles.splice(0))
  // Failed files are stored when the next page asks for them.
  if (type === precacheAccountPagesMessage)
    event.waitUntil(
      caches
        .open(administratorsCache)
        .then(() => precacheMissing(entries))
        .catch(() => undefined),
    )
})

/** Judges the version that waits, by the key that this version has. @returns null if it has none */
async function judgeWaitingVersion(): Promise<UpdateVerdict | null> {
  if (releaseKey === null) return null
  const cache = await caches.open(cacheNames.precache)
  return updateVerdict({
    key: releaseKey,
    installed: version,
    fetch: (path) => fetch(path, { cache: 'no-store', credentials: 'omit' }),
    // Files of versions that were never activated stay in the cache, and are not served.
    stored: (key) => cache.match(key),
  })
}

/** Caches the files that are missing, one at a time, and none while a transfer runs in any tab. */
async function precacheMissing(wantedEntries: readonly PagesPrecacheEntry[]): Promise<void> {
  const cache = await caches.open(cacheNames.precache)
  const stored = new Set((await cache.keys()).map(({ url }) => url))
  for (const { url, revision } of wantedEntries) {
    const key = precache.getCacheKeyForURL(url)
    if (key === undefined || stored.has(key)) continue
    await waitForTransfersOfAllTabs()
    await cache.put(key, await fetchBuilt(url, revision))
  }
}

/** Requests files without a hash in their names by content, which servers of other builds refuse. */
async function fetchBuilt(url: string, revision?: string | null): Promise<Response> {
  const response =
    typeof revision === 'string'
      ? await fetch(`${url}?revision=${revision}`, { cache: 'reload', credentials: 'same-origin' })
      : await fetch(url, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response
}

/** Files that were shared to the application, until a page takes them; in memory, since they are not encrypted. */
const sharedFiles: File[] = []

// Never reaches the server: nothing of it is encrypted yet.
registerRoute(
  shareTargetPath,
  async ({ request }) => {
    const form = await request.formData().catch(() => new FormData())
    const files = form.getAll(sharedFilesField).filter((value) => value instanceof File)
    sharedFiles.splice(0, Infinity, ...files)
    return Response.redirect(sharedFilesPage, 303)
  },
  'POST',
)

/** Milliseconds until the cached page is used, on a network that is connected and carries nothing. */
const networkTimeoutMs = 5000

// Pages come from the network, for fresh headers, or from the cache without one. The page and its fragment
// are handled by the application.
registerRoute(
  new NavigationRoute(
    async ({ request }) => {
      const cached = precache.matchPrecache('/index.html')
      const fromNetwork = fetch(request).catch(() => undefined)
      const timedOut = new Promise<undefined>((resolve) =>
        setTimeout(() => resolve(undefined), networkTimeoutMs),
      )
      return (
        (await Promise.race([fromNetwork, timedOut])) ??
        (await cached) ??
        (await fromNetwork) ??
        Response.error()
      )
    },
    { denylist: [/^\/(?:api|save|preview)\//] },
  ),
)
