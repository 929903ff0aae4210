import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { Agent, createServer, request, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../e2e/server.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { ConfigError, readConfig } from '../../server/config/config.ts'
import { openSqliteKysely } from '../../server/db/sqlite/sqlite.ts'
import { insertFolder } from '../../server/db/folders/folders.ts'
import { countUsers } from '../../server/db/accounts/users.ts'
import { lockAndOpenServices } from '../../server/serve.ts'
import { exitCodeOf } from '../../server/startErrors.ts'
import { addUser } from '../../server/security/userPasswords.ts'
import { newToken } from '../../server/util/tokens.ts'
import { scratchFolder } from './scratchFolder.ts'
import { addressOf, type ServerProcess, spawnServer } from './serverProcess.ts'
import { uploadForm } from './uploads.ts'

const packageDir = fileURLToPath(new URL('../..', import.meta.url))

/** The upload link of a new folder, made in the database of a running server. */
async function createUploadLink(folder: string): Promise<string> {
  const db = await openSqliteKysely(join(folder, 'data', 'sealpost.db'))
  const link_token = newToken()
  const made = {
    title: 'x',
    creation_date: new Date().toISOString(),
    perform_mime_check: 0 as const,
    link_token,
  }
  await insertFolder(db, made, 1)
  await db.destroy()
  return link_token
}

/** The opening of this data folder as a start does it, by another process than a server's: its end, and the sentence. */
async function openFailure(dataDir: string) {
  const error: unknown = await lockAndOpenServices(readConfig({ DATA_DIR: dataDir }, packageDir)).catch(
    (thrown: unknown) => thrown,
  )
  return [exitCodeOf(error), error instanceof ConfigError ? error.mistakes : error]
}

const logLinesOf = (server: ServerProcess) =>
  server
    .printed()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** That it is ready is said once, in lines of JSON, whatever the level. */
const expectReadyLine = (server: ServerProcess, origin: string) =>
  expect(logLinesOf(server).filter(({ msg }) => String(msg).startsWith('Sealpost is ready'))).toMatchObject([
    { level: 30, msg: `Sealpost is ready: ${origin}`, version: packageJson.version },
  ])

describe('the server process', () => {
  it('creates one administrator at the first start, shows the password once, and ends cleanly', async () => {
    const folder = await scratchFolder()
    const data = join(folder, 'data')
    await mkdir(data)
    await chmod(data, 0o755)
    const server = await spawnServer(folder)
    const origin = await addressOf(server)
    for (const name of await readdir(data)) {
      expect((await stat(join(data, name))).mode & 0o077, `${name} is for nobody else`).toBe(0)
    }
    const [, password = ''] = /Password +(\S+)/.exec(server.printed()) ?? []
    expect(password.length).toBeGreaterThanOrEqual(20)
    const body = new URLSearchParams({ username: 'admin', password })
    expect((await fetch(`${origin}/api/auth/token`, { method: 'POST', body })).status).toBe(200)
    expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'ok' })
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(
      server.printed().match(/No SMTP server is set: mails are written to the folder .*\/data\/mail\./g),
    ).toHaveLength(1)
    expect(server.printed(), 'what a person reads has no lines of the log between').not.toContain('listening')

    const second = await spawnServer(folder, { LOG_LEVEL: 'silent' })
    const again = await addressOf(second)
    expect(second.printed()).not.toMatch(/Password/)
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
    expectReadyLine(second, again)
  })

  it('lists all mistakes of its configuration at once', async () => {
    const server = await spawnServer(await scratchFolder(), { PORT: 'x', PUBLIC_URL: 'y', LOG_LEVEL: 'z' })
    expect(await server.ended).toBe(78)
    expect(server.printed().trim().split('\n')).toEqual([
      'PORT must be a port number from 0 to 65535.',
      'PUBLIC_URL must be an origin such as https://files.example.org, without a path.',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    ])
  })

  it('names settings that are misspelt, and does not start where a file has them', async () => {
    const folder = await scratchFolder()
    const server = await spawnServer(folder, { MAXLINKDAYS: '3', ADMIN_PASSWORD: 'correct horse battery' })
    await addressOf(server)
    expect(server.printed()).toContain(
      'MAXLINKDAYS is not a setting, and is ignored. Did you mean MAX_LINK_DAYS?',
    )

    const file = join(folder, 'sealpost.env')
    await writeFile(file, 'LINK_DAYS=3\n')
    const second = await spawnServer(await scratchFolder(), {}, ['--env-file', file])
    expect(await second.ended).toBe(78)
    expect(second.printed()).toBe('LINK_DAYS is not a setting, and is ignored.\n')
  })

  it(
    'says that its port is taken, and sweeps nothing of the server that has it',
    { tags: 'thorough' },
    async () => {
      const other = createServer().listen(0, '127.0.0.1')
      onTestFinished(() => void other.close())
      await new Promise((resolve) => other.once('listening', resolve))
      const { port } = other.address() as AddressInfo
      const folder = await scratchFolder()
      const server = await spawnServer(folder, { PORT: String(port), LOG_LEVEL: 'silent' })
      expect(await server.ended).toBe(1)
      // The administrator has been made all the same, and whoever reads this knows its password.
      expect(server.printed()).toMatch(/Password +\S+/)
      expect(server.printed()).toContain(`Port ${port} is in use already. Set PORT to a free one.`)
    },
  )

  it('starts though it cannot sweep', { tags: 'thorough' }, async () => {
    const folder = await scratchFolder()
    await mkdir(join(folder, 'data'))
    const db = await openSqliteKysely(join(folder, 'data', 'sealpost.db'))
    await db.insertInto('staged').values({ blob_key: 'x', renewed_at: '2000' }).execute()
    await sql`create trigger full before delete on staged begin select raise(abort, 'full'); end`.execute(db)
    await db.destroy()
    const server = await spawnServer(folder, { ADMIN_PASSWORD: 'correct horse battery' })
    const origin = await addressOf(server)
    await expect.poll(server.printed).toContain('"msg":"sweep failed"')
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expectReadyLine(server, origin)
  })

  it(
    'shuts down in order while its first sweep goes on, however long that takes',
    { tags: 'thorough' },
    async () => {
      const folder = await scratchFolder()
      await mkdir(join(folder, 'data'))
      const db = await openSqliteKysely(join(folder, 'data', 'sealpost.db'))
      await db.insertInto('staged').values({ blob_key: 'x', renewed_at: '2000' }).execute()
      const numbers =
        'with recursive number(n) as (select 1 union all select n + 1 from number where n < 20000000)'
      await sql
        .raw(
          `create trigger slow before delete on staged begin select (${numbers} select sum(n) from number); end`,
        )
        .execute(db)
      await db.destroy()
      const port = await freePort()
      const env = { ADMIN_PASSWORD: 'correct horse battery', PORT: String(port) }
      const server = await spawnServer(folder, env)
      const isListening = () =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
          onTestFinished(() => void socket.destroy())
        })
      await expect.poll(isListening).toBe(true)
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    },
  )

  it('says what is wrong with its data folder', async () => {
    const folder = await scratchFolder()
    const [file, foreign] = [join(folder, 'file'), join(folder, 'foreign')]
    await writeFile(file, '')
    expect(await openFailure(file)).toEqual([
      78,
      [`The data folder ${file} is not a folder. Set DATA_DIR to one.`],
    ])
    await mkdir(foreign)
    await writeFile(join(foreign, 'sealpost.db'), 'x'.repeat(5000))
    expect(await openFailure(foreign)).toEqual([
      78,
      [`The database in ${foreign} is damaged or not a Sealpost database.`],
    ])
    if (process.platform === 'linux')
      expect(await openFailure('/sys/sealpost')).toEqual([
        1,
        ['The data folder /sys/sealpost cannot be written to. Set DATA_DIR to one that can.'],
      ])
  })

  it('says that its database is of a newer version', async () => {
    const dataDir = join(await scratchFolder(), 'data')
    const { lock, services } = await lockAndOpenServices(readConfig({ DATA_DIR: dataDir }, packageDir))
    await sql`insert into kysely_migration values ('9999-newer', '2099')`.execute(services.db)
    await services.database.close()
    lock?.release()
    expect(await openFailure(dataDir)).toEqual([
      78,
      [
        'The database is of a newer version of Sealpost. Start that version, or restore a backup from before it.',
      ],
    ])
  })

  it('says that the browser application is not built', { tags: 'thorough' }, async () => {
    const folder = await scratchFolder()
    const server = await spawnServer(folder, { DIST_DIR: join(folder, 'nothing') })
    expect(await server.ended).toBe(78)
    expect(server.printed().trim()).toMatch(/^The browser application is not built: .*npm run build$/)
  })

  it('says that another server has its data folder, and leaves it alone', async () => {
    const folder = await scratchFolder()
    const dataDir = join(folder, 'data')
    const server = await spawnServer(folder)
    const origin = await addressOf(server)
    expect(await openFailure(dataDir)).toEqual([
      1,
      [
        `Another Sealpost server is running on the data folder ${dataDir}. ` +
          'Stop it first, or set DATA_DIR to another folder.',
      ],
    ])
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)

    // The command line works on the database while the server runs.
    const db = await openSqliteKysely(join(dataDir, 'sealpost.db'))
    expect(await countUsers(db)).toBe(1)
    await addUser(db, 'another', 'correct horse battery', new Date().toISOString())
    await db.destroy()

    // Killed, not ended: the lock goes with the process.
    server.child.kill('SIGKILL')
    await server.ended
    const { lock, services } = await lockAndOpenServices(readConfig({ DATA_DIR: dataDir }, packageDir))
    await services.database.close()
    lock?.release()
  })

  it('lets a running transfer finish within the time that it was given, and takes nothing new', async () => {
    const folder = await scratchFolder()
    const env = { ADMIN_PASSWORD: 'correct horse battery', SHUTDOWN_GRACE_SECONDS: '20' }
    const server = await spawnServer(folder, env)
    const origin = await addressOf(server)
    const link_token = await createUploadLink(folder)
    const { payload, headers } = uploadForm({ files: [{ name: 'a', bytes: randomBytes(100_000) }] })
    const options = { method: 'POST', headers: { ...headers, 'content-length': payload.length } }
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const sending = request(`${origin}/api/upload/${link_token}`, { ...options, agent })
    const answered = once(sending, 'response')
    sending.write(payload.subarray(0, 90_000))
    await expect.poll(() => readdir(join(folder, 'data', 'blobs'), { recursive: true })).toHaveLength(259)

    server.child.kill('SIGTERM')
    await expect.poll(() => fetch(`${origin}/healthz`).then(String, () => 'refused')).toBe('refused')
    sending.end(payload.subarray(90_000))
    const [reply] = (await answered) as [IncomingMessage]
    expect(reply.statusCode).toBe(200)
    expect(reply.headers.connection).toBe('close')
    reply.resume()
    expect(await server.ended).toBe(0)
  })

  it(
    'takes requests for as long as proxies were given to notice, and says to them that it is not ready',
    { tags: 'thorough' },
    async () => {
      const folder = await scratchFolder()
      const env = { ADMIN_PASSWORD: 'correct horse battery', SHUTDOWN_DRAIN_SECONDS: '10' }
      const server = await spawnServer(folder, env)
      const origin = await addressOf(server)
      const ready = () => fetch(`${origin}/readyz`).then(({ status }) => status)
      await expect.poll(ready).toBe(200)
      server.child.kill('SIGTERM')
      await expect.poll(ready).toBe(503)
      const page = await fetch(origin)
      expect([page.status, page.headers.get('connection'), await page.text()]).toEqual([
        200,
        'close',
        'the shell',
      ])
      expect(await server.ended).toBe(0)
    },
  )

  it(
    'ends when that time is over, whoever is still sending, and sweeps what came at the next start',
    { tags: 'thorough' },
    async () => {
      const folder = await scratchFolder()
      const env = { ADMIN_PASSWORD: 'correct horse battery', SHUTDOWN_GRACE_SECONDS: '0' }
      const server = await spawnServer(folder, env)
      const origin = await addressOf(server)
      const link_token = await createUploadLink(folder)
      const { payload, headers } = uploadForm({ files: [{ name: 'a', bytes: randomBytes(100_000) }] })
      const sending = request(`${origin}/api/upload/${link_token}`, { method: 'POST', headers })
      const cut = once(sending, 'error')
      sending.write(payload.subarray(0, 90_000))
      const blobs = () => readdir(join(folder, 'data', 'blobs'), { recursive: true })
      await expect.poll(blobs).toHaveLength(259)
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
      await cut

      const second = await spawnServer(folder, env)
      await addressOf(second)
      await expect.poll(second.printed).toMatch(/"staged":1,.*"msg":"swept"/)
      await expect.poll(blobs).toHaveLength(257)
    },
  )
})
