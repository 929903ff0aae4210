import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { Folder } from '../../../../contract/schemas/folders.ts'
import {
  fingerprint,
  fromBase64,
  openPrivateKey,
  publicKeyOf,
  readKeyBackup,
} from '../../../../core/crypto/index.ts'
import { addUser } from '../../../../server/security/userPasswords.ts'
import { scratchFolder } from '../../../server/scratchFolder.ts'
import { password, startTestServer } from '../../../server/testServer.ts'
import { startTwoFactorServer } from '../../../server/totp.ts'
import { eventsOf } from '../../testContext.ts'
import { type AlterAnswer, startLyingServer } from '../lyingServer.ts'
import { startAlteringProxy } from '../pull/alteringProxy.ts'
import { runCommand } from '../share/setUpShare.ts'

const ownPassword = 'correct horse battery'

/** A server with an account as sealpost-admin makes it, which has neither key pair nor token. */
async function setUpNewAccount() {
  const server = await startTestServer()
  await addUser(server.services.db, 'ada', ownPassword, new Date().toISOString())
  const proxy = await startAlteringProxy(await server.listen())
  const dir = await scratchFolder()
  const passwordFile = join(dir, 'password')
  await writeFile(passwordFile, `${ownPassword}\n`)
  const signIn = ['--user', 'ada', '--password-file', passwordFile]
  const backup = join(dir, 'backup.json')
  return {
    ...{ server, proxy, dir, backup },
    newKey: (...more: string[]) =>
      runCommand(['key', 'new', proxy.origin, ...signIn, '--backup', backup, ...more], {}),
    newKeyAt: (origin: string) => runCommand(['key', 'new', origin, ...signIn, '--backup', backup], {}),
    newToken: (...more: string[]) => runCommand(['token', 'new', proxy.origin, ...signIn, ...more], {}),
    findUser: async () =>
      server.services.db
        .selectFrom('user')
        .select(['public_key_spki', 'encrypted_private_key'])
        .where('username', '=', 'ada')
        .executeTakeFirstOrThrow(),
  }
}

const documentation = readFileSync(new URL('../../../../docs/command-line.md', import.meta.url), 'utf8')
const script = /```sh\n(#!\/bin\/sh\n# from-nothing[^]*?)```/.exec(documentation)?.[1] ?? ''

it('the script of the page begins with an account and its password, and ends with files that arrived', async () => {
  const { server, proxy, dir } = await setUpNewAccount()
  const program = async (name: string, text: string) => {
    await writeFile(join(dir, name), text)
    await chmod(join(dir, name), 0o755)
  }
  await program('sealpost', `#!/bin/sh\nexec ${process.execPath} ${resolve('cli/main.ts')} "$@"\n`)
  await program('from-nothing', script)
  await writeFile(join(dir, 'report.pdf'), 'a report')
  const env = {
    XDG_STATE_HOME: join(dir, 'state'),
    PATH: `${dir}:${process.env.PATH ?? ''}`,
  }
  await promisify(execFile)(join(dir, 'from-nothing'), [proxy.origin, 'ada', 'report.pdf'], { cwd: dir, env })
  expect(await readFile(join(dir, 'arrived', 'report.pdf'), 'utf8')).toBe('a report')

  const user = await server.services.db.selectFrom('user').selectAll().executeTakeFirstOrThrow()
  const { b64u, words } = await fingerprint(fromBase64(user.public_key_spki ?? ''))
  expect(await readFile(join(dir, 'link'), 'utf8')).toMatch(
    new RegExp(`^${proxy.origin}/upload/[\\w-]+#kp=${b64u}\\n$`),
  )
  expect(await readFile(join(dir, 'key-words'), 'utf8')).toBe(`${words.join(' ')}\n`)
  for (const name of ['token', 'key-backup.json', 'link'])
    expect((await stat(join(dir, name))).mode & 0o077, name).toBe(0)
})

