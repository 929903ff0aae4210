import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { sqlite } from '../../server/db/dialect.ts'
import { migrations } from '../../server/db/migrations/all.ts'
import { lastBackupSetting } from '../../server/db/installation/installationState.ts'
import { setSetting } from '../../server/db/installation/settings.ts'
import { openSqliteKysely } from '../../server/db/sqlite/sqlite.ts'
import { commands } from '../../server/ops/admin/runAdmin.ts'
import { findUserByName } from '../../server/db/accounts/users.ts'
import { addUser, verifierOfPassword } from '../../server/security/userPasswords.ts'
import { runAdmin } from './adminCommand.ts'
import { runAdminInProcess, runAdminInProcessWith } from './adminInProcess.ts'
import { keptDatabases, restoreDatabase } from './db/keptDatabases.ts'
import { scratchFolder } from './scratchFolder.ts'
import { addressOf, spawnServer } from './serverProcess.ts'
import { recipientKey } from './testServer.ts'
import { fromBase32, totp } from './totp.ts'

async function openFolderDatabase(folder: string) {
  await mkdir(join(folder, 'data'), { recursive: true })
  return openSqliteKysely(join(folder, 'data', 'sealpost.db'))
}

/** Keeps cookies and copies the CSRF token, over the network. */
function newClient(origin: string, cookies: Map<string, string>) {
  return async (method: string, path: string, body?: Record<string, string>) => {
    const reply = await fetch(origin + path, {
      method,
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'x-csrftoken': cookies.get('csrftoken') ?? '',
      },
      ...(body && { body: new URLSearchParams(body) }),
    })
    for (const text of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answerOf(reply)
  }
}

const answerOf = async (reply: Response) => ({
  status: reply.status,
  body: (await reply.json()) as Record<string, unknown>,
})

async function signIn(origin: string, username: string, password: string) {
  const cookies = new Map<string, string>()
  const call = newClient(origin, cookies)
  const { status, body } = await call('POST', '/api/auth/token', { username, password })
  // Whoever has copied the cookie does not drop it when the server says so.
  const cookie = `sealpost_session=${cookies.get('sealpost_session') ?? ''}`
  const me = async () => answerOf(await fetch(`${origin}/api/auth/users/me`, { headers: { cookie } }))
  return { status, body, call, me }
}

const generatedPassword = (text: string) => /Password +(\S{20})\n/.exec(text)?.[1] ?? ''
const sessionExpired = { status: 401, body: { detail: 'Session expired', code: 'sessionExpired' } }
const badLogin = { status: 401, body: { detail: 'Incorrect username or password', code: 'badLogin' } }

