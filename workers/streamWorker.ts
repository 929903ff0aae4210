import type { JobLostMessage, StreamMessage } from './shared/streamedDownloads.ts'
import { StreamedDownload } from './streamedDownload.ts'

/**
 * Responds to the browser's download request with what a page opens; the path below its scope is the job's id.
 *
 * [Note: Downloads have a service worker of their own]
 * Browsers start the service worker of the pages before any page, often in another process. Every piece of a
 * download would be copied between processes, twice, into fresh memory. This one does not control the pages
 * and is started by the first message of one, in that page's process.
 *
 * Its URL and scope have the hash of its code: a page always has the one that it was built with.
 */
declare const self: ServiceWorkerGlobalScope

const downloads = new Map<string, StreamedDownload>()

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as StreamMessage
  if (message.type === 'download') {
    const [port] = event.ports
    if (!port) return
    downloads.set(message.id, new StreamedDownload(message, port))
  } else if (message.type === 'abandon') {
    // Not before: a page may still ping a download that has succeeded, and must not be told that it is lost.
    downloads.get(message.id)?.abort()
    downloads.delete(message.id)
  } else if (!downloads.has(message.id)) {
    event.source?.postMessage({ type: 'job-lost', id: message.id } satisfies JobLostMessage)
  }
})

self.addEventListener('fetch', (event) => {
  const { scope } = self.registration
  if (!event.request.url.startsWith(scope)) return
  const download = downloads.get(event.request.url.slice(scope.length))
  event.respondWith(download?.respond() ?? new Response('This download is no longer known.', { status: 404 }))
  if (download) event.waitUntil(download.ended)
})
