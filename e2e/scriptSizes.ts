import type { Page } from '@playwright/test'

/** Records every script of the page and its workers. @returns waits, and gives names and bytes as the server sends them */
export function recordScriptSizes(page: Page): () => Promise<[string, number][]> {
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
