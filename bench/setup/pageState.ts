/**
 * States of the page that an upload is measured on. `settled` is that of somebody who was there before: its service worker
 * is active and has precached the application. `fresh` is a first visit: nothing is cached, and the application is
 * precached beside the upload.
 */
export const pageStates = ['settled', 'fresh'] as const
export type PageState = (typeof pageStates)[number]

export const pageStateTexts: Record<PageState, string> = {
  settled: 'upload pages settled: service worker active, application precached',
  fresh: 'upload pages fresh: first visits, with nothing cached',
}

/** Expression for a page: how many responses its service worker has cached, null while that is not active. */
const cachedResponses = `(async () => {
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration?.active?.state !== 'activated' || registration.installing || registration.waiting) return null
  const names = await caches.keys()
  const all = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
  return all.reduce((sum, count) => sum + count, 0)
})()`

const pollIntervalMs = 250
/** Polls without another cached response: older builds go on caching after their worker is active. */
const pollsAtRest = 4
const settlingMs = 60_000

/** Waits until a page is settled. @throws Error after a minute */
export async function settlePage(evaluate: (expression: string) => Promise<number | null>): Promise<void> {
  const counts: (number | null)[] = []
  for (let poll = 0; poll < settlingMs / pollIntervalMs; poll++) {
    counts.push(await evaluate(cachedResponses))
    if (isAtRest(counts)) return
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
  throw new Error('The service worker of an upload page has not cached the application within a minute.')
}

/** Returns whether the last looks at a page found one number of cached responses, more than none. */
export function isAtRest(counts: readonly (number | null)[]): boolean {
  const last = counts.slice(-pollsAtRest)
  const [first] = last
  return last.length === pollsAtRest && !!first && last.every((count) => count === first)
}
