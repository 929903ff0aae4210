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
  const begin = async () =>
    (await visitor.post(`${url}/files`, { size: fileBytes, part_size: partSize })).json<{
      upload_id: string
      expires_at: string
    }>()
  const put = async (id: string, n: number) =>
    (
      await visitor.send('PUT', `${url}/files/${id}/parts/${n}`, {
        payload: randomBytes(n === 1 ? partSize : 1000),
        headers: { 'content-type': 'application/octet-stream' },
      })
    ).statusCode
  const list = async () => (await admin.get(`/api/folders/${folder.id}/uploads`)).json<UnfinishedUpload[]>()
  const end = (id: string, of: number = folder.id) => admin.delete(`/api/folders/${of}/uploads/${id}`)
  return { server, admin, folder, url, visitor, begin, put, list, end }
}

describe('unfinished uploads of a folder', () => {
  it('are shown to its owner with what was announced and what has arrived', async () => {
    const { server, begin, put, list } = await startServerWithFolder()
    expect(await list()).toEqual([])
    const first = await begin()
    server.passTime(60)
    const second = await begin()
    expect(await put(first.upload_id, 2)).toBe(204)
    const [later, earlier] = await list()
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
    const { server, visitor, url, begin, list } = await startServerWithFolder({
      require_email_verification: true,
    })
    const uploader_email = 'alice@example.org'
    const verification_code = await requestCode(server, url, uploader_email)
    await visitor.post(`${url}/verify-code`, { uploader_email, verification_code })
    await begin()
    expect(await list()).toMatchObject([{ uploader_email }])
  })

  it('are gone when they have become files, and cannot be ended then', async () => {
    const { visitor, url, begin, put, list, end } = await startServerWithFolder()
    const { upload_id } = await begin()
    for (const n of [1, 2]) expect(await put(upload_id, n)).toBe(204)
    expect(await list()).toMatchObject([{ arrived_bytes: fileBytes }])
    await visitor.send('POST', url, uploadForm({ files: [{ name: 'a', reference: upload_id }] }))
    expect(await list()).toEqual([])
    const reply = await end(upload_id)
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      { detail: 'This file has already been confirmed.', code: 'uploadConfirmed' },
    ])
  })

  it('can be ended: nothing of them stays, and no part of them comes', async () => {
    const { server, begin, put, list, end } = await startServerWithFolder()
    const { upload_id } = await begin()
    await put(upload_id, 1)
    expect((await end(upload_id)).statusCode).toBe(204)
    expect(await list()).toEqual([])
    expect(await server.storedFiles()).toEqual([])
    expect(await put(upload_id, 2)).toBe(404)
    expect((await end(upload_id)).statusCode).toBe(404)
  })

  it('are those of one folder: another of the same owner does not end them', async () => {
    const { admin, begin, list, end } = await startServerWithFolder()
    const { upload_id } = await begin()
    const other = await admin.createFolder()
    expect((await end(upload_id, other.id)).statusCode).toBe(404)
    expect(await list()).toHaveLength(1)
  })
})