describe('npm run admin, while the server runs', () => {
  it('adds, lists, disables, enables and resets administrators, with effect at once', async () => {
    const folder = await scratchFolder()
    const server = await spawnServer(folder, { ADMIN_PASSWORD: 'correct horse battery' })
    const origin = await addressOf(server)

    const added = await runAdmin(folder, 'add', 'Bob')
    expect(added).toMatchObject({ code: 0, err: '' })
    expect(added.out).toContain('Bob is now an administrator.')
    expect(added.out).toContain('This password is shown only once.')
    const first = await signIn(origin, 'bob', generatedPassword(added.out))
    expect(first).toMatchObject({ status: 200, body: { user: { username: 'Bob' } } })

    const disabled = await runAdminInProcess(folder, 'disable', 'bob')
    expect(disabled).toMatchObject({ code: 0, out: 'Bob cannot sign in any more.\n' })
    expect(await first.me()).toEqual(sessionExpired)
    expect(await signIn(origin, 'bob', generatedPassword(added.out))).toMatchObject(badLogin)
    const list = await runAdminInProcess(folder, 'list')
    expect(JSON.parse((await runAdminInProcess(folder, 'list', '--json')).out)).toMatchObject([
      { name: 'admin', active: true, operator: true, signIn: ['password'], twoFactor: false, key: false },
      { name: 'Bob', active: false, operator: false, signIn: ['password'] },
    ])
    expect(list.out.split('\n').map((line) => line.replace(/\d{4}-\d\d-\d\d$/, 'DATE'))).toEqual([
      'NAME   STATE     ROLE      SIGN-IN   2FA  KEY   SINCE',
      'admin  active    operator  password  off  none  DATE',
      'Bob    disabled  -         password  off  none  DATE',
      '',
    ])
    expect((await runAdminInProcess(folder, 'operator', 'bob')).err).toBe(
      'Bob is disabled and could not sign in: enable them first.\n',
    )
    expect(await runAdminInProcess(folder, 'enable', 'BOB')).toMatchObject({
      code: 0,
      out: 'Bob can sign in.\n',
    })
    // The session from before does not come back.
    expect(await first.me()).toEqual(sessionExpired)

    const second = await signIn(origin, 'bob', generatedPassword(added.out))
    expect(second).toMatchObject({ status: 200, body: { user: { is_operator: false } } })
    expect(await runAdminInProcess(folder, 'operator', 'bob')).toMatchObject({ code: 0, err: '' })
    expect((await second.me()).body).toMatchObject({ user: { is_operator: true } })
    expect((await runAdminInProcess(folder, 'list')).out.match(/operator/g)).toHaveLength(1)
    const setup = await second.call('POST', '/api/auth/2fa/setup')
    const code = totp(fromBase32(String(setup.body.secret)), Date.now() / 1000)
    expect((await second.call('POST', '/api/auth/2fa/enable', { code })).status).toBe(200)
    const blob = Buffer.alloc(100, 3).toString('base64')
    await second.call('PUT', '/api/auth/public-key', { public_key_spki: recipientKey })
    const sealed = { encryptedPrivateKey: blob, kdfSalt: Buffer.alloc(16, 4).toString('base64') }
    expect((await second.call('PUT', '/api/auth/users/me/encrypted-key', sealed)).status).toBe(200)
    const waiting = await signIn(origin, 'bob', generatedPassword(added.out))
    expect(waiting.body).toEqual({ message: 'OTP code required', username: 'Bob' })

    const reset = await runAdminInProcess(folder, 'reset', 'bob', '--password', 'a new good one')
    expect(reset).toMatchObject({ code: 0, err: '' })
    expect(reset.out).toContain('The private key stays sealed under the old password')
    expect(reset.out).not.toContain('a new good one')
    expect(await second.me()).toEqual(sessionExpired)
    const late = await waiting.call('POST', '/api/auth/token/2fa', { username: 'bob', code })
    expect(late.body).toEqual({
      detail: 'This sign-in has expired. Please sign in again.',
      code: 'ticketEnded',
    })
    expect(await signIn(origin, 'bob', generatedPassword(added.out))).toMatchObject(badLogin)
    const third = await signIn(origin, 'bob', 'a new good one')
    expect(third).toMatchObject({ status: 200, body: { user: { is_2fa_enabled: false } } })
    expect((await third.call('GET', '/api/auth/users/me/encrypted-key')).body).toMatchObject(sealed)

    const again = await runAdminInProcess(folder, 'reset', 'bob')
    expect((await signIn(origin, 'bob', generatedPassword(again.out))).status).toBe(200)
    // All of this has left the other administrator alone.
    expect((await signIn(origin, 'admin', 'correct horse battery')).status).toBe(200)
  })
})

const issuer = 'https://login.example.org/realms/staff'
const provider = {
  PUBLIC_URL: 'https://files.example.org',
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'sealpost',
}

