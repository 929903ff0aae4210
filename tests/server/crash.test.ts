import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { FileRecord, Folder } from '../../contract/schemas/folders.ts'
import type { UploadResult } from '../../contract/schemas/uploads.ts'
import { openSqliteKysely } from '../../server/db/sqlite/sqlite.ts'
import { findWrongFolderTotals } from '../../server/db/folders/wrongFolderTotals.ts'
import { allowances } from '../../server/security/rateLimits.ts'
import { addUser } from '../../server/security/userPasswords.ts'
import { leftoversIn } from './leftovers.ts'
import { scratchFolder } from './scratchFolder.ts'
import { addressOf, spawnServer } from './serverProcess.ts'
import { recipientKey } from './testServer.ts'
import { newBatchId, uploadForm, type TestForm } from './uploads.ts'

/** More rounds: `npm run crash`, or with CRASH_ROUNDS=n. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 3)
const partSize = 20 * 262160
const password = 'correct horse battery'

it(
  `keeps what it has confirmed and nothing else when it is killed, ${rounds} times`,
  async () => {
    const folder = await scratchFolder()
    const env = { ADMIN_PASSWORD: password }
    const confirmed = new Map<string, string>()
    const deleted: DeletedNames = { trashed: new Set(), restored: new Set(), erased: new Set() }
    const sent = new Map<string, string>()
    let link: Folder | undefined
    let unanswered: TestForm[] = []
    // Of an administrator who changes the password all the time: what may be in force, and the key sealed for each.
    let secrets: KeyHolderSecret[] = []

    for (let round = 0; round <= rounds; round++) {
      const server = await spawnServer(folder, env)
      const origin = await addressOf(server)
      const client = await signIn(origin)
      link ??= await client.createFolder()
      if (secrets.length === 0) secrets = [await addKeyHolder(folder, origin)]
      const url = `${origin}/api/upload/${link.link_token}`

      const { records, trashed, leftovers, wrongTotals } = await readFolderState(folder, client, link, sent)
      expect(leftovers, 'bytes that no row names').toEqual([])
      for (const name of confirmed.keys()) expect(records.get(name), 'a confirmed file').toBe(sent.get(name))
      expect(wrongTotals, 'bytes that no quota counts').toEqual([])
      for (const name of deleted.trashed)
        expect([records.has(name), trashed.has(name)], 'a file in the trash').toEqual([false, true])
      for (const name of deleted.erased)
        expect([records.has(name), trashed.has(name)], 'an erased file').toEqual([false, false])
      for (const name of trashed) expect(records.has(name), 'both listed and in the trash').toBe(false)
      const holder = await signInWithOneOf(origin, secrets)
      secrets = [holder.secret]
      // Whoever got no answer asks again and gets a file, once.
      for (const form of unanswered) await sendAndConfirm(url, form, confirmed, sent)
      unanswered = []
      if (round === rounds) break

      const running = Array.from({ length: 4 }, (_, i) =>
        i === 0
          ? uploadInParts(url, confirmed, sent, unanswered)
          : uploadBatches(url, confirmed, sent, unanswered),
      )
      const killed = new AbortController()
      running.push(deleteFiles(client, confirmed, deleted, killed.signal), changePasswords(holder, secrets))
      await delay(50 + Math.random() * 700)
      // Of the first round something must be there for the later ones to keep, on a slow machine too.
      if (round === 0)
        await expect
          .poll(() => Object.values(deleted).every(({ size }) => size > 0) && confirmed.size > 0)
          .toBe(true)
      server.child.kill('SIGKILL')
      killed.abort()
      await server.ended
      await Promise.all(running)
    }
    expect(confirmed.size).toBeGreaterThan(0)
    expect(new Set(confirmed.values()).size).toBe(confirmed.size)
  },
  180_000 + rounds * 60_000,
)

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

type HttpClient = Awaited<ReturnType<typeof signIn>>

async function signIn(origin: string, username = 'admin', secret = password) {
  const cookies = new Map<string, string>()
  async function send(method: string, path: string, json?: object) {
    const reply = await fetch(origin + path, {
      method,
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'x-csrftoken': cookies.get('csrftoken') ?? '',
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
    })
    for (const text of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      cookies.set(name, value)
    }
    return reply
  }
  const { status } = await send('POST', '/api/auth/token', { username, password: secret })
  return {
    status,
    send,
    get: (path: string) => send('GET', path),
    async createFolder(): Promise<Folder> {
      return (await (await send('POST', '/api/folders/', { title: 'x' })).json()) as Folder
    },
  }
}

/** What a browser sends of a password, and a private key that is sealed under it. */
interface KeyHolderSecret {
  verifier: string
  salt: string
  sealedKey: string
}

