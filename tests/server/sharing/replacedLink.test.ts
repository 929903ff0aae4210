import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { minPartChunks, sealedChunkBytes } from '../../../contract/limits.ts'
import {
  changeFolder,
  reusePairs,
  addPeople,
  createSharedFolder,
  newKeyPair,
  newPerson,
  removePerson,
} from '../people.ts'
import { startTestServer } from '../testServer.ts'
import { uploadForm } from '../uploads.ts'

beforeEach(reusePairs)

const replacedLinkSeconds = 24 * 3600

async function createFolderOfAnnaAndBert() {
  const server = await startTestServer()
  const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
  const shared = await addPeople(await createSharedFolder(anna), anna, [bert])
  const { id } = shared.folder
  const currentToken = async () => (await anna.browser.get(`/api/folders/${id}`)).json<Folder>().link_token
  const getUnderToken = (token: string, rest: string) => server.app.inject(`/api/upload/${token}${rest}`)
  const sendFile = (token: string, file: Parameters<typeof uploadForm>[0]['files'][number]) =>
    server.app.inject({ method: 'POST', url: `/api/upload/${token}`, ...uploadForm({ files: [file] }) })
  const beginUpload = (token: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/upload/${token}/files`,
      payload: { size: 1000, part_size: minPartChunks * sealedChunkBytes },
    })
  return { server, anna, bert, shared, currentToken, getUnderToken, sendFile, beginUpload }
}

describe('the upload link', () => {
  it('is replaced with the key, and only then', async () => {
    const { anna, bert, shared, currentToken } = await createFolderOfAnnaAndBert()
    const first = await currentToken()
    const renamed = await changeFolder(shared, anna, { title: 'Renamed' })
    expect(await currentToken()).toBe(first)
    const rotated = await changeFolder(renamed, anna, { key: newKeyPair() })
    const second = await currentToken()
    expect(second).not.toBe(first)
    await removePerson(rotated, anna, bert)
    expect([first, second]).not.toContain(await currentToken())
  })

  it('of before begins nothing, and says that it was replaced', async () => {
    const { anna, bert, shared, currentToken, getUnderToken, sendFile, beginUpload } =
      await createFolderOfAnnaAndBert()
    const old = await currentToken()
    const { keys } = await removePerson(shared, anna, bert)
    const file = { name: 'a.txt', bytes: Buffer.from('sealed bytes of a file') }
    for (const reply of [
      await getUnderToken(old, '/status'),
      await getUnderToken(old, '/public-key'),
      await sendFile(old, file),
      await beginUpload(old),
    ])
      expect([reply.statusCode, reply.json()]).toMatchObject([
        410,
        { detail: 'This link was replaced.', code: 'uploadLinkReplaced' },
      ])
    expect((await anna.browser.get(`/api/folders/${shared.folder.id}/files`)).json()).toEqual([])
    const fresh = await currentToken()
    expect((await getUnderToken(fresh, '/public-key')).json()).toEqual({ public_key_spki: keys.at(-1)?.spki })
    expect((await sendFile(fresh, file)).statusCode).toBe(200)
  })

  it('of before finishes what was begun under it, for a while', async () => {
    const { server, anna, bert, shared, currentToken, sendFile, beginUpload } =
      await createFolderOfAnnaAndBert()
    const old = await currentToken()
    const ids = [await beginUpload(old), await beginUpload(old)].map(
      (reply) => reply.json<{ upload_id: string }>().upload_id,
    )
    await removePerson(shared, anna, bert)
    const putPart = (id: string) =>
      server.app.inject({
        method: 'PUT',
        url: `/api/upload/${old}/files/${id}/parts/1`,
        payload: randomBytes(1000),
      })
    for (const id of ids) expect((await putPart(id)).statusCode).toBe(204)
    const [first = '', second = ''] = ids
    const finished = await sendFile(old, { name: 'a.txt', reference: first })
    expect([finished.statusCode, finished.body]).toEqual([200, expect.stringContaining('a.txt')])
    expect((await anna.browser.get(`/api/folders/${shared.folder.id}/files`)).json()).toHaveLength(1)
    server.passTime(replacedLinkSeconds + 60)
    expect((await sendFile(old, { name: 'b.txt', reference: second })).statusCode).toBe(410)
  })

  it('of before goes with the folder', async () => {
    const { anna, bert, shared, currentToken, getUnderToken } = await createFolderOfAnnaAndBert()
    const old = await currentToken()
    await removePerson(shared, anna, bert)
    expect((await anna.browser.delete(`/api/folders/${shared.folder.id}`)).statusCode).toBe(204)
    expect((await getUnderToken(old, '/status')).statusCode).toBe(404)
  })
})