describe('npm run admin, of sign-in by a provider', () => {
  const link = (folder: string, ...words: string[]) =>
    runAdminInProcessWith(folder, provider, 'link', ...words)
  const wayOf = async (folder: string, name: string) =>
    new RegExp(`^${name} +\\S+ +\\S+ +(.*?)  +o(?:n|ff) `, 'm').exec(
      (await runAdminInProcess(folder, 'list')).out,
    )?.[1]

  it(
    'adds who has no password, links them, and gives their key password back',
    { tags: 'thorough' },
    async () => {
      const folder = await scratchFolder()
      const server = await spawnServer(folder, { ADMIN_PASSWORD: 'correct horse battery' })
      const origin = await addressOf(server)
      expect(
        (await runAdminInProcess(folder, 'add', 'carla', '--sso-only', '--password', 'a good password')).code,
      ).toBe(1)
      const added = await runAdminInProcess(folder, 'add', 'carla', '--sso-only')
      expect(added).toMatchObject({ code: 0, err: '' })
      expect(added.out).not.toContain('Password ')
      expect(await wayOf(folder, 'carla')).toBe('not linked')
      expect((await link(folder, 'carla', issuer, 'c-1')).out).toContain(
        `carla signs in as c-1 of ${issuer}, and as nobody else there.`,
      )
      expect(await wayOf(folder, 'carla')).toBe('provider')
      expect((await link(folder, 'admin', issuer, 'c-1')).err).toBe(
        'Another administrator is linked to this person: `unlink` them first.\n',
      )
      expect((await link(folder, 'admin', 'the provider', 'a-1')).err).toContain('must be an address')
      expect((await runAdminInProcess(folder, 'operator', 'carla')).err).toContain(
        'carla has no login password',
      )
      expect((await runAdminInProcess(folder, 'sign-in', 'carla', 'password')).err).toContain(
        'carla has no password.',
      )

      // As their profile sets one.
      const db = await openFolderDatabase(folder)
      const { id } = (await findUserByName(db, 'carla')) ?? { id: 0 }
      const verifier = await verifierOfPassword('a key password')
      await db
        .updateTable('user')
        .set({ ...verifier, password_kind: 'key' })
        .where('id', '=', id)
        .execute()
      await db.destroy()
      expect(await signIn(origin, 'carla', 'a key password')).toMatchObject(badLogin)
      expect((await runAdminInProcess(folder, 'unlink', 'carla')).err).toContain(
        'Nothing else lets carla in.',
      )
      expect((await runAdminInProcess(folder, 'reset', 'carla', '--password', 'another password')).code).toBe(
        1,
      )

      expect(await runAdminInProcess(folder, 'sign-in', 'carla', 'password')).toMatchObject({
        code: 0,
        err: '',
      })
      const carla = await signIn(origin, 'carla', 'a key password')
      expect(carla).toMatchObject({ status: 200, body: { user: { password_kind: 'login' } } })
      expect(await runAdminInProcess(folder, 'sign-in', 'carla', 'provider')).toMatchObject({
        code: 0,
        err: '',
      })
      expect(await carla.me()).toEqual(sessionExpired)
      expect(await signIn(origin, 'carla', 'a key password')).toMatchObject(badLogin)

      const reset = await runAdminInProcess(folder, 'reset', 'carla')
      expect(reset.out).toContain('carla has no key password, no second factor')
      expect(reset.out).not.toContain('Password ')
      expect((await runAdminInProcess(folder, 'unlink', 'carla', '--force')).code).toBe(0)
      expect(await wayOf(folder, 'carla')).toBe('not linked')
      expect((await runAdminInProcess(folder, 'unlink', 'carla')).err).toBe(
        'carla is not linked to anybody.\n',
      )
    },
  )

  it('says whose password signs in where only the operator’s may', { tags: 'thorough' }, async () => {
    const folder = await scratchFolder()
    await addressOf(await spawnServer(folder, { ADMIN_PASSWORD: 'correct horse battery' }))
    const operatorOnly = { ...provider, OIDC_ONLY: '1' }
    await runAdminInProcess(folder, 'add', 'carla', '--sso-only')
    expect((await runAdminInProcess(folder, 'sign-in', 'carla', 'provider')).out).toContain(
      'carla signs in by the provider. They have no password',
    )
    await runAdminInProcess(folder, 'add', 'dora')
    await link(folder, 'dora', issuer, 'd-1')
    expect((await runAdminInProcessWith(folder, operatorOnly, 'unlink', 'dora')).err).toBe(
      'Nothing else lets dora in. Say --force to unlink them all the same.\n',
    )
    expect((await runAdminInProcess(folder, 'sign-in', 'dora', 'provider')).out).toContain(
      'is a key password now',
    )
    expect((await runAdminInProcessWith(folder, operatorOnly, 'sign-in', 'dora', 'password')).out).toBe(
      "dora has a login password now, but OIDC_ONLY=1 lets only the operator's sign in. " +
        '`operator dora` makes them the operator.\n',
    )
  })

  it(
    'ends a link that somebody else made: by a reset, and by another link',
    { tags: 'thorough' },
    async () => {
      const folder = await scratchFolder()
      const server = await spawnServer(folder, { ADMIN_PASSWORD: 'correct horse battery' })
      const origin = await addressOf(server)
      await link(folder, 'admin', issuer, 'thief')
      const thief = await signIn(origin, 'admin', 'correct horse battery')
      expect((await link(folder, 'admin', issuer, 'a-1')).out).toContain(
        `thief of ${issuer} does not any more: all sessions and API tokens have ended.`,
      )
      expect(await thief.me()).toEqual(sessionExpired)
      const again = await signIn(origin, 'admin', 'correct horse battery')
      await link(folder, 'admin', issuer, 'a-1')
      expect((await again.me()).status).toBe(200)
      const reset = await runAdminInProcess(folder, 'reset', 'admin', '--password', 'battery staple horse')
      expect(reset.out).toContain(`The provider lets admin in no more (a-1 of ${issuer})`)
      expect((await runAdminInProcess(folder, 'unlink', 'admin')).err).toBe(
        'admin is not linked to anybody.\n',
      )
    },
  )

  it(
    'links to nobody of another provider, and leaves the link that works',
    { tags: 'thorough' },
    async () => {
      const folder = await scratchFolder()
      await addressOf(await spawnServer(folder, { ADMIN_PASSWORD: 'correct horse battery' }))
      await link(folder, 'admin', issuer, 'a-1')
      for (const other of ['https://login.example.org/realms/other', `${issuer}/`])
        expect(await link(folder, 'admin', other, 'a-1')).toMatchObject({
          ...{ code: 1, out: '' },
          err: `ISSUER is not the provider of this server. OIDC_ISSUER is ${issuer}\n`,
        })
      const unset = await runAdminInProcess(folder, 'link', 'admin', issuer, 'a-1')
      expect(unset).toMatchObject({
        code: 1,
        err: expect.stringContaining('OIDC_ISSUER is not set') as string,
      })
      const unlinked = await runAdminInProcess(folder, 'unlink', 'admin')
      expect(unlinked).toMatchObject({ code: 0, err: '' })
    },
  )

  it('leaves the operator a password, and ends sessions with the link', { tags: 'thorough' }, async () => {
    const folder = await scratchFolder()
    const server = await spawnServer(folder, { ADMIN_PASSWORD: 'correct horse battery' })
    const origin = await addressOf(server)
    expect((await runAdminInProcess(folder, 'sign-in', 'admin', 'provider')).err).toContain(
      'admin is the operator',
    )
    await link(folder, 'admin', issuer, 'a-1')
    expect(await wayOf(folder, 'admin')).toBe('password, provider')
    const session = await signIn(origin, 'admin', 'correct horse battery')
    expect((await runAdminInProcess(folder, 'unlink', 'admin')).out).toContain(
      'does not let admin in any more',
    )
    expect(await session.me()).toEqual(sessionExpired)
    expect((await signIn(origin, 'admin', 'correct horse battery')).status).toBe(200)
  })
})

