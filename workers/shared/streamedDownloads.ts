/**
 * Messages between a page and the service worker of downloads, which answers the browser's download request with
 * the pieces that a worker of the page sends through a port (core/open/transferPieces.ts). The page opens the URL in a
 * hidden iframe as soon as the length is known. While the download runs, the page pings the service worker itself
 * and not a port: only messages to the worker keep a browser from stopping it.
 */

/** Milliseconds between pings. Firefox stops an idle worker after 30 s, without an error. */
export const pingIntervalMs = 10_000

export type StreamMessage =
  /** Starts a download; comes with the MessagePort of its pieces. `hasNoBackpressure`: see `OpenJob`. */
  | { type: 'download'; id: string; filename: string; hasNoBackpressure: boolean }
  /** Aborts what the browser has not received yet. */
  | { type: 'abandon'; id: string }
  | { type: 'ping'; id: string }

/** Service worker → page: a ping named an unknown job, because the browser restarted the worker. */
export interface JobLostMessage {
  type: 'job-lost'
  id: string
}
