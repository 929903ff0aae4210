import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { folderOfOwnUpload, ownUploadToken } from '../../../contract/ownUpload.ts'
import { linkToken } from '../../../contract/schemas/fields.ts'
import type { FileRecord, Folder } from '../../../contract/schemas/folders.ts'
import type { UploadResult, UploadStatus } from '../../../contract/schemas/uploads.ts'
import { createOwnerWithNotices } from '../notices/ownerNotices.ts'
import { newTokenClient, type TokenClient } from '../tokenClient.ts'
import { addPeople, createSharedFolder, newPerson, removePerson } from '../people.ts'
import { type Browser, startTestServer } from '../testServer.ts'
import { newBatchId, type TestForm, uploadForm } from '../uploads.ts'

const ownUploadUrl = ({ id }: Pick<Folder, 'id'>) => `/api/upload/${ownUploadToken(id)}`

const sendOwnUpload = (browser: Browser, folder: Pick<Folder, 'id'>, form: TestForm) => {
  const { payload, headers } = uploadForm(form)
  return browser.post(ownUploadUrl(folder), payload, { headers })
}

const listFiles = async (browser: Browser, { id }: Folder) =>
  (await browser.get(`/api/folders/${id}/files`)).json<FileRecord[]>()

const getFolder = async (browser: Browser, { id }: Folder) =>
  (await browser.get(`/api/folders/${id}`)).json<Folder>()

const everyGate = {
  link_password: 'a password',
  require_email_verification: true,
  allowed_emails: ['a@example.org'],
  sender_fields: [{ label: 'Name', kind: 'text', required: true }],
}

describe('the address of an own upload', () => {
  it('names its folder, is taken where a token is, and is no token of a link', () => {
    const longest = Number.MAX_SAFE_INTEGER
    expect([1, longest].map((id) => folderOfOwnUpload(ownUploadToken(id)))).toEqual([1, longest])
    expect(linkToken.safeParse(ownUploadToken(longest)).success).toBe(true)
    const others = [randomBytes(16).toString('base64url'), 'own-folder-1', `${ownUploadToken(1)}0`, '']
    expect(others.map(folderOfOwnUpload)).toEqual(others.map(() => null))
  })
})

describe('a person of the folder', () => {
  it('sends without its gates and questions, and the server says by whom', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder(everyGate)
    const status = (await browser.get(`${ownUploadUrl(folder)}/status`)).json<UploadStatus>()
    expect(status).toMatchObject({ requires_password: false, requires_email: false, sender_fields: [] })
    const reply = await sendOwnUpload(browser, folder, { files: [{ name: 'a.txt' }] })
    expect(reply.json<UploadResult>().successful_files).toMatchObject([{ filename: 'a.txt' }])
    expect(await listFiles(browser, folder)).toMatchObject([
      { sent_by: 'admin', uploader_email: null, last_downloaded_admin: null },
    ])
    const audit = await browser.get(`/api/audit?folder=${folder.id}`)
    expect(audit.json()).toMatchObject({ events: [{ kind: 'upload', by: 'account', actor: 'admin' }, {}] })
  })

  it('sends nothing new: its files are not counted as never downloaded', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    await sendOwnUpload(browser, folder, { files: [{ name: 'a.txt' }] })
    expect(await getFolder(browser, folder)).toMatchObject({
      ...{ file_count: 1, undownloaded_count: 0, has_undownloaded_files: false },
    })
    // By the upload link the same person is a sender like everybody else.
    const { payload, headers } = uploadForm({ files: [{ name: 'b.txt' }] })
    await browser.post(`/api/upload/${folder.link_token}`, payload, { headers })
    expect(await getFolder(browser, folder)).toMatchObject({ file_count: 2, undownloaded_count: 1 })
    expect((await listFiles(browser, folder)).map(({ sent_by }) => sent_by)).toEqual(['admin', undefined])
  })

  it('sends though the link is inactive or has expired', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder({ expiration_date: '2020-01-01T00:00:00Z' })
    await server.services.db.updateTable('folder').set({ is_active: 0 }).where('id', '=', folder.id).execute()
    expect((await sendOwnUpload(browser, folder, { files: [{ name: 'a.txt' }] })).statusCode).toBe(200)
  })

  it('is not told of it: no mail, and nothing to the webhook', async () => {
    const { server, browser, folder, mailsAfter } = await createOwnerWithNotices()
    const hook = { url: 'https://hooks.example.org/' }
    expect((await browser.put(`/api/folders/${folder.id}/webhook`, hook)).statusCode).toBe(200)
    await sendOwnUpload(browser, folder, { files: [{ name: 'a' }], batchId: newBatchId(), isLast: true })
    expect(await mailsAfter(31)).toEqual([])
    const { db } = server.services
    expect(await db.selectFrom('notice').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('arriving_batch').selectAll().execute()).toEqual([])
  })

  it('continues what was begun from the page, and nothing of senders', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    const link = `/api/upload/${folder.link_token}`
    const body = { size: 21 * 262_160, part_size: 20 * 262_160 }
    const beginStatus = async (url: string) =>
      (await browser.post(`${url}/files`, body)).json<{ upload_id: string }>().upload_id
    const [own, sent] = [await beginStatus(ownUploadUrl(folder)), await beginStatus(link)]
    const statusAt = async (url: string, id: string) => (await browser.get(`${url}/files/${id}`)).statusCode
    expect(await statusAt(ownUploadUrl(folder), own)).toBe(200)
    expect(await statusAt(ownUploadUrl(folder), sent)).toBe(404)
    expect(await statusAt(link, own)).toBe(404)
    expect((await browser.delete(`${ownUploadUrl(folder)}/files/${sent}`)).statusCode).toBe(404)
  })
})

