import type { FastifyInstance, InjectOptions } from 'fastify'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { Writable } from 'node:stream'
import { hash } from '@node-rs/argon2'
import { generateKeyPairSync } from 'node:crypto'
import { inject } from 'vitest'
import { buildApp } from '../../server/app.ts'
import type { S3Config } from '../../server/config/config.ts'
import type { Context, Services } from '../../server/context.ts'
import { openSqliteKysely } from '../../server/db/sqlite/sqlite.ts'
import { insertUser } from '../../server/db/accounts/users.ts'
import { loggerOptions } from '../../server/logging.ts'
import type { InstallationConfig } from '../../server/ops/move/movePlan.ts'
import { openServices } from '../../server/services.ts'
import type { Folder } from '../../contract/schemas/folders.ts'
import { usualMaxFileBytes } from '../../contract/limits.ts'
import { keysIn, scratchBucket } from './scratchBucket.ts'
import { scratchDatabase } from './scratchDatabase.ts'
import { atEnd } from '../forSuite.ts'
import { scratchBase, scratchFolder } from './scratchFolder.ts'
import vectors from '../fixtures/vectors.json' with { type: 'json' }

export const password = vectors.login.password
export const verifier = vectors.login.verifier
export const verifierSalt = Buffer.from(vectors.login.salt, 'hex').toString('base64')
/** A hash that says itself that it is checked with the least of memory and time. */
export const cheapHash = (text: string): Promise<string> =>
  hash(text, { memoryCost: 8, timeCost: 1, parallelism: 1 })
/** One for all test administrators. */
const verifierHash = await cheapHash(verifier)
/** What the program makes of nothing: each server begins with a copy. */
const emptyDatabase = await makeEmptyDatabase()

const keyPair = generateKeyPairSync('rsa', { modulusLength: 2048 })
/** A recipient key that browsers would accept. */
export const recipientKey = keyPair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
/** What it is sealed to opens with this, PKCS #8. */
export const recipientPrivateKey = keyPair.privateKey.export({ format: 'der', type: 'pkcs8' })
export const otherRecipientKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64')

type Reply = Awaited<ReturnType<FastifyInstance['inject']>>

let browserCount = 0

/** A browser: keeps cookies and copies the CSRF token, as the real one does. Each sits at an address of its own. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly app: FastifyInstance
  readonly address = `10.0.${++browserCount >> 8}.${browserCount & 255}`

  constructor(app: FastifyInstance) {
    this.app = app
  }

  async send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD',
    path: string,
    options: InjectOptions = {},
  ) {
    const token = this.cookies.get('csrftoken')
    const reply = await this.app.inject({
      remoteAddress: this.address,
      ...options,
      method,
      url: path,
      cookies: Object.fromEntries(this.cookies),
      headers: { ...(token !== undefined && { 'x-csrftoken': token }), ...options.headers },
    })
    this.keepCookies(reply)
    return reply
  }

  get = (path: string, options?: InjectOptions) => this.send('GET', path, options)
  post = (path: string, payload?: object, options?: InjectOptions) =>
    this.send('POST', path, { ...(payload && { payload }), ...options })
  put = (path: string, payload?: object, options?: InjectOptions) =>
    this.send('PUT', path, { ...(payload && { payload }), ...options })
  delete = (path: string, options?: InjectOptions) => this.send('DELETE', path, options)

  keepCookies(reply: Reply): void {
    for (const { name, value, maxAge } of reply.cookies) {
      if (maxAge === 0 || value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }

  /** Signs in; the first call fetches the CSRF token, as the page does. */
  async signIn(username: string): Promise<this> {
    await this.get('/api/auth/users/me')
    const reply = await this.post('/api/auth/token', { username, password: verifier })
    if (reply.statusCode !== 200) throw new Error(`sign-in failed: ${reply.body}`)
    return this
  }

  async createFolder(payload: object = {}): Promise<Folder> {
    const reply = await this.post('/api/folders/', { title: 'Tax', ...payload })
    if (reply.statusCode !== 200) throw new Error(`no folder: ${reply.body}`)
    return reply.json()
  }
}

export interface TestServer {
  app: FastifyInstance
  services: Services
  dataDir: string
  /** What the server has logged. */
  logged: () => string
  /** Ends it before the test does. */
  stop: () => Promise<void>
  /** Moves the server's clock. */
  passTime: (seconds: number) => void
  newBrowser: () => Browser
  /** A signed-in administrator with a complete key pair. */
  signIn: (username?: string) => Promise<Browser>
  /** Listens on a free port; `http://127.0.0.1:…`. */
  listen: () => Promise<string>
  /** Paths below the blob folder, directories left out; in a bucket its keys. */
  storedFiles: () => Promise<string[]>
  /** Paths of the blob folder that this process has open. */
  openFiles: () => Promise<string[]>
}

/**
 * A real server: real database, real disk, in a folder of its own. It goes with the test, or with the suite that
 * shares it (`forSuite`). On PostgreSQL and an
 * S3 store in the project 'scaled' (vitest.config.ts), unless `where` says another place.
 */
