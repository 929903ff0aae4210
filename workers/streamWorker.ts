import type { JobLost, ToStream } from './protocol/streamedDownloads.ts'
import { StreamedDownload } from './streamedDownload.ts'

/**
 * The service worker of downloads: it answers the browser's own request for what a page opens, the id of its job below
 * this worker's scope.
 *
 * [Note: Downloads have a service worker of their own]
 * Browsers start the one that keeps the pages before there is any page, often in another process. Every piece of a
 * download would be copied from one process to the other, twice, into fresh memory. This one has nothing to do with the
 * pages and is started by the first message of one, and then in the process where that page is.
 *
 * Its address and its scope carry the hash of its code: it never changes, and no other version takes its place while it
 * streams. A page always has the one that it was built with.
 */
declare const self: ServiceWorkerGlobalScope

const downloads = new Map<string, StreamedDownload>()

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as ToStream
  if (message.type === 'download') {
    const [port] = event.ports
    if (!port) return
    downloads.set(message.id, new StreamedDownload(message, port))
  } else if (message.type === 'abandon') {
    // Known until now: its page hears of the good end by a longer way than the answer to a ping takes.
    downloads.get(message.id)?.abandon()
    downloads.delete(message.id)
  } else if (!downloads.has(message.id)) {
    event.source?.postMessage({ type: 'job-lost', id: message.id } satisfies JobLost)
  }
})

self.addEventListener('fetch', (event) => {
  const { scope } = self.registration
  if (!event.request.url.startsWith(scope)) return
  const download = downloads.get(event.request.url.slice(scope.length))
  event.respondWith(download?.answer() ?? new Response('This download is no longer known.', { status: 404 }))
  if (download) event.waitUntil(download.ended)
})
