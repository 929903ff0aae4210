import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { DownloadPage } from './pages/downloadPage.ts'

test.use({ ownServer: true })

/** All that lies in the origin-private file system. */
const privateFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const names: string[] = []
    for await (const folder of root.values()) {
      for await (const name of (folder as FileSystemDirectoryHandle).keys())
        names.push(`${folder.name}/${name}`)
    }
    return names.map((name) => name.replace(/[0-9a-f-]{36}$/, 'JOB')).sort()
  })

/** Writes a file as a page does, with its lock or, as one that is gone has left it, without. */
const leavePrivateFile = (page: Page, path: string, lock: string | null): Promise<void> =>
  page.evaluate(
    async ([path, lock]) => {
      if (lock !== null) {
        await new Promise<void>((held) => {
          void navigator.locks.request(lock, () => {
            held()
            return new Promise(() => undefined)
          })
        })
      }
      let folder = await navigator.storage.getDirectory()
      const parts = path.split('/')
      for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true })
      const file = await folder.getFileHandle(parts.at(-1) ?? '', { create: true })
      const writable = await file.createWritable()
      await writable.write('opened bytes')
      await writable.close()
    },
    [path, lock] as const,
  )

test(
  'what pages leave in the private file system is swept when the next one starts',
  { tag: '@thorough' },
  async ({ api, recipient }) => {
    const { page } = recipient
    const context = page.context()
    const link = await api.share(await api.store([{ path: 'plan.pdf', content: randomBytes(2_000_000) }]))

    // A download through the private file system, whose page is closed at once.
    await recipient.open(link)
    await page.evaluate(() => sessionStorage.setItem('sealpost-save-by', 'private-file'))
    await recipient.expectFiles(1)
    await (await recipient.save('plan.pdf')).path()
    expect(await privateFiles(page)).toEqual(['downloads/JOB'])
    const running = await context.newPage()
    await running.goto('/login')
    await page.close()

    // Another tab's download and upload that run, and what an upload has left.
    await leavePrivateFile(running, 'downloads/running', 'downloads-running')
    await leavePrivateFile(running, 'sealed-parts/sealed-parts-running/part', 'sealed-parts-running')
    await leavePrivateFile(running, 'sealed-parts/sealed-parts-gone/part', null)

    // A browser may still copy the file: it stays for ten minutes. Sealed parts go at once.
    const soon = await context.newPage()
    await soon.clock.install()
    await soon.goto('/login')
    const kept = ['downloads/running', 'sealed-parts/sealed-parts-running']
    await expect.poll(() => privateFiles(soon)).toEqual(['downloads/JOB', ...kept])
    await soon.clock.fastForward('11:00')
    await expect.poll(() => privateFiles(soon)).toEqual(kept)

    // Later any page sweeps it when it starts.
    await leavePrivateFile(soon, 'downloads/gone', null)
    const later = await context.newPage()
    await later.clock.install({ time: Date.now() + 3_600_000 })
    await new DownloadPage(later).open(link)
    await expect.poll(() => privateFiles(later)).toEqual(kept)
  },
)