describe('npm run admin', () => {
  it('resets one who is disabled, and says that they still cannot sign in', async () => {
    const folder = await scratchFolder()
    const db = await openFolderDatabase(folder)
    onTestFinished(() => db.destroy())
    await addUser(db, 'alice', 'some good password', new Date().toISOString())
    await runAdminInProcess(folder, 'disable', 'alice')
    const reset = await runAdminInProcess(folder, 'reset', 'alice')
    expect(reset.out).toContain('alice is disabled and cannot sign in until enabled.')
    expect(await findUserByName(db, 'alice')).toMatchObject({ is_active: 0 })
  })

  it('refuses with a message, and changes nothing', async () => {
    const folder = await scratchFolder()
    const db = await openFolderDatabase(folder)
    onTestFinished(() => db.destroy())
    await addUser(db, 'alice', 'some good password', new Date().toISOString())
    const before = await db.selectFrom('user').selectAll().execute()
    for (const [words, sentence] of [
      [['add', 'ALICE'], 'The name ALICE is already taken.'],
      [['add', ' ab '], 'A user name must have 3 to 100 characters.'],
      [['add', 'bob', '--password', 'seven77'], 'A password must have 8 to 1024 characters.'],
      [['add'], 'Usage: sealpost-admin add NAME [--password P | --sso-only]'],
      [['add', 'bob', 'alice'], 'Usage: sealpost-admin add NAME [--password P | --sso-only]'],
      [['disable', 'alice', '--password', 'x'], 'Usage: sealpost-admin disable NAME [--force]'],
      [['reset', 'bob'], 'There is no administrator named bob.'],
      [['disable', 'bob'], 'There is no administrator named bob.'],
      [['enable', 'bob'], 'There is no administrator named bob.'],
    ] as const) {
      const refused = await runAdminInProcess(folder, ...words)
      expect(refused, words.join(' ')).toEqual({ code: 1, out: '', err: `${sentence}\n` })
      expect(await db.selectFrom('user').selectAll().execute(), words.join(' ')).toEqual(before)
    }
  })

  it('shows what there is to type for no command, and for one that there is not', async () => {
    for (const args of [[], ['frobnicate'], ['toString']]) {
      const { code, out, err } = await runAdminInProcess('/nowhere', ...args)
      expect([code, out]).toEqual([1, ''])
      for (const name of ['add', 'reset', 'disable', 'enable', 'operator'])
        expect(err).toContain(`\n  ${name} NAME`)
      expect(err).toContain('\n  list')
    }
  })

  it('makes no second installation where there is none', async () => {
    const folder = await scratchFolder()
    const { code, err } = await runAdmin(folder, 'add', 'bob')
    expect(code).toBe(1)
    expect(err).toBe(
      `There is no Sealpost database in ${join(folder, 'data')}. Name the settings of the server by --env-file FILE or set DATA_DIR, and start the server first.\n`,
    )
  })
})

