import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { startCountingProxy } from './countingProxy.ts'
import { expectNoLayoutShift, recordLayoutShifts } from './layoutShift.ts'
import { recordScriptSizes } from './scriptSizes.ts'

/** KiB that may come from the server, headers and all, until the page is at rest and somebody can act. */
const maxKiB = { upload: 227, gate: 236, download: 293 }

// It fetches the whole application, in the background and once the page is there: not what somebody waits for.
test.use({ serviceWorkers: 'block' })

test('the pages of strangers load little before one can act, and stand still', async ({
  browser,
  server,
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
    ['upload', 'UploadRoute', `/upload/${open.link_token}`, (page: Page) => page.getByTestId('drop-area')],
    ['gate', 'UploadRoute', `/upload/${gated.link_token}`, (page: Page) => page.getByLabel('Link password')],
    [
      'download',
      'DownloadRoute',
      shared.url.replace(server.origin, ''),
      (page: Page) => page.getByRole('button', { name: 'Download a.txt' }),
    ],
  ] as const

  for (const [name, route, address, action] of visits) {
    await test.step(name, async () => {
      const proxy = await startCountingProxy(server.origin)
      const context = await browser.newContext({ baseURL: proxy.origin, serviceWorkers: 'block' })
      const page = await context.newPage()
      await recordLayoutShifts(page)
      const weigh = recordScriptSizes(page)
      await page.goto(address)
      await expect(action(page)).toBeVisible()
      const scripts = await weigh()
      expect(scripts.length).toBeGreaterThan(1)
      const total = proxy.receivedBytes() / 1024
      test.info().annotations.push({ type: `KiB on the wire, ${name}`, description: total.toFixed(1) })
      const list = scripts.map(([script, bytes]) => `${bytes} ${script}`).join('\n')
      expect(total, `${total}\n${list}`).toBeLessThanOrEqual(maxKiB[name])
      await expectNoLayoutShift(page)
      const kept = await page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name))
      expect(kept, 'looking for what was kept makes nothing').toEqual([])
      const first = await (await page.request.get(address)).text()
      expect(first, 'asked for with the first answer').toContain(`/assets/${route}-`)
      await context.close()
      await proxy.stop()
    })
  }
})
