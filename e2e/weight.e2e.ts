import { expect, test } from './fixtures.ts'
import { UploadPage } from './pages/uploadPage.ts'
import { weighScripts } from './scriptWeight.ts'

/** Bytes of script, gzip, that an upload page may load before a file is chosen. */
const budget = 200_000

// It fetches the whole application, in the background and once the page is there: not what somebody waits for.
test.use({ serviceWorkers: 'block' })

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