describe('the state of an installation', () => {
  it('is told in lines, and to programs in JSON, while the server runs', { tags: 'thorough' }, async () => {
    const folder = await scratchFolder()
    const server = await spawnServer(folder, { ADMIN_PASSWORD: 'correct horse battery' })
    await addressOf(server)
    await runAdminInProcess(folder, 'add', 'bob')
    await runAdminInProcess(folder, 'disable', 'bob')
    const stateOutput = await runAdminInProcess(folder, 'state')
    expect(stateOutput).toMatchObject({ code: 0, err: '' })
    const lines = Object.fromEntries(
      stateOutput.out.split('\n').map((line) => line.split(/ {2,}/) as [string, string]),
    )
    expect(lines).toMatchObject({
      Version: packageJson.version,
      Database: `SQLite in ${join(folder, 'data')}`,
      Schema: Object.keys(migrations(sqlite)).sort().at(-1),
      Store: `files in ${join(folder, 'data')}`,
      Room: 'a folder 1024.0 GiB, an account without limit',
      Administrators: '1, and 1 disabled',
      'Signed in': '0 sessions',
      Files: '0, 0.0 GiB encrypted',
      'Mails waiting': '0',
      'Last sweep': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
      'Last backup': 'none yet',
    })
    expect(lines['Free disk']).toMatch(/^[\d.]+ GiB, (?:too little: )?uploads leave 1\.0 GiB$/)

    const db = await openFolderDatabase(folder)
    await setSetting(db, lastBackupSetting, '2026-11-24T02:00:00.000Z')
    await db.destroy()
    const { out } = await runAdminInProcess(folder, 'state', '--json')
    expect(JSON.parse(out)).toMatchObject({
      ...{
        version: packageJson.version,
        administrators: 1,
        disabledAdministrators: 1,
        files: 0,
        fileBytes: 0,
      },
      ...{ noticesWaiting: { mails: { all: 0, retrying: 0 }, webhooks: { all: 0, retrying: 0 } } },
      ...{ userQuotaBytes: null, lastBackup: '2026-11-24T02:00:00.000Z' },
    })
    expect((await runAdminInProcess(folder, 'state')).out).toMatch(
      /^Last backup +2026-11-24T02:00:00\.000Z$/m,
    )
  })
})