it('stores a first pair that opens by the password and by its backup, and signs out', async () => {
  const { newKey, findUser, backup, server } = await setUpNewAccount()
  const made = await newKey('--bits', '3072')
  expect([made.code, made.message]).toEqual([0, ''])
  const user = await findUser()
  const publicKey = fromBase64(user.public_key_spki ?? '')
  const { b64u, words } = await fingerprint(publicKey)
  expect(made.events).toEqual([{ event: 'key', fingerprint: b64u, words, path: backup }])
  const written = readKeyBackup(await readFile(backup, 'utf8'))
  if ('problem' in written) throw new Error(written.problem)
  expect(written).toMatchObject({
    username: 'ada',
    sealed: { encryptedPrivateKey: user.encrypted_private_key },
  })
  expect(await publicKeyOf(await openPrivateKey(written.sealed, ownPassword))).toEqual(publicKey)
  expect((await stat(backup)).mode & 0o777).toBe(0o600)
  expect(await server.services.db.selectFrom('session').selectAll().execute()).toEqual([])
})

it('takes no second pair, and no file that is there', async () => {
  const { newKey, findUser, backup, proxy } = await setUpNewAccount()
  await writeFile(backup, 'precious')
  expect(await newKey()).toMatchObject({
    code: 1,
    message: expect.stringContaining('exists already') as string,
  })
  expect(proxy.calls).toEqual([])
  const other = `${backup}.2`
  expect(await newKey('--backup', other)).toMatchObject({ code: 0 })
  const user = await findUser()
  const again = await newKey('--backup', `${backup}.3`)
  expect(again).toMatchObject({ code: 3, message: expect.stringContaining('has a key pair') as string })
  expect(existsSync(`${backup}.3`)).toBe(false)
  expect(await findUser()).toEqual(user)
  expect(await readFile(backup, 'utf8')).toBe('precious')
})

it('takes its own pair for stored where the answer was lost, and replaces none that somebody stored meanwhile', async () => {
  const first = await setUpNewAccount()
  let isLost = false
  first.proxy.losesAnswer = (call) => call.endsWith('/encrypted-key') && !isLost && (isLost = true)
  expect(await first.newKey()).toMatchObject({ code: 0 })
  expect(eventsOf(await first.newToken('--scope', 'key:read'), 'token')).toHaveLength(1)

  const { newKey, proxy, server, findUser, backup } = await setUpNewAccount()
  const foreign = { public_key_spki: (await first.findUser()).public_key_spki }
  proxy.alterAnswer = async (call, answer) => {
    if (call === 'POST /api/auth/token')
      await server.services.db.updateTable('user').set(foreign).where('username', '=', 'ada').execute()
    return answer
  }
  expect(await newKey()).toMatchObject({
    code: 3,
    message: expect.stringMatching(/has a key pair.*backup\.json is of no use unless/) as string,
  })
  expect(existsSync(backup)).toBe(true)
  expect(await findUser()).toMatchObject(foreign)
})

/** Alters the answers to the storing of a pair, one after the other. */
async function alterStoring(
  { proxy }: Pick<Awaited<ReturnType<typeof setUpNewAccount>>, 'proxy'>,
  answers: readonly ReturnType<AlterAnswer>[],
): Promise<string> {
  const left = [...answers]
  const { origin } = await startLyingServer(proxy.origin, ({ url }) =>
    url.endsWith('/encrypted-key') ? left.shift() : undefined,
  )
  return origin
}

const json = { 'content-type': 'application/json' }
const fullDisk = { status: 507, headers: json, body: '{"detail":"No space left."}' }
const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Welcome</p>' }
const again = { status: 503, headers: { ...json, 'retry-after': '0' }, body: '{}' }

it.each<[string, ReturnType<AlterAnswer>[]]>([
  ['a full disk', [fullDisk]],
  ['a page, and then a full disk', [page, fullDisk]],
  ['a refusal of the second try', [again, { status: 403, headers: json, body: '{"detail":"Not now."}' }]],
])('keeps the backup of a pair that was stored where the answer is %s', async (_, answers) => {
  const setup = await setUpNewAccount()
  const { code, message } = await setup.newKeyAt(await alterStoring(setup, answers))
  expect([code, message]).toEqual([
    4,
    expect.stringMatching(/^It is not known whether .* Keep .*backup\.json/),
  ])
  const written = readKeyBackup(await readFile(setup.backup, 'utf8'))
  expect(written).toMatchObject({
    sealed: { encryptedPrivateKey: (await setup.findUser()).encrypted_private_key },
  })
})

