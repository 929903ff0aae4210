import type { Page } from '@playwright/test'

/** Everything that arrives as script, for the page and for its workers: name, and bytes as the server sends them. */
export function weighScripts(page: Page): () => Promise<[string, number][]> {
  const scripts: [string, number][] = []
  page.on('response', (response) => {
    const headers = response.headers()
    if (!headers['content-type']?.includes('javascript')) return
    scripts.push([new URL(response.url()).pathname, Number(headers['content-length'])])
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    return scripts.sort(([, a], [, b]) => b - a)
  }
}
