import { execFileSync } from 'node:child_process'
import { appendFile, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { listServedFiles } from '../scripts/listServedFiles.ts'
import { newMinisignKey } from './minisignKey.ts'
import { expect, test } from './fixtures.ts'
import { makeNextVersion } from './makeNextVersion.ts'
import { expectPrecached } from './expectPrecached.ts'

test.use({ ownServer: true })

/** Builds the pages of these sources with a key of releases. @returns the folder of the build */
async function buildWithKey(folder: string, key: string): Promise<string> {
  const paths = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const path of paths.split('\0').filter((one) => /^(?!e2e|tests|bench|docs)[^/]/.test(one))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(path, join(folder, path)).catch(() => undefined)
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await writeFile(
    join(folder, 'contract/releaseKey.ts'),
    `export const releaseKey: string | null = '${key.trim().split('\n').at(-1)}'\n`,
  )
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: folder, stdio: 'inherit' })
  return join(folder, 'dist')
}

/** A version with a file that no other has. @returns its folder */
async function copyWithAnotherFile(folder: string, from: string): Promise<string> {
  const dist = join(folder, 'skipped')
  await cp(from, dist, { recursive: true })
  await writeFile(join(dist, 'assets', 'another-aaaaaaaa.js'), '//')
  const script = join(dist, 'serviceWorker.js')
  const text = await readFile(script, 'utf8')
  const entry = '{"revision":null,"url":"assets/another-aaaaaaaa.js"},'
  const changed = text.replace(/(?=\{[^{}]*"url":")/, entry)
  expect(changed).toContain(entry)
  await writeFile(script, changed)
  for (const form of ['br', 'gz']) await rm(`${script}.${form}`, { force: true })
  return dist
}

const updateServiceWorker = (page: Page) =>
  page.evaluate(async () => void (await navigator.serviceWorker.ready).update())

test(
  'an update says whether it is what its developers signed',
  { tag: '@thorough' },
  async ({ browser, server, workDir }) => {
    test.setTimeout(600_000) // The pages are built.
    const signing = newMinisignKey()
    const first = await buildWithKey(join(workDir, 'first'), signing.publicKey)
    const next = await makeNextVersion(workDir, first)
    const list = join(next, 'integrity.json')
    const sign = async (version: string) => {
      await writeFile(list, JSON.stringify(await listServedFiles(next, version)))
      await writeFile(`${list}.minisig`, signing.sign(await readFile(list)))
    }
    const serve = async (folder: string) => {
      server.distDir = folder
      await server.kill()
      await server.launch()
    }
    const updated = async (text: string | RegExp, skipped?: string) => {
      await serve(first)
      const context = await browser.newContext({ baseURL: server.origin })
      const page = await context.newPage()
      await page.goto('/login')
      await expectPrecached(page, 'visitor', first)
      if (skipped !== undefined) {
        await serve(skipped)
        await updateServiceWorker(page)
        await expect(page.getByText(/A new version of Sealpost is ready/)).toBeVisible({ timeout: 60_000 })
        await page.reload()
      }
      await serve(next)
      await updateServiceWorker(page)
      await expect(page.getByText(text)).toBeVisible({ timeout: 60_000 })
      await context.close()
    }

    const signed =
      'A new version of Sealpost is ready: 0.2.0. Its files match the list that its developers signed.'
    await sign('0.2.0')
    await updated(signed)
    await updated(signed, await copyWithAnotherFile(workDir, first))
    await sign('0.0.1')
    await updated(/is ready: 0\.0\.1, which is older than yours/)
    await sign('0.2.0')
    await appendFile(join(next, 'serviceWorker.js'), '\n//')
    for (const form of ['br', 'gz']) await rm(join(next, `serviceWorker.js.${form}`), { force: true })
    await updated(/is ready, but it is not 0\.2\.0 as its developers signed it/)
    await rm(`${list}.minisig`)
    await updated(/Its developers did not sign it\. Ask whoever runs this server/)
  },
)
