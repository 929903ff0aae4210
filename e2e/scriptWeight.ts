import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** Everything that arrives as script, for the page and for its workers: name and gzip bytes. */
export function weighScripts(page: Page): () => Promise<[string, number][]> {
  const arriving: Promise<[string, number]>[] = []
  page.on('response', (response) => {
    if (!response.headers()['content-type']?.includes('javascript')) return
    const name = new URL(response.url()).pathname
    arriving.push(response.body().then((body) => [name, gzipSync(body).length]))
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    return (await Promise.all(arriving)).sort(([, a], [, b]) => b - a)
  }
}