const refusal = { status: 403, headers: json, body: '{"detail":"Not now."}' }
const blocked = { ...page, status: 403 }
const sentOn = { status: 302, headers: { ...page.headers, location: '/blocked' }, body: '' }

it.each<[string, ReturnType<AlterAnswer>[], number]>([
  ['a refusal', [refusal], 3],
  ['the page of a filter, and then a refusal', [blocked, refusal], 4],
  ['sent on, and then the truth', [sentOn], 0],
])('keeps the backup of a pair that may be stored where the answer is %s', async (_, answers, exitCode) => {
  const setup = await setUpNewAccount()
  const { code, message } = await setup.newKeyAt(await alterStoring(setup, answers))
  expect(code, message).toBe(exitCode)
  const written = readKeyBackup(await readFile(setup.backup, 'utf8'))
  expect(written).toMatchObject({
    sealed: { encryptedPrivateKey: (await setup.findUser()).encrypted_private_key },
  })
})

it('prints no token that a server could not have made', async () => {
  const { newToken, proxy } = await setUpNewAccount()
  proxy.alterAnswer = (_, answer) =>
    typeof answer === 'object' && answer !== null && 'api_token' in answer
      ? { ...answer, token: `sealpost_${'a'.repeat(51)}\n\u001b]0;title\u0007` }
      : undefined
  expect(await newToken('--scope', 'files:read')).toMatchObject({ code: 3, events: [] })
})

it('refuses a wrong password, a server that makes the password easy to guess, and what it cannot use', async () => {
  const { newKey, newToken, proxy, backup, dir } = await setUpNewAccount()
  const usage = [
    [newKey('--bits', '1024'), '--bits'],
    [newToken(), '--scope'],
    [newToken('--scope', 'files:read,all'), '--scope'],
    [newToken('--scope', 'files:read', '--days', '366'), '--days'],
    [newToken('--scope', 'files:read', '--name', 'x'.repeat(1000)), '--name'],
    [runCommand(['key', 'new', 'http://files.example.org', '--backup', backup], {}), 'https'],
    [runCommand(['key', 'list', proxy.origin], {}), 'Usage'],
    [runCommand(['token', proxy.origin], {}), 'Usage'],
    [runCommand(['key', 'new', proxy.origin], {}), '--backup'],
  ] as const
  for (const [result, said] of usage)
    expect(await result).toMatchObject({ code: 1, message: expect.stringContaining(said) as string })
  expect(proxy.calls).toEqual([])

  const wrong = join(dir, 'wrong')
  await writeFile(wrong, 'another password')
  expect(await newKey('--password-file', wrong)).toMatchObject({
    code: 3,
    message: 'Incorrect username or password.',
  })
  proxy.alterAnswer = (call, answer) =>
    call.endsWith('/prelogin') ? { ...(answer as object), iterations: 1 } : undefined
  const sent = proxy.calls.length
  expect(await newKey()).toMatchObject({ code: 3 })
  expect(proxy.calls.slice(sent)).toEqual(['POST /api/auth/prelogin'])
  expect(existsSync(backup)).toBe(false)
})

it('asks for the code of the second factor at the terminal', async () => {
  const { server, code } = await startTwoFactorServer()
  const origin = await server.listen()
  const passwordFile = join(await scratchFolder(), 'password')
  await writeFile(passwordFile, password)
  const line = [
    'token',
    'new',
    origin,
    '--user',
    'admin',
    '--password-file',
    passwordFile,
    '--scope',
    'files:read',
  ]
  expect(await runCommand(line, {})).toMatchObject({
    code: 1,
    message: expect.stringContaining('terminal') as string,
  })
  const signedIn = await runCommand(line, { answers: ['nonsense', `Code: ${code(1)}`] })
  const [made] = eventsOf(signedIn, 'token')
  expect(signedIn.context.questions).toHaveLength(2)
  const listed = await server.app.inject({
    url: '/api/folders/',
    headers: { authorization: `Bearer ${made?.token}` },
  })
  expect(listed.json<Folder[]>()).toEqual([])
})
