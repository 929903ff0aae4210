import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AdminApi } from './adminApi.ts'
import { copyFrom } from './clipboard.ts'
import { CliProcess } from './cliProcess.ts'
import { expect, test } from './fixtures.ts'
import { isFullSize } from './fullSize.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'
import { hashesOfFolder, makeSampleFolder, sha256OfFile, writeRandomFile } from './sampleFiles.ts'
import { adminPassword } from './server.ts'

const MiB = 1024 * 1024
const fileCount = isFullSize ? 5000 : 200
const largeBytes = isFullSize ? 5 * 1024 * MiB : 160 * MiB + 4321

const journeyTitle = 'what the command line sends through five kills opens in the browser, byte for byte'
test(journeyTitle, { tag: ['@full', '@thorough'] }, async ({ admin, workDir }) => {
  const folder = join(workDir, 'Größe & "Maße" 📁')
  makeSampleFolder(folder, fileCount)
  const large = join(workDir, 'large file.bin')
  await writeRandomFile(large, largeBytes)
  const expected = await hashesOfFolder(folder)
  const link = join(workDir, 'link')
  await writeFile(link, await admin.createFolder('From the command line'))

  const receipt = join(workDir, 'receipt.txt')
  const send = () =>
    new CliProcess(workDir, ['send', '--link-file', link, '--receipt', receipt, folder, large])
  const kills = [0.1, 0.25, 0.4, 0.55, 0.7]
  for (const share of kills) {
    const sending = send()
    await sending.waitForBytes(largeBytes * share)
    await sending.kill()
  }
  const last = send()
  expect(await last.exitCode()).toBe(0)
  const start = last.lines.find(({ event }) => event === 'start')
  expect(start?.bytes, 'it goes on where it was').toBeGreaterThan(largeBytes * 0.5)

  const verify = new CliProcess(workDir, ['verify-receipt', receipt, folder, large])
  expect(await verify.exitCode()).toBe(0)
  expect(verify.lines.filter(({ event }) => event === 'done')).toHaveLength(fileCount + 1)

  const files = await admin.openFolder('From the command line')
  const all = await files.downloadAll()
  expect(await all.failure()).toBeNull()
  const archive = await hashesOfArchive(await all.path())
  expect([...archive.values()].sort()).toEqual([...expected.values(), await sha256OfFile(large)].sort())
})

test('what a browser has sent is fetched by link and by folder, and not twice @thorough', async ({
  account,
  admin,
  server,
  stranger,
  workDir,
}) => {
  const { page } = admin
  await page.context().grantPermissions(['clipboard-write'])
  const folder = join(workDir, 'from a browser')
  makeSampleFolder(folder, 60)
  const large = join(workDir, 'large file.bin')
  await writeRandomFile(large, 30 * MiB + 5)
  await stranger.open(await admin.createFolder('From a browser'))
  await stranger.drop([folder, large])
  await stranger.startUpload()
  await stranger.expectAllReceived(61)
  const expected = [...(await hashesOfFolder(folder)).values(), await sha256OfFile(large)].sort()

  /** Runs it twice: all is there, and then nothing is done any more. */
  const twice = async (args: readonly string[], into: string, env: Record<string, string> = {}) => {
    const first = new CliProcess(workDir, [...args, into], env)
    expect(await first.exitCode(), JSON.stringify(first.lines.at(-1))).toBe(0)
    expect(await hashesOfVisibleFiles(into)).toEqual(expected)
    const again = new CliProcess(workDir, [...args, into], env)
    expect(await again.exitCode()).toBe(0)
    const moved = again.lines.filter(({ event }) => event === 'progress').map(({ bytes }) => bytes)
    const start = again.lines.find(({ event }) => event === 'start')
    expect(new Set([...moved, start?.bytes, start?.total]).size, 'nothing moves any more').toBe(1)
    expect(await hashesOfVisibleFiles(into)).toEqual(expected)
  }

  const secrets = ['--token-file', join(workDir, 'token'), '--password-file', join(workDir, 'password')]
  const address = await test.step('pull, with a token and the login password', async () => {
    const { api } = await AdminApi.enter(server.origin, account)
    const password = await api.loginVerifier()
    const scopes = ['files:read', 'key:read', 'links:write']
    const order = { password, name: 'nightly', scopes, expires_in_days: 1 }
    const { token } = await api.json<{ token: string }>('POST', '/auth/api-tokens', order)
    await writeFile(join(workDir, 'token'), token)
    await writeFile(join(workDir, 'password'), adminPassword)
    const [{ id } = { id: 0 }] = await api.json<{ id: number }[]>('GET', '/folders/')
    const address = `${server.origin}/folders/view/${id}`
    await twice(['pull', ...secrets, address], join(workDir, 'pulled'))
    return address
  })

  await test.step('share, and get what was shared', async () => {
    const share = new CliProcess(workDir, ['share', ...secrets, address, '*'])
    expect(await share.exitCode(), JSON.stringify(share.lines.at(-1))).toBe(0)
    const link = share.lines.at(-1)?.link ?? ''
    await twice(['get'], join(workDir, 'shared'), { SEALPOST_LINK: link })
  })

  await test.step('get, by a link with a password', async () => {
    const files = await admin.openFolder('From a browser')
    await page.getByRole('checkbox', { name: 'Select all files' }).click()
    await files.button('Create Download Link...').click()
    await files.enterPassword()
    await files.continueUnlocked()
    const dialog = page.getByRole('dialog', { name: 'Create Download Link' })
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const ready = page.getByRole('dialog', { name: 'Download Link Ready' })
    const password = await ready.getByRole('textbox', { name: 'Password' }).innerText()
    const link = await copyFrom(ready)
    await writeFile(join(workDir, 'password of the link'), password)
    const args = ['get', '--password-file', join(workDir, 'password of the link')]
    await twice(args, join(workDir, 'got'), { SEALPOST_LINK: link })
  })
})

/** Hashes of what lies below a folder, without what is hidden. */
async function hashesOfVisibleFiles(folder: string): Promise<string[]> {
  const all = await hashesOfFolder(folder)
  return [...all]
    .filter(([path]) => !path.startsWith('.sealpost') && !basename(path).startsWith('.sealpost'))
    .map(([, hash]) => hash)
    .sort()
}

test('the command line runs from its tarball alone', async ({ workDir }) => {
  // A copy of the built program, where no package of the project can be found.
  const copy = join(workDir, 'installed')
  await cp('dist-cli', copy, { recursive: true })
  const child = spawn(process.execPath, [join(copy, 'bin', 'sealpost.js'), '--help'], {
    cwd: copy,
    stdio: 'pipe',
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(0)
  expect(said).toContain('sealpost send')
})
