/**
 * What a page and the service worker of downloads say to each other. What a worker of the page opens goes through a port
 * to the service worker (core/open/pieces.ts), which answers the browser's own download request with it and
 * knows nothing else of it. The page opens its address in a hidden iframe as soon as its length is known, because a
 * download lives in the service worker's memory only. While it runs, the page pings the service worker itself and not a
 * port: only messages to the worker keep a browser from stopping it.
 */

/** How often the page pings, in milliseconds. Firefox stops a silent worker after 30 s, without an error. */
export const pingInterval = 10_000

/** Page → service worker. */
export type ToStream =
  /** With a MessagePort, over which its pieces will come. `paced`: see `OpenJob`. */
  | { type: 'download'; id: string; filename: string; paced: boolean }
  /** What is not with the browser yet is broken off. */
  | { type: 'abandon'; id: string }
  | { type: 'ping'; id: string }

/** Service worker → page: a ping named a job that it does not know, because the browser restarted it. */
export interface JobLost {
  type: 'job-lost'
  id: string
}
