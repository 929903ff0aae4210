import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { FileRecord, Folder } from '../../../../contract/schemas/folders.ts'
import type { UploadResult } from '../../../../contract/schemas/uploads.ts'
import { blobPath } from '../../../../server/blobs/diskBlobStore.ts'
import { openSqliteKysely } from '../../../../server/db/sqlite/sqlite.ts'
import { runAdmin, spawnAdmin } from '../../adminCommand.ts'
import { scratchFolder } from '../../scratchFolder.ts'
import { addressOf, spawnServer } from '../../serverProcess.ts'
import { newBatchId, uploadForm, type TestForm } from '../../uploads.ts'
import { randomBitIndex, changeObject, flipBit } from './changeObject.ts'

const partSize = 5_243_200
const password = 'correct horse battery'
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function startSignedInServer(folder: string) {
  const server = await spawnServer(folder, { ADMIN_PASSWORD: password })
  const origin = await addressOf(server)
  const cookies = new Map<string, string>()
  const send = async (method: string, path: string, json?: object) => {
    const headers = {
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      'x-csrftoken': cookies.get('csrftoken') ?? '',
      ...(json && { 'content-type': 'application/json' }),
    }
    const reply = await fetch(origin + path, { method, headers, ...(json && { body: JSON.stringify(json) }) })
    for (const text of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      cookies.set(name, value)
    }
    return reply
  }
  expect((await send('POST', '/api/auth/token', { username: 'admin', password })).status).toBe(200)
  return { server, origin, send }
}

type ServerClient = Awaited<ReturnType<typeof startSignedInServer>>

/** Sends a form. @returns the hashes of what was confirmed, by id */
async function confirmUpload(
  url: string,
  form: TestForm,
  contents: readonly Buffer[],
): Promise<[number, string][]> {
  const { payload, headers } = uploadForm(form)
  const reply = await fetch(url, { method: 'POST', headers, body: new Uint8Array(payload) })
  const { successful_files } = (await reply.json()) as UploadResult
  return successful_files.map(({ id }, i) => [id, sha256(contents[i] ?? Buffer.alloc(0))])
}

async function sendFilesInForm(url: string, sizes: readonly number[]) {
  const contents = sizes.map((size) => randomBytes(size))
  const files = contents.map((bytes) => ({ name: randomBytes(8).toString('hex'), bytes }))
  return confirmUpload(url, { files, batchId: newBatchId() }, contents)
}

