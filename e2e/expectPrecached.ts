import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

/** Waits until the service worker answers for the pages and has stored those of visitors, or all. */
export async function expectPrecached(page: Page, pages: 'visitor' | 'all', dist = 'dist'): Promise<void> {
  const script = await readFile(join(dist, 'serviceWorker.js'), 'utf8')
  const entries = [...script.matchAll(/\{[^{}]*"url":"[^{}]*\}/g)].map(([entry]) => entry)
  const wanted = entries.filter((entry) => pages === 'all' || !entry.includes('isForAdministrators'))
  const stored = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.includes('precache'))
      return name === undefined ? 0 : (await (await caches.open(name)).keys()).length
    })
  // It begins when a page has been untouched for 10 seconds.
  await expect.poll(stored, { timeout: 60_000 }).toBe(wanted.length)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}
