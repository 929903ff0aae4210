import type { Browser } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pg from 'pg'
import { AdminApi } from './adminApi.ts'
import { expect, test } from './fixtures.ts'
import { DownloadPage } from './pages/downloadPage.ts'
import { LoginPage } from './pages/loginPage.ts'
import { UploadPage } from './pages/uploadPage.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'
import { sha256OfFile } from './sampleFiles.ts'
import { adminPassword, freePort } from './server.ts'
import { createOwnServices } from './services.ts'
import { type BuildName, runProgram, TwoBuilds } from './twoBuilds.ts'

/*
 * Two builds at once, as in a rolling restart: an instance of an older build goes on working on the database that this
 * one has brought up to date, and pages and command lines of either find themselves at the other's instance.
 */
test.skip(process.env.OLDER_BUILD === undefined, 'part of npm run e2e:builds')
test.setTimeout(3_600_000)

const otherBuild = (build: BuildName): BuildName => (build === 'older' ? 'new' : 'older')
const routings = (['older', 'new'] as const).flatMap((build) => [
  { build, calls: [otherBuild(build)] },
  { build, calls: ['older', 'new'] as const },
])

test('pages and command line of two builds work with instances of either', async ({ browser, workDir }) => {
  const services = await createOwnServices()
  const settings = { ...services, DATA_DIR: join(workDir, 'data') }
  const both = await TwoBuilds.listen(settings)
  const database = new pg.Client({ connectionString: services.DATABASE_URL })
  await database.connect()
  try {
    await both.startInstance('older')
    const { api } = await AdminApi.signIn(both.origin)
    await api.storeInto('Shared')
    const make = (title: string) => api.createFolder({ title, perform_mime_check: false })
    const uncounted = await make('Uncounted')

    await test.step('an upload of an older page goes on while the new instance updates the database', async () => {
      const { link_token } = await make('During')
      const upload = await openUpload(browser, both, link_token)
      const paths = await writeFiles(join(workDir, 'during'), 48)
      await upload.chooseFiles(paths)
      const started = both.startInstance('new')
      await upload.startUpload()
      await started
      await upload.expectAllReceived(paths.length)
      await upload.page.context().close()
      expect(await both.readiness('older')).toBe(200)
    })

    for (const [index, { build, calls }] of routings.entries()) {
      await test.step(`pages: ${build}, calls: ${calls.join(' and ')}`, async () => {
        both.routeTo({ pages: build, calls })
        const title = `Pages ${index}`
        const { link_token } = await make(title)
        const paths = await writeFiles(join(workDir, title), 20)
        const upload = await openUpload(browser, both, link_token)
        await upload.chooseFiles(paths)
        await upload.startUpload()
        await upload.expectAllReceived(paths.length)
        await upload.page.context().close()

        const admin = await new LoginPage(await openPage(browser, both)).signIn()
        const all = await (await admin.openFolderFromList(title)).downloadAll()
        const expected = await Promise.all(paths.map(sha256OfFile))
        const found = await hashesOfArchive(await all.path())
        expect([...found.values()].sort()).toEqual(expected.sort())
        await admin.createFolderByForm(`Made by ${title}`)
        await admin.page.context().close()

        const [file] = await api.store([{ path: 'shared.bin', content: randomBytes(400_000) }])
        const link = await api.share(file ? [file] : [])
        const recipient = await new DownloadPage(await openPage(browser, both)).open(link)
        const saved = await recipient.save('shared.bin')
        expect(await sha256OfFile(await saved.path())).toBe(file?.sha256)
        await recipient.page.context().close()
      })
    }

    const { token } = await api.json<{ token: string }>('POST', '/auth/api-tokens', {
      password: await api.loginVerifier(),
      ...{ name: 'nightly', scopes: ['files:read', 'key:read'], expires_in_days: 1 },
    })
    const secrets = ['--token-file', join(workDir, 'token'), '--password-file', join(workDir, 'password')]
    await writeFile(join(workDir, 'token'), token)
    await writeFile(join(workDir, 'password'), adminPassword)
    for (const [index, { build, calls }] of routings.entries()) {
      await test.step(`command line: ${build}, calls: ${calls.join(' and ')}`, async () => {
        both.routeTo({ pages: 'new', calls })
        const home = join(workDir, `home ${index}`)
        const paths = await writeFiles(home, 20)
        const link = join(home, 'link')
        const command = async (...words: string[]) => {
          const program = runProgram(build, ['dist-cli/bin/sealpost.js', ...words], { HOME: home })
          expect(await program.exitCode, program.printed()).toBe(0)
        }
        const { id, link_token } = await make(`Lines ${index}`)
        await writeFile(link, `${both.origin}/upload/${link_token}`)
        await command('send', '--link-file', link, ...paths)
        const [file] = await api.store([{ path: 'shared.bin', content: randomBytes(400_000) }])
        await writeFile(link, (await api.share(file ? [file] : [])).url)
        await command('get', '--link-file', link, join(home, 'got'))
        expect(await sha256OfFile(join(home, 'got', 'shared.bin'))).toBe(file?.sha256)
        await command('pull', `${both.origin}/folders/view/${id}`, join(home, 'pulled'), ...secrets)
        for (const path of paths)
          expect(await sha256OfFile(join(home, 'pulled', basename(path)))).toBe(await sha256OfFile(path))
      })
    }

    await test.step('totals of folders are put right, also where this build deleted what the older stored', async () => {
      both.routeTo({ pages: 'older', calls: ['older'] })
      const stored = await api.store([{ path: 'a.bin', content: randomBytes(300_000) }], uncounted)
      both.routeTo({ pages: 'new', calls: ['new'] })
      await api.deleteFiles(stored)
      const check = async (...options: string[]) => {
        const program = runProgram('new', ['dist-server/admin.js', 'check', ...options], settings)
        return { code: await program.exitCode, printed: program.printed() }
      }
      const wrong = await countWrongTotals(database)
      console.log(`${wrong} folders have a wrong total.`)
      expect((await check()).printed.match(/^Total: folder /gm) ?? []).toHaveLength(wrong)
      expect((await check('--repair-totals')).code).toBe(0)
      expect(await countWrongTotals(database)).toBe(0)
      expect(await check()).toMatchObject({ code: 0 })
    })

    await test.step('an older instance that is started again refuses the database', async () => {
      const program = both.startProgram('older', await freePort())
      expect(await program.exitCode).toBe(78)
      expect(program.printed()).toContain('The database is of a newer version of Sealpost.')
    })
    expect(both.errorLines()).toEqual([])
  } finally {
    both.stop()
    await database.end()
  }
})

const openPage = async (browser: Browser, { origin }: TwoBuilds) =>
  (await browser.newContext({ baseURL: origin, acceptDownloads: true })).newPage()

const openUpload = async (browser: Browser, both: TwoBuilds, token: string) =>
  new UploadPage(await openPage(browser, both)).open(`/upload/${token}`)

/** In a new folder: one that goes in parts, and others that share a request. */
async function writeFiles(folder: string, mib: number): Promise<string[]> {
  await mkdir(folder)
  const sizes = [mib * 1024 ** 2 + 7, 300_000, 12, 0]
  const paths = sizes.map((_, index) => join(folder, `${index}.bin`))
  for (const [index, path] of paths.entries()) await writeFile(path, randomBytes(sizes[index] ?? 0))
  return paths
}

/** Folders whose running total is not what their rows add up to. */
async function countWrongTotals(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ kept_bytes: string; added: string }>(`
    select kept_bytes,
      coalesce((select sum(sealed_size + row_bytes) from file where folder_id = folder.id), 0)
      + coalesce((select sum(octet_length(answers)) from batch_answers where folder_id = folder.id), 0) as added
    from folder`)
  return rows.filter(({ kept_bytes, added }) => Number(kept_bytes) !== Number(added)).length
}