describe('a test mail', () => {
  it('goes into the data folder where no SMTP server is set, and a wrong address is told', async () => {
    const folder = await scratchFolder()
    const sent = await runAdminInProcess(folder, 'test-mail', 'alice@example.org')
    expect([sent.code, sent.err]).toEqual([0, ''])
    expect(sent.out).toContain('The mail to alice@example.org was handed to')
    expect(await readdir(join(folder, 'data', 'mail'))).toEqual([expect.stringMatching(/\.eml$/)])
    const refused = await runAdminInProcess(folder, 'test-mail', 'alice')
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('not an e-mail address')])
  })
})

it(
  'upgrades an older database once, however many commands and servers begin together',
  { tags: 'thorough' },
  async () => {
    const folder = await scratchFolder()
    await mkdir(join(folder, 'data'))
    restoreDatabase(keptDatabases()[0]?.sql ?? '', join(folder, 'data', 'sealpost.db'))
    const server = await spawnServer(folder)
    const lists = await Promise.all(Array.from({ length: 3 }, () => runAdmin(folder, 'list')))
    await addressOf(server)
    for (const { code, out, err } of lists) {
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toMatch(/^admin +active/m)
    }
  },
)

describe('npm run admin -- migrate', () => {
  it('says which migrations were missing, and does nothing at a second time', async () => {
    const folder = await scratchFolder()
    await mkdir(join(folder, 'data'))
    const [oldest] = keptDatabases()
    restoreDatabase(oldest?.sql ?? '', join(folder, 'data', 'sealpost.db'))
    const missing = Object.keys(migrations(sqlite)).filter((name) => name > (oldest?.name ?? ''))
    const first = await runAdminInProcess(folder, 'migrate')
    const copy = join(folder, 'data', `before-${missing[0]}.db`)
    expect(first.out.trim().split('\n')).toEqual([
      `A copy of the database as it was: ${copy}`,
      ...missing,
      'The database is up to date.',
    ])
    expect((await runAdminInProcess(folder, 'migrate')).out).toBe('The database is up to date already.\n')
  })
})

/** What is typed after each command that opens the database. */
const wordsAfter: Readonly<Record<string, readonly string[]>> = {
  ...{ add: ['Bob'], list: [], reset: ['admin'], disable: ['admin'], enable: ['admin'], operator: ['admin'] },
  ...{ link: ['admin', issuer, '1'], unlink: ['admin'], 'sign-in': ['admin', 'provider'] },
  ...{
    quota: ['admin', 'none'],
    state: [],
    doctor: ['--quick'],
    check: [],
    scrub: [],
    sweep: [],
    verify: [],
  },
  ...{ migrate: [], backup: ['backups'], move: ['--to', 'new.env'] },
}
const newerDatabase =
  'The database is of a newer version of Sealpost. Start that version, or restore a backup from before it.'