async function sendFileInParts(url: string) {
  const content = randomBytes(partSize + 5000)
  const body = JSON.stringify({ size: content.length, part_size: partSize })
  const begun = await fetch(`${url}/files`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { upload_id } = (await begun.json()) as { upload_id: string }
  for (const n of [2, 1]) {
    const part = content.subarray((n - 1) * partSize, n * partSize)
    await fetch(`${url}/files/${upload_id}/parts/${n}`, { method: 'PUT', body: new Uint8Array(part) })
  }
  return confirmUpload(
    url,
    { files: [{ name: randomBytes(8).toString('hex'), reference: upload_id }], batchId: newBatchId() },
    [content],
  )
}

/** Every one of these is there, with the bytes that were sent. */
async function expectFilesIntact(
  { send }: ServerClient,
  folderId: number,
  hashes: ReadonlyMap<number, string>,
) {
  const list = (await (await send('GET', `/api/folders/${folderId}/files`)).json()) as FileRecord[]
  const listed = new Set(list.map(({ id }) => id))
  for (const [id, hash] of hashes) {
    expect(listed.has(id), `file ${id} is listed`).toBe(true)
    const reply = await send('GET', `/api/folders/download/${id}`)
    expect([id, sha256(new Uint8Array(await reply.arrayBuffer()))]).toEqual([id, hash])
  }
  return list
}

it('brings back every file that was confirmed before the backup began, while four clients send and one deletes', async () => {
  const folder = await scratchFolder()
  const client = await startSignedInServer(folder)
  const { id: folderId, link_token } = (await (
    await client.send('POST', '/api/folders/', { title: 'x' })
  ).json()) as Folder
  const url = `${client.origin}/api/upload/${link_token}`
  const confirmed = new Map<number, string>()
  const doomed = new Set<number>()
  let isOver = false
  const until = async (work: () => Promise<unknown>) => {
    while (!isOver) await work()
  }
  const note = (files: readonly [number, string][]) => files.forEach(([id, hash]) => confirmed.set(id, hash))
  const running = [
    until(async () => note(await sendFilesInForm(url, [40, 5000, 5000, 300_000]))),
    until(async () => note(await sendFilesInForm(url, [100, 100, 100]))),
    until(async () => note(await sendFilesInForm(url, [8000, 200_000]))),
    until(async () => note(await sendFileInParts(url))),
    until(async () => {
      await delay(5)
      // Every second one stays, however slow the others are.
      const oldest = [...confirmed].find(([id]) => id % 2 === 0)
      if (oldest === undefined) return
      // Until the answer comes it may be there or not.
      doomed.add(oldest[0])
      confirmed.delete(oldest[0])
      await client.send('POST', '/api/folders/files/delete', { file_ids: [oldest[0]] })
    }),
  ]
  await expect.poll(() => confirmed.size + doomed.size).toBeGreaterThan(30)

  const dir = join(folder, 'backup')
  const before = new Map(confirmed)
  const made = await runAdmin(folder, 'backup', dir)
  // And one more, of what has changed meanwhile.
  const between = new Map(confirmed)
  const again = await runAdmin(folder, 'backup', dir)
  isOver = true
  await Promise.all(running)
  expect([made.err, made.code, again.err, again.code]).toEqual(['', 0, '', 0])
  const verified = await runAdmin(folder, 'verify', dir)
  expect(verified).toMatchObject({ code: 0, err: '' })
  expect(verified.out).toContain('Everything is as it was.')

  client.server.child.kill('SIGKILL')
  await client.server.ended
  await rm(join(folder, 'data'), { recursive: true })
  const restored = await runAdmin(folder, 'restore', dir)
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(await runAdmin(folder, 'verify')).toMatchObject({ code: 0, err: '' })
  expect((await runAdmin(folder, 'check')).out).toContain(
    'Each file has its object, and each object its file.',
  )

  const back = await startSignedInServer(folder)
  // What was deleted after a backup began may be in it or not.
  const wanted = (all: ReadonlyMap<number, string>) => new Map([...all].filter(([id]) => !doomed.has(id)))
  await expectFilesIntact(back, folderId, wanted(before))
  await expectFilesIntact(back, folderId, wanted(between))
  expect(wanted(between).size).toBeGreaterThan(0)
})

/** A stopped installation with so many files. */
async function createStoppedInstallation(files: number) {
  const folder = await scratchFolder()
  const client = await startSignedInServer(folder)
  const { id: folderId, link_token } = (await (
    await client.send('POST', '/api/folders/', { title: 'x' })
  ).json()) as Folder
  const sizes = Array.from({ length: files }, (_, i) => 100 + i)
  const hashes = new Map(await sendFilesInForm(`${client.origin}/api/upload/${link_token}`, sizes))
  client.server.child.kill('SIGTERM')
  await client.server.ended
  return { folder, folderId, hashes }
}

it('leaves the backup of before when a later one is killed, and goes on with the next', async () => {
  const { folder, hashes } = await createStoppedInstallation(400)
  const dir = join(folder, 'backup')
  expect(await runAdmin(folder, 'backup', dir)).toMatchObject({ code: 0 })
  const db = await openSqliteKysely(join(folder, 'data', 'sealpost.db'))
  const [row] = await db.selectFrom('file').select('blob_key').limit(1).execute()
  await db.destroy()
  // All of them come anew.
  await rm(join(dir, 'blobs', row?.blob_key.slice(0, 2) ?? ''), { recursive: true })

  // Told of by the system: a look now and then may miss what is there for a moment.
  const watcher = watch(dir)
  onTestFinished(() => watcher.close())
  const child = spawnAdmin(folder, {}, 'backup', dir)
  watcher.on('change', (_, name) => name === 'sealpost.db.new' && child.kill('SIGKILL'))
  await once(child, 'close')
  expect(existsSync(join(dir, 'sealpost.db')), 'the one of before').toBe(true)
  expect(await runAdmin(folder, 'backup', dir)).toMatchObject({ code: 0 })
  const verified = await runAdmin(folder, 'verify', dir)
  expect(verified).toMatchObject({ code: 0, err: '' })
  expect(verified.out).toContain(`${hashes.size} files`)
})

it('scrubs and checks on the command line, and says by its exit code what it has found', async () => {
  const { folder, folderId, hashes } = await createStoppedInstallation(5)
  const place = { dataDir: join(folder, 'data'), s3: undefined }
  const db = await openSqliteKysely(join(folder, 'data', 'sealpost.db'))
  const rows = await db.selectFrom('file').select(['id', 'blob_key']).orderBy('id').execute()
  await db.destroy()
  const [flipped, gone] = rows
  const bit = randomBitIndex()
  await changeObject(place, flipped?.blob_key ?? '', flipBit(bit))
  const scrubbed = await runAdmin(folder, 'scrub')
  expect(scrubbed).toMatchObject({ code: 1 })
  expect(scrubbed.out).toMatch(new RegExp(`Damaged: file ${flipped?.id}, .*: has other bytes than it had`))
  expect(scrubbed.err).toContain('1 file damaged, and marked so. Nothing was deleted')

  await rm(blobPath(join(folder, 'data', 'blobs'), gone?.blob_key ?? ''))
  const checked = await runAdmin(folder, 'check')
  expect(checked).toMatchObject({ code: 1 })
  expect(checked.out).toMatch(new RegExp(`Missing: file ${gone?.id}, .*: not there`))
  expect(checked.out).toContain('1 file marked as damaged by a scrub.')

  await changeObject(place, flipped?.blob_key ?? '', flipBit(bit))
  const healed = await runAdmin(folder, 'scrub')
  expect(healed.out).toContain('1 file whole again.')
  const client = await startSignedInServer(folder)
  const list = await expectFilesIntact(
    client,
    folderId,
    new Map([...hashes].filter(([id]) => id !== gone?.id)),
  )
  expect(list.filter((file) => file.damaged_at !== undefined).map(({ id }) => id)).toEqual([gone?.id])
})
