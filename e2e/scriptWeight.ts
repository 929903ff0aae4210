import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** Everything that arrives as script, for the page and for its workers: name and gzip bytes. */
export function weighScripts(page: Page): () => Promise<[string, number][]> {
  const names: string[] = []
  page.on('response', (response) => {
    if (!response.headers()['content-type']?.includes('javascript')) return
    names.push(new URL(response.url()).pathname)
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    // As built: what a worker loaded cannot be asked for any more when it has ended.
    const weigh = async (name: string) => gzipSync(await readFile(`dist${name}`)).length
    const scripts = await Promise.all(
      names.map(async (name) => [name, await weigh(name)] as [string, number]),
    )
    return scripts.sort(([, a], [, b]) => b - a)
  }
}
