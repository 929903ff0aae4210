import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectStill, watchLayout } from './layoutShift.ts'
import { weighScripts } from './scriptWeight.ts'

/** Bytes of script, gzip, that may load before somebody can act. */
const budgets = { upload: 200_000, gate: 200_000, download: 265_000 }

// It fetches the whole application, in the background and once the page is there: not what somebody waits for.
test.use({ serviceWorkers: 'block' })

test('the pages of strangers load little before one can act, and stand still', async ({
  browser,
  baseURL,
  api,
}) => {
  const folder = (gates: object) =>
    api.json<{ link_token: string }>('POST', '/folders/', {
      title: 'A',
      description: 'What to send.',
      ...gates,
    })
  const [open, gated] = [await folder({}), await folder({ link_password: 'a password' })]
  const shared = await api.share(await api.store([{ path: 'a.txt', content: Buffer.from('a') }]))
  const visits = [
    ['upload', `/upload/${open.link_token}`, (page: Page) => page.getByTestId('drop-area')],
    ['gate', `/upload/${gated.link_token}`, (page: Page) => page.getByLabel('Link password')],
    ['download', shared.url, (page: Page) => page.getByRole('button', { name: 'Download a.txt' })],
  ] as const

  for (const [name, address, action] of visits) {
    await test.step(name, async () => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' })
      const page = await context.newPage()
      await watchLayout(page)
      const weigh = weighScripts(page)
      await page.goto(address)
      await expect(action(page)).toBeVisible()
      const scripts = await weigh()
      const total = scripts.reduce((sum, [, bytes]) => sum + bytes, 0)
      expect(scripts.length).toBeGreaterThan(1)
      test.info().annotations.push({ type: `bytes of script, ${name}`, description: String(total) })
      const list = scripts.map(([script, bytes]) => `${bytes} ${script}`).join('\n')
      expect(total, `${total}\n${list}`).toBeLessThanOrEqual(budgets[name])
      await expectStill(page)
      await context.close()
    })
  }
})
