import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesContaining, recordRequests, encodingsOf, recordTraces } from './leakDetection.ts'
import { expect, test } from './fixtures.ts'
import { copySecretLink, originMark } from './originMarks.ts'

test(
  'the secret of a link stays in the page: no request, no storage, no state and no journal has it',
  { tag: '@thorough' },
  async ({ admin, stranger, workDir, server }) => {
    const { page } = stranger
    const requests = [admin.page.context(), page.context()].map(recordRequests)
    const traces = await recordTraces(page)
    await admin.createFolder('Letters')
    await admin.goTo()
    const link = await copySecretLink(admin, 'Letters')

    const large = join(workDir, 'large.bin')
    await writeFile(large, Buffer.alloc(18 * 1024 * 1024, 'large'))
    await stranger.open(link)
    // A part is held back, so that there is a journal to look at.
    await page.route('**/parts/2', () => new Promise(() => undefined))
    await stranger.chooseFiles([large])
    const isHeld = page.waitForRequest('**/parts/2')
    await stranger.startUpload()
    await isHeld
    await traces.recordStorage()

    await test.step('after a reload the address has it still, and the rest is sent as proven', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      page.on('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await expect(page.getByText(/interrupted|continue/i).first()).toBeVisible()
      await stranger.chooseFiles([large])
      await stranger.expectAllReceived(1)
      await traces.recordStorage()
      const files = await admin.openFolder('Letters')
      await files.unlock()
      await expect(originMark(files, 'large.bin')).toHaveAttribute('data-origin', 'proven')
    })

    const secret = link.slice(-22)
    const needles = [secret, Buffer.from(secret, 'base64url')].flatMap(encodingsOf)
    // The address bar is where it belongs.
    const seen = traces.recorded.map((text) => text.replaceAll(link, ''))
    const everything = Buffer.concat([...requests.flat(), Buffer.from([...seen, server.log].join('\n'))])
    for (const there of ['/parts/2', 'record:', '"queue":{'])
      expect(everything.includes(there), there).toBe(true)
    expect(needles.filter((needle) => everything.includes(needle)).map(String)).toEqual([])
    expect(await filesContaining(server.dataDir, needles)).toEqual([])
  },
)