export async function startTestServer({
  dataDir: givenDataDir,
  databaseUrl: givenDatabaseUrl,
  s3: givenBucket,
  distDir: givenDistDir,
  where,
  adapt = (services) => services,
  ...options
}: Partial<Services> & {
  dataDir?: string
  databaseUrl?: string
  s3?: S3Config
  distDir?: string
  where?: InstallationConfig
  /** What needs all the others. */
  adapt?: (services: Services) => Services
} = {}): Promise<TestServer> {
  const root = await scratchFolder()
  const dataDir = where?.dataDir ?? givenDataDir ?? join(root, 'data')
  if (dataDir === join(root, 'data') && inject('postgres') === undefined) {
    await mkdir(dataDir, { mode: 0o700 })
    await writeFile(join(dataDir, 'sealpost.db'), emptyDatabase, { mode: 0o600 })
  }
  const distDir = givenDistDir ?? (await makeDist(root))
  let offset = 0
  let log = ''
  const s3 = where === undefined ? (givenBucket ?? (await scratchBucket())) : where.s3
  const services = adapt({
    ...(await openServices({
      dataDir,
      databaseUrl: where === undefined ? (givenDatabaseUrl ?? (await scratchDatabase())) : where.databaseUrl,
      s3,
      publicOrigin: undefined,
      trustProxy: undefined,
      folderQuotaBytes: undefined,
      userQuotaBytes: undefined,
      // A file system in memory may be small.
      minFreeBytes: 0,
      maxFileBytes: usualMaxFileBytes,
      auditDays: 365,
      // Most tests say what becomes of what was deleted.
      trashDays: 0,
      fixedRules: {},
      allowRawPassword: true,
      smtp: undefined,
      mailFrom: { name: 'Sealpost', address: 'sealpost@example.org' },
      isWebhookAddressAllowed: undefined,
      oidc: undefined,
      unknownSettings: [],
    })),
    now: () => new Date(Date.now() + offset),
    ...options,
  })
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString()
      done()
    },
  })
  const app = buildApp({ services, distDir, logger: { ...loggerOptions('debug'), stream } })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    // As the program does (server/serve.ts): one that is used at this moment would be kept for the next request.
    const closing = setInterval(() => app.server.closeIdleConnections(), 20)
    await app.close()
    clearInterval(closing)
    await services.database.close()
  }
  atEnd(stop)
  await app.ready()
  const server: TestServer = {
    app,
    services,
    dataDir,
    logged: () => log,
    stop,
    passTime: (seconds) => (offset += seconds * 1000),
    newBrowser: () => new Browser(app),
    async signIn(username = 'admin') {
      await addUser(services, username)
      return new Browser(app).signIn(username)
    },
    async listen() {
      await app.listen({ port: 0, host: '127.0.0.1' })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
    async storedFiles() {
      await app.housekeeping.whenIdle()
      if (s3 !== undefined) return keysIn(s3)
      const blobs = join(dataDir, 'blobs')
      const entries = await readdir(blobs, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(blobs, join(entry.parentPath, entry.name)))
    },
    async openFiles() {
      const all = await readdir('/proc/self/fd')
      const paths = await Promise.all(all.map((fd) => readlink(join('/proc/self/fd', fd)).catch(() => '')))
      return paths.filter((path) => path.startsWith(join(dataDir, 'blobs')))
    },
  }
  return server
}

export async function addUser({ db }: Pick<Context, 'db'>, username: string): Promise<number> {
  return insertUser(db, {
    username,
    email: null,
    created_at: new Date().toISOString(),
    verifier_salt: verifierSalt,
    verifier_iterations: vectors.login.iterations,
    verifier_hash: verifierHash,
    public_key_spki: recipientKey,
    pending_public_key_spki: null,
    encrypted_private_key: Buffer.alloc(100, 1).toString('base64'),
    kdf_salt: Buffer.alloc(16, 2).toString('base64'),
    kdf_iterations: 600_000,
  })
}

async function makeEmptyDatabase(): Promise<Buffer> {
  const folder = await mkdtemp(join(scratchBase, 'sealpost-test-'))
  try {
    const file = join(folder, 'sealpost.db')
    await (await openSqliteKysely(file)).destroy()
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What a build leaves: the server serves nothing but files that are there at the start. */
async function makeDist(root: string): Promise<string> {
  const dist = join(root, 'dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  const html = '<html lang="en"><style>p{margin:0}</style>\n  </head>the shell'
  const manifest = {
    'src/routes/LoginRoute.tsx': { file: 'assets/LoginRoute-a1b2.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared-a1b2.js' },
    'i18n/catalogues/de.ts?part=login': { file: 'assets/de-login-a1b2.js' },
  }
  await mkdir(join(dist, '.vite'))
  await writeFile(join(dist, '.vite', 'manifest.json'), JSON.stringify(manifest))
  for (const { file } of Object.values(manifest)) await writeFile(join(dist, file), '// part')
  await writeFile(join(dist, 'index.html'), html)
  await writeFile(join(dist, 'serviceWorker.js'), '// service worker')
  await writeFile(join(dist, 'assets', 'index-a1b2.js'), '// page')
  await writeFile(join(dist, 'assets', 'upload.worker-a1b2.js'), '// worker')
  return dist
}