describe('a database of a newer version', () => {
  it('ends every command that opens it with 78, as it ends the server', async () => {
    const folder = await scratchFolder()
    const db = await openFolderDatabase(folder)
    await addUser(db, 'admin', 'correct horse battery', '2026-11-23')
    await runAdminInProcess(folder, 'migrate')
    expect(await runAdminInProcess(folder, 'backup', join(folder, 'backups'))).toMatchObject({ code: 0 })
    for (const one of [db, await openSqliteKysely(join(folder, 'backups', 'sealpost.db'))]) {
      await sql`insert into kysely_migration values ('9999-newer', '2099')`.execute(one)
      await one.destroy()
    }
    await writeFile(join(folder, 'new.env'), `DATA_DIR="${join(folder, 'new', 'data')}"\n`)
    const named = (word: string) => (/^(?:backups|new\.env)$/.test(word) ? join(folder, word) : word)
    const left = commands.map(({ name }) => name).filter((name) => !(name in wordsAfter))
    expect(left.sort()).toEqual(['restore', 'test-mail'])
    for (const [name, words] of Object.entries(wordsAfter)) {
      const refused = await runAdminInProcessWith(folder, provider, name, ...words.map(named))
      expect(refused, name).toMatchObject({ code: 78, err: `${newerDatabase}\n` })
    }
    const empty = join(folder, 'empty')
    for (const [at, ...line] of [
      [empty, 'restore', join(folder, 'backups')],
      [folder, 'verify', join(folder, 'backups')],
    ] as const)
      expect(await runAdminInProcess(at, ...line), line[0]).toMatchObject({
        code: 78,
        err: `${newerDatabase}\n`,
      })
  })

  it('is told so by the program itself', async () => {
    const folder = await scratchFolder()
    const db = await openFolderDatabase(folder)
    await addUser(db, 'admin', 'correct horse battery', '2026-11-23')
    await sql`insert into kysely_migration values ('9999-newer', '2099')`.execute(db)
    await db.destroy()
    expect(await runAdmin(folder, 'list')).toEqual({ code: 78, out: '', err: `${newerDatabase}\n` })
  })
})

describe('npm run admin -- move', () => {
  it(
    'goes to another folder and says so; a server finds everything there, and none starts before',
    { tags: 'thorough' },
    async () => {
      const folder = await scratchFolder()
      const db = await openFolderDatabase(folder)
      await addUser(db, 'admin', 'correct horse battery', '2026-11-23')
      await db.destroy()
      const settings = join(folder, 'new.env')
      await writeFile(settings, `# the new place\nDATA_DIR="${join(folder, 'new', 'data')}"\nMAIL_FROM=\n`)
      const { code, out, err } = await runAdminInProcess(folder, 'move', '--to', settings)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toContain('0 files, 0 MB to move.')
      expect(out).toContain(`Start the servers with the settings in ${settings}.`)
      expect((await runAdminInProcess(join(folder, 'new'), 'list')).out).toMatch(/^admin +active/m)

      const again = await runAdminInProcess(folder, 'move', '--to', settings)
      expect(again.code).toBe(78)
      expect(again.err).toContain('The database to move into is not empty.')
    },
  )

  it('says what is wrong with the settings, without what is in them', async () => {
    const folder = await scratchFolder()
    await (await openFolderDatabase(folder)).destroy()
    const settings = join(folder, 'new.env')
    await writeFile(settings, 'DATABASE_URL=postgres://user:secret@\n')
    const wrong = await runAdminInProcess(folder, 'move', '--to', settings)
    expect(wrong.code).toBe(78)
    expect(wrong.err).toContain(`In ${settings}: DATABASE_URL must be like`)
    await writeFile(settings, 'DATABASE_URL=postgres://user:secret@127.0.0.1:1/sealpost\n')
    const unreachable = await runAdminInProcess(folder, 'move', '--to', settings)
    expect(unreachable.err).toContain('The database of DATABASE_URL cannot be reached (ECONNREFUSED).')
    expect(wrong.err + unreachable.err + unreachable.out).not.toContain('secret')
  })
})
