import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { FileRecord, Folder } from '../../contract/folders.ts'
import type { UploadResult } from '../../contract/uploads.ts'
import { openSqlite } from '../../server/db/database.ts'
import { scratchFolder } from './scratch.ts'
import { addressOf, spawnServer } from './serverProcess.ts'
import { newBatchId, uploadForm, type TestForm } from './uploads.ts'

/** More rounds: CRASH_ROUNDS=20 npx vitest run tests/server/crash.test.ts */
const rounds = Number(process.env.CRASH_ROUNDS ?? 3)
const partSize = 20 * 262160
const password = 'correct horse battery'

it(
  `keeps what it has confirmed and nothing else when it is killed, ${rounds} times`,
  async () => {
    const folder = await scratchFolder()
    const env = { ADMIN_PASSWORD: password }
    const confirmed = new Map<string, string>()
    const sent = new Map<string, string>()
    let link: Folder | undefined
    let unanswered: TestForm[] = []

    for (let round = 0; round <= rounds; round++) {
      const server = await spawnServer(folder, env)
      const origin = await addressOf(server)
      const client = await signIn(origin)
      link ??= await client.createFolder()
      const url = `${origin}/api/upload/${link.link_token}`

      const { records, leftovers } = await compare(folder, client, link, sent)
      expect(leftovers, 'bytes that no row names').toEqual([])
      for (const name of confirmed.keys()) expect(records.get(name), 'a confirmed file').toBe(sent.get(name))
      // Whoever got no answer asks again and gets a file, once.
      for (const form of unanswered) await confirm(url, form, confirmed, sent)
      unanswered = []
      if (round === rounds) break

      const running = Array.from({ length: 4 }, (_, i) =>
        i === 0
          ? uploadInParts(url, confirmed, sent, unanswered)
          : uploadBatches(url, confirmed, sent, unanswered),
      )
      await delay(50 + Math.random() * 700)
      server.child.kill('SIGKILL')
      await server.ended
      await Promise.all(running)
    }
    expect(confirmed.size).toBeGreaterThan(0)
    expect(new Set(confirmed.values()).size).toBe(confirmed.size)
  },
  30_000 + rounds * 15_000,
)

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function signIn(origin: string) {
  const body = new URLSearchParams({ username: 'admin', password })
  const reply = await fetch(`${origin}/api/auth/token`, { method: 'POST', body })
  const cookie = reply.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  const [, token = ''] = /csrftoken=([^;]+)/.exec(cookie) ?? []
  const headers = { cookie, 'x-csrftoken': token }
  const get = (path: string) => fetch(origin + path, { headers })
  return {
    get,
    async createFolder(): Promise<Folder> {
      const body = new URLSearchParams({ title: 'x' })
      return (await (
        await fetch(`${origin}/api/folders/`, { method: 'POST', headers, body })
      ).json()) as Folder
    },
  }
}

/** Files of the folder by name, with the hash of the bytes that come back; and what lies on disk beside them. */
async function compare(
  folder: string,
  client: Awaited<ReturnType<typeof signIn>>,
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
  const db = await openSqlite(join(folder, 'data', 'sealpost.db'))
  // The garbage that the start has found is collected in the background.
  await expect.poll(() => db.selectFrom('garbage').selectAll().execute(), { timeout: 5000 }).toEqual([])
  const named = new Set(
    [
      ...(await db.selectFrom('file').select('blob_key').execute()),
      ...(await db.selectFrom('upload').select('blob_key').execute()),
    ].map((row) => row.blob_key),
  )
  expect(await db.selectFrom('staged').selectAll().execute()).toEqual([])
  await db.destroy()
  const blobs = join(folder, 'data', 'blobs')
  const leftovers = (await readdir(blobs, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(blobs, join(entry.parentPath, entry.name)).replace(/^..\//, ''))
    .filter((path) => !named.has(path) && !named.has(path.replace(/(?:\.parts)?\/\d+$/, '')))
  return { records, leftovers }
}

async function confirm(
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
      await confirm(url, form, confirmed, sent)
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
      await confirm(url, form, confirmed, sent)
    } catch {
      if (form) unanswered.push(form)
      return
    }
  }
}
