import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { spawnAdmin } from './adminCommand.ts'
import { scratchFolder } from './scratchFolder.ts'
import { addressOf, spawnServer } from './serverProcess.ts'
import { once } from 'node:events'

/** A user that no process has. */
const ownerUid = 54_321

async function runAdminAsRoot(...args: string[]) {
  // Nothing but what the file says.
  const child = spawnAdmin('/', { DATA_DIR: '' }, ...args)
  let [out, err] = ['', '']
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, err }
}

/** A data folder of another user, and a file of settings that root alone may read. */
async function createForeignInstallation() {
  const folder = await scratchFolder()
  await chmod(folder, 0o755)
  const [dataDir, settings] = [join(folder, 'data'), join(folder, 'sealpost.env')]
  await mkdir(dataDir, { mode: 0o700 })
  await chown(dataDir, ownerUid, ownerUid)
  await writeFile(
    settings,
    `DATA_DIR=${dataDir}\nADMIN_USERNAME=a#b\nMAIL_FROM=Sealpost <files@example.org>\nSMTP_URL=\n`,
    {
      mode: 0o600,
    },
  )
  return { folder, dataDir, settings }
}

describe.runIf(process.getuid?.() === 0)('with --env-file, as root', () => {
  it('server and administration have its settings, and become the owner of the data folder', async () => {
    const { folder, dataDir, settings } = await createForeignInstallation()
    const server = await spawnServer(folder, { DATA_DIR: '' }, ['--env-file', settings])
    await addressOf(server)
    expect(server.printed()).toContain('User name  a#b')
    const { code, out, err } = await runAdminAsRoot(`--env-file=${settings}`, 'test-mail', 'you@example.org')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(join(dataDir, 'mail'))
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    const made = await readdir(dataDir, { recursive: true })
    expect(made).toEqual(expect.arrayContaining(['sealpost.db', 'mail']))
    const owners = await Promise.all(made.map(async (name) => (await stat(join(dataDir, name))).uid))
    expect(new Set(owners)).toEqual(new Set([ownerUid]))
  })

  it('a move reads the settings of its target, though root alone may', async () => {
    const { folder, dataDir, settings } = await createForeignInstallation()
    await writeFile(join(dataDir, 'sealpost.db'), '')
    const target = join(folder, 'new.env')
    await writeFile(target, `DATA_DIR=${dataDir}\n`, { mode: 0o600 })
    const { code, err } = await runAdminAsRoot('--env-file', settings, 'move', '--to', target)
    expect({ code, err }).toEqual({
      code: 78,
      err: 'Both settings name the same database and the same place of the files.\n',
    })
  })
})

it('says what is typed, without settings and without a database', async () => {
  for (const option of ['--help', '-h']) {
    const { code, out, err } = await runAdminAsRoot(option)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Usage: sealpost-admin \[--env-file FILE\] COMMAND\n\n {2}add NAME/)
  }
  expect(await runAdminAsRoot('reset', '--help')).toEqual({
    ...{ code: 0, err: '' },
    out: 'Usage: sealpost-admin reset NAME [--password P]\n\nSets a new password, turns two-factor authentication off, ends all sessions and API tokens.\n',
  })
  const server = await spawnServer(await scratchFolder(), { PORT: 'x' }, ['--help'])
  expect(await server.ended).toBe(0)
  expect(server.printed()).toMatch(
    /^Usage: sealpost-server \[--version \| --healthcheck\] \[--env-file FILE\]\n/,
  )
  const asked = await spawnServer(await scratchFolder(), { PORT: 'x' }, ['--version'])
  expect(await asked.ended).toBe(0)
  expect(asked.printed()).toMatch(
    /^sealpost-server \d+\.\d+\.\d+(, build [0-9a-f]{16})?(, commit [0-9a-f]{40})?\n$/,
  )
})

it('says by its exit code whether the server with the same settings is healthy', async () => {
  const folder = await scratchFolder()
  const server = await spawnServer(folder)
  const { port } = new URL(await addressOf(server))
  const check = async () => {
    const asked = await spawnServer(folder, { PORT: port, HOST: '0.0.0.0' }, ['--healthcheck'])
    return asked.ended
  }
  expect(await check()).toBe(0)
  server.child.kill('SIGTERM')
  await server.ended
  expect(await check()).toBe(1)
})

it('says that its file cannot be read, and needs one', async () => {
  const missing = join(await scratchFolder(), 'none.env')
  const { code, err } = await runAdminAsRoot('--env-file', missing, 'list')
  expect(code).not.toBe(0)
  expect(err).toContain(missing)
  expect((await runAdminAsRoot('list', '--env-file')).err).toBe('--env-file needs the path of a file.\n')
})
