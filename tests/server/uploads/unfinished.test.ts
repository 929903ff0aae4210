import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { UnfinishedUpload } from '../../../contract/schemas/folders.ts'
import { requestCode } from '../mails.ts'
import { startTestServer } from '../testServer.ts'
import { uploadForm } from '../uploads.ts'

const partSize = 20 * 262160
const fileBytes = partSize + 1000
const hourSeconds = 3600

async function startServerWithFolder(payload: object = {}) {
  const server = await startTestServer()
  const admin = await server.signIn()
  const folder = await admin.createFolder(payload)
  const url = `/api/upload/${folder.link_token}`
  const visitor = server.newBrowser()
  const beginUpload = async () =>
    (await visitor.post(`${url}/files`, { size: fileBytes, part_size: partSize })).json<{
      upload_id: string
      expires_at: string
    }>()
  const putPart = async (id: string, n: number) =>
    (
      await visitor.send('PUT', `${url}/files/${id}/parts/${n}`, {
        payload: randomBytes(n === 1 ? partSize : 1000),
        headers: { 'content-type': 'application/octet-stream' },
      })
    ).statusCode
  const listUnfinished = async () =>
    (await admin.get(`/api/folders/${folder.id}/uploads`)).json<UnfinishedUpload[]>()
  const deleteUnfinished = (id: string, of: number = folder.id) =>
    admin.delete(`/api/folders/${of}/uploads/${id}`)
  return { server, admin, folder, url, visitor, beginUpload, putPart, listUnfinished, deleteUnfinished }
}

describe('unfinished uploads of a folder', () => {
  it('are shown to its owner with what was announced and what has arrived', async () => {
    const { server, beginUpload, putPart, listUnfinished } = await startServerWithFolder()
    expect(await listUnfinished()).toEqual([])
    const first = await beginUpload()
    server.passTime(60)
    const second = await beginUpload()
    expect(await putPart(first.upload_id, 2)).toBe(204)
    const [later, earlier] = await listUnfinished()
    expect(later).toEqual({
      id: second.upload_id,
      announced_bytes: fileBytes,
      arrived_bytes: 0,
      begun_at: expect.any(String) as string,
      last_part_at: null,
      expires_at: second.expires_at,
      uploader_email: null,
    })
    expect(Date.parse(second.expires_at) - Date.parse(later?.begun_at ?? '')).toBe(hourSeconds * 1000)
    expect(earlier).toMatchObject({ id: first.upload_id, arrived_bytes: 1000 })
    const lastPart = Date.parse(earlier?.last_part_at ?? '')
    expect(Date.parse(earlier?.expires_at ?? '') - lastPart).toBe(7 * 24 * hourSeconds * 1000)
    expect(Date.parse(earlier?.begun_at ?? '')).toBeLessThan(lastPart)
  })

  it('name who sends, where the folder asks for a verified address', async () => {
    const { server, visitor, url, beginUpload, listUnfinished } = await startServerWithFolder({
      require_email_verification: true,
    })
    const uploader_email = 'alice@example.org'
    const verification_code = await requestCode(server, url, uploader_email)
    await visitor.post(`${url}/verify-code`, { uploader_email, verification_code })
    await beginUpload()
    expect(await listUnfinished()).toMatchObject([{ uploader_email }])
  })

  it('are gone when they have become files, and cannot be ended then', async () => {
    const { visitor, url, beginUpload, putPart, listUnfinished, deleteUnfinished } =
      await startServerWithFolder()
    const { upload_id } = await beginUpload()
    for (const n of [1, 2]) expect(await putPart(upload_id, n)).toBe(204)
    expect(await listUnfinished()).toMatchObject([{ arrived_bytes: fileBytes }])
    await visitor.send('POST', url, uploadForm({ files: [{ name: 'a', reference: upload_id }] }))
    expect(await listUnfinished()).toEqual([])
    const reply = await deleteUnfinished(upload_id)
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      { detail: 'This file has already been confirmed.', code: 'uploadConfirmed' },
    ])
  })

  it('can be ended: nothing of them stays, and no part of them comes', async () => {
    const { server, beginUpload, putPart, listUnfinished, deleteUnfinished } = await startServerWithFolder()
    const { upload_id } = await beginUpload()
    await putPart(upload_id, 1)
    expect((await deleteUnfinished(upload_id)).statusCode).toBe(204)
    expect(await listUnfinished()).toEqual([])
    expect(await server.storedFiles()).toEqual([])
    expect(await putPart(upload_id, 2)).toBe(404)
    expect((await deleteUnfinished(upload_id)).statusCode).toBe(404)
  })

  it('are those of one folder: another of the same owner does not end them', async () => {
    const { admin, beginUpload, listUnfinished, deleteUnfinished } = await startServerWithFolder()
    const { upload_id } = await beginUpload()
    const other = await admin.createFolder()
    expect((await deleteUnfinished(upload_id, other.id)).statusCode).toBe(404)
    expect(await listUnfinished()).toHaveLength(1)
  })
})
