import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { UploadPage } from './pages/uploadPage.ts'

/** Bytes of script, gzip, that an upload page may load before a file is chosen. */
const budget = 200_000

// It fetches the whole application, in the background and once the page is there: not what somebody waits for.
test.use({ serviceWorkers: 'block' })

/** Everything that arrives as script, for the page and for its workers: name and gzip bytes. */
function weighScripts(page: Page): () => Promise<[string, number][]> {
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

test('an upload link loads little before a file is chosen', async ({ page, api }) => {
  const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', { title: 'A' })
  const weigh = weighScripts(page)
  const upload = await new UploadPage(page).open(`/upload/${link_token}`)
  await upload.expectReady()
  const scripts = await weigh()
  const total = scripts.reduce((sum, [, bytes]) => sum + bytes, 0)
  expect(scripts.length).toBeGreaterThan(1)
  expect(total, scripts.map(([name, bytes]) => `${bytes} ${name}`).join('\n')).toBeLessThanOrEqual(budget)
})