describe('everybody else', () => {
  it('is refused without a session, with a token of scripts, and in folders of others', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    const form = { files: [{ name: 'a.txt' }] }
    const stranger = server.newBrowser()
    await stranger.get('/api/auth/sign-in')
    expect((await sendOwnUpload(stranger, folder, form)).statusCode).toBe(401)
    const other = await server.signIn('other')
    expect((await sendOwnUpload(other, folder, form)).statusCode).toBe(404)
    expect((await sendOwnUpload(browser, { id: folder.id + 1 }, form)).statusCode).toBe(404)
    const script = await newTokenClient(browser)
    expect((await script.send('GET', `${ownUploadUrl(folder)}/status`)).statusCode).toBe(403)
    for (const path of ['status', 'public-key'])
      expect((await stranger.get(`${ownUploadUrl(folder)}/${path}`)).statusCode).toBe(401)
    expect(await listFiles(browser, folder)).toEqual([])
  })

  it('is who was removed from a folder of several people; until then they send as themselves', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const several = await addPeople(await createSharedFolder(anna), anna, [bert])
    const { folder } = several
    expect((await sendOwnUpload(bert.browser, folder, { files: [{ name: 'a.txt' }] })).statusCode).toBe(200)
    expect(await listFiles(anna.browser, folder)).toMatchObject([{ sent_by: 'bert' }])
    expect(await getFolder(anna.browser, folder)).toMatchObject({ undownloaded_count: 0 })
    await removePerson(several, anna, bert)
    expect((await sendOwnUpload(bert.browser, folder, { files: [{ name: 'b.txt' }] })).statusCode).toBe(404)
    expect(await listFiles(anna.browser, folder)).toHaveLength(1)
  })
})

describe('a script', () => {
  it('sends by its token into folders of Send files of its person, and into no others', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const script = await newTokenClient(browser, ['folders:write', 'files:read'])
    const made = await script.send('POST', '/api/folders/', { payload: { title: 'Sent', kind: 'sent' } })
    const folder = made.json<Folder>()
    const form = uploadForm({ files: [{ name: 'a.txt' }] })
    const sendBy = (client: TokenClient, { id }: Pick<Folder, 'id'>) =>
      client.send('POST', ownUploadUrl({ id }), form)
    expect((await sendBy(script, folder)).statusCode).toBe(200)
    expect(await listFiles(browser, folder)).toMatchObject([{ original_filename: 'a.txt' }])
    expect(await getFolder(browser, folder)).toMatchObject({ undownloaded_count: 0, is_active: false })

    const beginUrl = `${ownUploadUrl(folder)}/files`
    const payload = { size: 21 * 262_160, part_size: 20 * 262_160 }
    const begun = await script.send('POST', beginUrl, { payload })
    const uploadUrl = `${beginUrl}/${begun.json<{ upload_id: string }>().upload_id}`
    expect((await script.send('GET', uploadUrl)).json()).toMatchObject({ ...payload, parts: [] })
    expect((await script.send('DELETE', uploadUrl)).statusCode).toBe(204)

    expect((await sendBy(script, await browser.createFolder())).json()).toMatchObject({
      code: 'tokenNotTaken',
    })
    const reader = await newTokenClient(browser, ['files:read', 'links:write'])
    expect((await sendBy(reader, folder)).json()).toMatchObject({ code: 'tokenScope' })
    const other = await newTokenClient(await server.signIn('other'))
    expect((await sendBy(other, folder)).statusCode).toBe(404)
    const byLink = await script.send('GET', `/api/upload/${folder.link_token}/status`)
    expect(byLink.json()).toMatchObject({ code: 'tokenNotTaken' })
    expect(await listFiles(browser, folder)).toHaveLength(1)
  })
})