const holderName = 'key holder'
const newKeyHolderSecret = (): KeyHolderSecret => ({
  verifier: `v1.${randomBytes(32).toString('base64url')}`,
  salt: randomBytes(16).toString('base64'),
  sealedKey: randomBytes(1246).toString('base64'),
})

const sealedKeyFields = ({ sealedKey, salt }: KeyHolderSecret) => ({
  encryptedPrivateKey: sealedKey,
  kdfSalt: salt,
  kdfIterations: 600_000,
})

async function addKeyHolder(folder: string, origin: string): Promise<KeyHolderSecret> {
  const db = await openSqliteKysely(join(folder, 'data', 'sealpost.db'))
  await addUser(db, holderName, password, new Date().toISOString())
  await db.destroy()
  const client = await signIn(origin, holderName)
  await client.send('PUT', '/api/auth/public-key', { public_key_spki: recipientKey })
  const secret = newKeyHolderSecret()
  await client.send('PUT', '/api/auth/users/me/encrypted-key', sealedKeyFields(secret))
  expect((await changePassword(client, password, secret)).status).toBe(200)
  return secret
}

const changePassword = (client: HttpClient, old_password: string, next: KeyHolderSecret) =>
  client.send('POST', '/api/auth/change-password', {
    old_password,
    new_password: next.verifier,
    salt: next.salt,
    iterations: 600_000,
    ...sealedKeyFields(next),
  })

/** Exactly one password signs in, and the key that is stored is the one that it opens. */
async function signInWithOneOf(origin: string, secrets: readonly KeyHolderSecret[]) {
  const clients = []
  for (const secret of secrets) {
    const client = await signIn(origin, holderName, secret.verifier)
    if (client.status === 200) clients.push({ client, secret })
    else expect(client.status).toBe(401)
  }
  expect(clients, 'passwords that sign in').toHaveLength(1)
  const [holder] = clients
  if (!holder) throw new Error('nobody signed in')
  const reply = await holder.client.get('/api/auth/users/me/encrypted-key')
  expect(await reply.json()).toEqual(sealedKeyFields(holder.secret))
  return holder
}

/** Changes the password until the server is gone. The first of `secrets` is in force, a second one may be. */
async function changePasswords(
  { client }: { client: HttpClient },
  secrets: KeyHolderSecret[],
): Promise<void> {
  for (;;) {
    const [current] = secrets
    if (!current) return
    const next = newKeyHolderSecret()
    secrets.push(next)
    const reply = await changePassword(client, current.verifier, next).catch(() => undefined)
    if (!reply) return
    // So many rounds that the account has all the former key pairs that it may have.
    if (reply.status === 409) {
      secrets.pop()
      return
    }
    expect(reply.status).toBe(200)
    secrets.shift()
  }
}

/** Names of files by what became of them last; what got no answer is in none of them. */
type DeletedNames = Record<'trashed' | 'restored' | 'erased', Set<string>>

/** Fewer than an account restores in an hour. */
const maxRestored = allowances.restorations.points / 2

