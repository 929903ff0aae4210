/**
 * Messages between a page and the service worker of downloads. A worker of the page sends the opened pieces
 * through a port to the service worker (core/open/pieces.ts), which answers the browser's download request
 * with them and knows nothing else. The page opens the URL in a hidden iframe as soon as the length is known,
 * because a download lives in the service worker's memory only. While it runs, the page pings the service
 * worker itself and not a port: only messages to the worker keep a browser from stopping it.
 */

/** Milliseconds between pings. Firefox stops an idle worker after 30 s, without an error. */
export const pingInterval = 10_000

/** Page → service worker. */
export type StreamMessage =
  /** Starts a download; comes with the MessagePort of its pieces. `paced`: see `OpenJob`. */
  | { type: 'download'; id: string; filename: string; paced: boolean }
  /** Aborts what the browser has not received yet. */
  | { type: 'abandon'; id: string }
  | { type: 'ping'; id: string }

/** Service worker → page: a ping named an unknown job, because the browser restarted the worker. */
export interface JobLostMessage {
  type: 'job-lost'
  id: string
}
