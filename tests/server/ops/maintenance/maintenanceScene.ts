import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import type { UploadResult } from '../../../../contract/schemas/uploads.ts'
import type { InstallationConfig } from '../../../../server/ops/move/movePlan.ts'
import { scratchBucket } from '../../scratchBucket.ts'
import { type Browser, startTestServer, type TestServer } from '../../testServer.ts'
import { newBatchId, type TestForm, uploadForm } from '../../uploads.ts'
import type { StoragePlace } from './changeObject.ts'

export const partSize = 5_243_200

/** A server with a folder, and somebody who sends. */
export interface MaintenanceScene {
  server: TestServer
  place: StoragePlace
  browser: Browser
  /** Files of so many bytes each, in one form. @returns their ids */
  send: (sizes: readonly number[]) => Promise<number[]>
  sendInParts: (size: number) => Promise<number>
  /** An upload of two parts, of which one comes. @returns its address */
  beginInParts: () => Promise<string>
  remove: (ids: readonly number[]) => Promise<void>
  keyOf: (id: number) => Promise<string>
  listed: () => Promise<FileRecord[]>
  /** Of all bytes that were sent, by id of the file. */
  hashes: Map<number, string>
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** @param where where it lies; by default as `startTestServer` */
export async function createMaintenanceScene(where?: InstallationConfig): Promise<MaintenanceScene> {
  const s3 = where === undefined ? await scratchBucket() : where.s3
  const server = await startTestServer({ ...(where ? { where } : s3 && { s3 }) })
  const browser = await server.signIn()
  const folder = await browser.createFolder()
  const url = `/api/upload/${folder.link_token}`
  const hashes = new Map<number, string>()
  const confirm = async (form: TestForm, contents: readonly Buffer[]) => {
    const reply = await server.app.inject({ method: 'POST', url, ...uploadForm(form) })
    const ids = reply.json<UploadResult>().successful_files.map(({ id }) => id)
    ids.forEach((id, i) => hashes.set(id, sha256(contents[i] ?? Buffer.alloc(0))))
    return ids
  }
  const begin = async (size: number) => {
    const payload = { size, part_size: partSize }
    const begun = await server.app.inject({ method: 'POST', url: `${url}/files`, payload })
    expect(begun.statusCode, begun.body).toBe(200)
    return begun.json<{ upload_id: string }>().upload_id
  }
  const putPart = (id: string, n: number, payload: Buffer) =>
    server.app.inject({
      method: 'PUT',
      url: `${url}/files/${id}/parts/${n}`,
      payload,
      headers: { 'content-type': 'application/octet-stream' },
    })
  return {
    ...{ server, browser, hashes, place: { dataDir: server.dataDir, s3 } },
    send(sizes) {
      const contents = sizes.map((size) => randomBytes(size))
      const files = contents.map((bytes, i) => ({ name: `${i}`, bytes }))
      return confirm({ files, batchId: newBatchId() }, contents)
    },
    async sendInParts(size) {
      const content = randomBytes(size)
      const reference = await begin(size)
      for (let n = 1; (n - 1) * partSize < size; n++) {
        await putPart(reference, n, content.subarray((n - 1) * partSize, n * partSize))
      }
      const [id = 0] = await confirm({ files: [{ name: 'in parts', reference }], batchId: newBatchId() }, [
        content,
      ])
      return id
    },
    async beginInParts() {
      const id = await begin(partSize + 100)
      await putPart(id, 1, randomBytes(partSize))
      return `${url}/files/${id}`
    },
    async remove(ids) {
      expect((await browser.post('/api/folders/files/delete', { file_ids: ids })).statusCode).toBe(200)
      for (const id of ids) hashes.delete(id)
      await server.app.housekeeping.whenIdle()
    },
    async keyOf(id) {
      const query = server.services.db.selectFrom('file').selectAll().where('id', '=', id)
      return (await query.executeTakeFirstOrThrow()).blob_key
    },
    listed: async () => (await browser.get(`/api/folders/${folder.id}/files`)).json(),
  }
}

/** Every file that was sent opens with the bytes that were sent. */
export async function expectFiles(browser: Browser, hashes: ReadonlyMap<number, string>): Promise<void> {
  for (const [id, hash] of hashes) {
    const reply = await browser.get(`/api/folders/download/${id}`)
    expect([id, reply.statusCode, sha256(reply.rawPayload)]).toEqual([id, 200, hash])
  }
}