/** Deletes confirmed files one after the other until the server is gone; restores one of three, and erases another. */
async function deleteFiles(
  client: HttpClient,
  confirmed: Map<string, string>,
  { trashed, restored, erased }: DeletedNames,
  killed: AbortSignal,
) {
  const call = async (name: string, id: string) => {
    const answer = await client
      .send('POST', `/api/folders/files/${name}`, { file_ids: [Number(id)] })
      .then((reply) => reply.json() as Promise<unknown>)
      .catch(() => undefined)
    if (answer !== undefined) expect(answer).toEqual({ errors: [] })
    return answer !== undefined
  }
  for (let turn = 0; !killed.aborted; turn++) {
    await delay(20)
    const oldest = [...confirmed].find(([name]) => !restored.has(name))
    if (!oldest) continue
    const [name, id] = oldest
    // Until the answer comes it may be there or not.
    confirmed.delete(name)
    if (!(await call('delete', id))) return
    if (turn % 3 === 0) trashed.add(name)
    else if (turn % 3 === 1 && restored.size < maxRestored) {
      if (!(await call('restore', id))) return
      restored.add(name)
      confirmed.set(name, id)
    } else {
      if (!(await call('delete?now=1', id))) return
      erased.add(name)
    }
  }
}

/** Files of the folder by name, with the hash of the bytes that come back; and what lies on disk beside them. */
async function readFolderState(
  folder: string,
  client: HttpClient,
  link: Folder,
  sent: ReadonlyMap<string, string>,
) {
  const list = (await (await client.get(`/api/folders/${link.id}/files`)).json()) as FileRecord[]
  const records = new Map<string, string>()
  for (const file of list) {
    const reply = await client.get(`/api/folders/download/${file.id}`)
    const bytes = new Uint8Array(await reply.arrayBuffer())
    expect(sha256(bytes), `the bytes of ${file.original_filename}`).toBe(sent.get(file.original_filename))
    expect(records.has(file.original_filename), 'stored twice').toBe(false)
    records.set(file.original_filename, sha256(bytes))
  }
  const inTrash = (await (await client.get(`/api/folders/${link.id}/trash`)).json()) as FileRecord[]
  const trashed = new Set(inTrash.map((file) => file.original_filename))
  const leftovers = await leftoversIn(join(folder, 'data'))
  const db = await openSqliteKysely(join(folder, 'data', 'sealpost.db'))
  const wrongTotals = await findWrongFolderTotals(db)
  await db.destroy()
  return { records, trashed, leftovers, wrongTotals }
}

async function sendAndConfirm(
  url: string,
  form: TestForm,
  confirmed: Map<string, string>,
  sent: Map<string, string>,
) {
  for (const file of form.files) if (file.bytes) sent.set(file.name, sha256(file.bytes))
  const { payload, headers } = uploadForm(form)
  const reply = await fetch(url, { method: 'POST', headers, body: new Uint8Array(payload) })
  const result = (await reply.json()) as UploadResult
  for (const file of result.successful_files)
    confirmed.set(file.original_raw_name_from_client, String(file.id))
}

async function uploadBatches(
  url: string,
  confirmed: Map<string, string>,
  sent: Map<string, string>,
  unanswered: TestForm[],
) {
  for (;;) {
    const files = Array.from({ length: 10 }, (_, i) => ({
      name: randomBytes(8).toString('hex'),
      bytes: randomBytes(i === 9 ? 300_000 : 8208),
    }))
    const form = { files, batchId: newBatchId() }
    try {
      await sendAndConfirm(url, form, confirmed, sent)
    } catch {
      unanswered.push(form)
      return
    }
  }
}

async function uploadInParts(
  url: string,
  confirmed: Map<string, string>,
  sent: Map<string, string>,
  unanswered: TestForm[],
) {
  for (;;) {
    const bytes = randomBytes(partSize + 5000)
    let form: TestForm | undefined
    try {
      const body = JSON.stringify({ size: bytes.length, part_size: partSize })
      const headers = { 'content-type': 'application/json' }
      const { upload_id } = (await (
        await fetch(`${url}/files`, { method: 'POST', headers, body })
      ).json()) as {
        upload_id: string
      }
      for (const n of [2, 1]) {
        const part = bytes.subarray((n - 1) * partSize, n * partSize)
        await fetch(`${url}/files/${upload_id}/parts/${n}`, { method: 'PUT', body: new Uint8Array(part) })
      }
      const name = randomBytes(8).toString('hex')
      sent.set(name, sha256(bytes))
      form = { files: [{ name, reference: upload_id }], batchId: newBatchId() }
      await sendAndConfirm(url, form, confirmed, sent)
    } catch {
      if (form) unanswered.push(form)
      return
    }
  }
}
