import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AnswersPage, Folder } from '../../../contract/schemas/folders.ts'
import { maxAnswersBytes, maxAnswersListed } from '../../../contract/limits.ts'
import type { SenderField } from '../../../contract/schemas/senderFields.ts'
import type { UploadResult, UploadStatus } from '../../../contract/schemas/uploads.ts'
import { addPeople, createSharedFolder, newPerson, removePerson } from '../people.ts'
import { startTestServer } from '../testServer.ts'
import { newBatchId, type TestForm, uploadForm } from '../uploads.ts'

const senderFields: SenderField[] = [
  { label: 'Name', kind: 'text', required: true },
  { label: 'E-mail', kind: 'email', required: false },
  { label: 'Department', kind: 'choice', required: true, options: ['Law', 'Medicine'] },
  { label: 'Date of birth', kind: 'date', required: false },
]
const randomAnswers = () => randomBytes(700).toString('base64')

async function startServerWithFolder(payload: object = { sender_fields: senderFields }) {
  const server = await startTestServer()
  const owner = await server.signIn()
  const folder = await owner.createFolder(payload)
  const url = `/api/upload/${folder.link_token}`
  const send = (form: TestForm) => server.app.inject({ method: 'POST', url, ...uploadForm(form) })
  const upload = async (form: TestForm): Promise<UploadResult> => {
    const reply = await send(form)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const answersPage = async (after?: string): Promise<AnswersPage> => {
    const query = after === undefined ? '' : `?after=${after}`
    const reply = await owner.get(`/api/folders/${folder.id}/answers${query}`)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const removed = (ids: readonly number[]) => owner.post('/api/folders/files/delete', { file_ids: ids })
  return { server, owner, folder, url, send, upload, answersPage, removed }
}

describe('what a folder asks its senders for', () => {
  it('is shown with its upload link, before its gates as its description is', async () => {
    const { server, url, folder } = await startServerWithFolder({
      sender_fields: senderFields,
      link_password: 'a password',
    })
    expect(folder.sender_fields).toEqual(senderFields)
    const status = (await server.app.inject(`${url}/status`)).json<UploadStatus>()
    expect(status).toMatchObject({ requires_password: true, sender_fields: senderFields })
  })

  it('is nothing unless it says so, stays when a change does not name it, and goes with an empty list', async () => {
    const { owner, folder } = await startServerWithFolder({})
    const changed = async (payload: object) =>
      (await owner.put(`/api/folders/${folder.id}`, { title: 'Tax', ...payload })).json<Folder>()
        .sender_fields
    expect(folder.sender_fields).toEqual([])
    expect(await changed({ sender_fields: senderFields })).toEqual(senderFields)
    expect(await changed({ description: 'Only PDF' })).toEqual(senderFields)
    expect(await changed({ sender_fields: [] })).toEqual([])
  })

  it('is a long text at most twice', async () => {
    const long = ['Why', 'How', 'When'].map((label) => ({ label, kind: 'long_text', required: false }))
    const { owner, folder } = await startServerWithFolder({ sender_fields: long.slice(0, 2) })
    expect(folder.sender_fields).toEqual(long.slice(0, 2))
    const reply = await owner.put(`/api/folders/${folder.id}`, { title: 'Tax', sender_fields: long })
    expect([reply.statusCode, reply.body]).toEqual([422, expect.stringContaining('At most two fields')])
  })

  it('is asked for in a folder of several people, too', async () => {
    const server = await startTestServer()
    const anna = await newPerson(server, 'anna')
    const { folder } = await createSharedFolder(anna)
    const payload = { title: folder.title, sender_fields: senderFields }
    expect((await anna.browser.put(`/api/folders/${folder.id}`, payload)).statusCode).toBe(200)
    const { sender_fields } = (await anna.browser.get(`/api/folders/${folder.id}`)).json<Folder>()
    expect(sender_fields).toEqual(senderFields)
  })

  it('is in the history as changed, without its words', async () => {
    const { owner, folder } = await startServerWithFolder({})
    await owner.put(`/api/folders/${folder.id}`, { title: 'Tax', sender_fields: senderFields })
    const history = (await owner.get(`/api/audit?folder_id=${folder.id}`)).body
    expect(history).toContain('sender_fields')
    expect(history).not.toContain('Department')
  })

  const field: SenderField = { label: 'Name', kind: 'text', required: true }
  const choice = (options: unknown) => ({ label: 'Which', kind: 'choice', required: true, options })
  it.each<[string, unknown]>([
    ['eleven fields', Array.from({ length: 11 }, (_, n) => ({ ...field, label: `Field ${n}` }))],
    ['10 001 options', [choice(Array.from({ length: 10_001 }, (_, n) => `Option ${n}`))]],
    ['no options', [choice([])]],
    ['a choice without a list', [choice(undefined)]],
    ['options of a text', [{ ...field, options: ['a'] }]],
    ['an option twice', [choice(['Law', 'law'])]],
    ['a question twice', [field, { ...field, label: ' NAME ' }]],
    ['an empty question', [{ ...field, label: '   ' }]],
    ['a question of 101 characters', [{ ...field, label: 'a'.repeat(101) }]],
    ['a question that turns the direction of writing', [{ ...field, label: 'Name \u202egpj.exe' }]],
    ['a question with a character that cannot be seen', [{ ...field, label: 'Na\u200bme' }]],
    ['a question of two lines', [{ ...field, label: 'Name\nAddress' }]],
    ['an option with a control character', [choice(['a\u0007'])]],
    ['a kind that nobody knows', [{ ...field, kind: 'password' }]],
    ['no list', { 0: field }],
  ])('is refused with %s', async (_, sender_fields) => {
    const { owner, folder } = await startServerWithFolder({})
    const made = await owner.post('/api/folders/', { title: 'Tax', sender_fields })
    expect(made.statusCode, made.body).toBe(422)
    expect((await owner.put(`/api/folders/${folder.id}`, { title: 'Tax', sender_fields })).statusCode).toBe(
      422,
    )
  })

  it('may have the look of HTML: it is text', async () => {
    const label = '<img src=x onerror=alert(1)>'
    const { folder } = await startServerWithFolder({ sender_fields: [{ ...field, label }] })
    expect(folder.sender_fields[0]?.label).toBe(label)
  })
})

describe('sealed answers', () => {
  it('are kept once a batch and given to the owner as they came', async () => {
    const { upload, answersPage } = await startServerWithFolder()
    const batchId = newBatchId()
    const answers = randomAnswers()
    await upload({ files: [{ name: 'a' }], batchId, answers })
    await upload({ files: [{ name: 'b', index: 1 }], batchId, answers })
    expect(await answersPage()).toEqual({ answers: [{ batch_id: batchId, answers }], next: null })
  })

  it('are taken whether the folder asks for something or not, and a folder that asks takes files without', async () => {
    const { upload, answersPage, owner, folder } = await startServerWithFolder()
    await upload({ files: [{ name: 'a' }], batchId: newBatchId() })
    expect((await answersPage()).answers).toEqual([])
    await owner.put(`/api/folders/${folder.id}`, { title: 'Tax', sender_fields: [] })
    await upload({ files: [{ name: 'b' }], batchId: newBatchId(), answers: randomAnswers() })
    expect((await answersPage()).answers).toHaveLength(1)
  })

  it('stay the first of their batch, whoever sends others for it', async () => {
    const { upload, answersPage } = await startServerWithFolder()
    const batchId = newBatchId()
    const first = randomAnswers()
    await upload({ files: [{ name: 'a' }], batchId, answers: first })
    await upload({ files: [{ name: 'b', index: 1 }], batchId, answers: randomAnswers() })
    expect((await answersPage()).answers).toEqual([{ batch_id: batchId, answers: first }])
  })

  it('of one batch name say nothing in another folder', async () => {
    const { server, owner, upload, answersPage } = await startServerWithFolder()
    const other = await owner.createFolder()
    const batchId = newBatchId()
    const url = `/api/upload/${other.link_token}`
    const form = uploadForm({ files: [{ name: 'a' }], batchId, answers: randomAnswers() })
    await server.app.inject({ method: 'POST', url, ...form })
    const mine = randomAnswers()
    await upload({ files: [{ name: 'a' }], batchId, answers: mine })
    expect((await answersPage()).answers).toEqual([{ batch_id: batchId, answers: mine }])
  })

  it('go with the last file of their batch, and a mere repeat does not bring them back', async () => {
    const { upload, answersPage, removed } = await startServerWithFolder()
    const form = { files: [{ name: 'a' }, { name: 'b' }], batchId: newBatchId(), answers: randomAnswers() }
    const { successful_files } = await upload(form)
    const [one = 0, other = 0] = successful_files.map(({ id }) => id)
    await removed([one])
    expect((await answersPage()).answers).toHaveLength(1)
    await removed([other])
    expect((await answersPage()).answers).toEqual([])
    await upload(form)
    expect((await answersPage()).answers).toEqual([])
  })

  it('go with their folder', async () => {
    const { server, owner, folder, upload } = await startServerWithFolder()
    await upload({ files: [{ name: 'a' }], batchId: newBatchId(), answers: randomAnswers() })
    expect((await owner.delete(`/api/folders/${folder.id}`)).statusCode).toBe(204)
    await server.app.housekeeping.whenIdle()
    expect(await server.services.db.selectFrom('batch_answers').selectAll().execute()).toEqual([])
  })

  it('are not kept for files that were refused', async () => {
    const { upload, answersPage } = await startServerWithFolder()
    const bad = { name: 'a', iv: 'AAAA' }
    const { failed_files } = await upload({ files: [bad], batchId: newBatchId(), answers: randomAnswers() })
    expect(failed_files).toHaveLength(1)
    expect((await answersPage()).answers).toEqual([])
  })

  it('come in pages, each once', async () => {
    const { upload, answersPage } = await startServerWithFolder()
    const sent = Array.from({ length: maxAnswersListed + 3 }, newBatchId)
    for (const batchId of sent) await upload({ files: [{ name: 'a' }], batchId, answers: randomAnswers() })
    const first = await answersPage()
    expect(first.answers).toHaveLength(maxAnswersListed)
    const second = await answersPage(first.next ?? undefined)
    expect(second.next).toBeNull()
    const seen = [...first.answers, ...second.answers].map(({ batch_id }) => batch_id)
    expect(seen.sort()).toEqual(sent.sort())
  })

  it.each([
    ['no base64', '%%%'],
    ['nothing', ''],
    ['too short for a wrapped key', Buffer.alloc(200).toString('base64')],
    ['more than ten answers take', Buffer.alloc(maxAnswersBytes + 3).toString('base64')],
  ])('are refused with the whole form when they are %s', async (_, answers) => {
    const { server, send } = await startServerWithFolder()
    const reply = await send({ files: [{ name: 'a' }], batchId: newBatchId(), answers })
    expect(reply.statusCode).toBe(422)
    expect(reply.body).toContain('sender_answers')
    expect(await server.storedFiles()).toEqual([])
  })

  it('are refused without the name of a batch', async () => {
    const { send } = await startServerWithFolder()
    expect((await send({ files: [{ name: 'a' }], answers: randomAnswers() })).statusCode).toBe(422)
  })

  it('of a gated folder are held only once its gates are open', async () => {
    const { server, owner, folder, send } = await startServerWithFolder({
      sender_fields: senderFields,
      link_password: 'a password',
    })
    const form = { files: [{ name: 'a' }], batchId: newBatchId(), answers: randomAnswers() }
    expect((await send(form)).statusCode).toBe(403)
    expect(await server.services.db.selectFrom('batch_answers').selectAll().execute()).toEqual([])
    expect((await send({ ...form, gates: { link_password: 'a password' } })).statusCode).toBe(200)
    const listed = (await owner.get(`/api/folders/${folder.id}/answers`)).json<AnswersPage>()
    expect(listed.answers).toHaveLength(1)
  })

  it('are given to everybody in a folder of several people, and to nobody who was removed', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const shared = await addPeople(await createSharedFolder(anna), anna, [bert])
    const url = `/api/upload/${shared.folder.link_token}`
    const form = uploadForm({ files: [{ name: 'a' }], batchId: newBatchId(), answers: randomAnswers() })
    expect((await server.app.inject({ method: 'POST', url, ...form })).statusCode).toBe(200)
    const asked = `/api/folders/${shared.folder.id}/answers`
    expect((await bert.browser.get(asked)).json<AnswersPage>().answers).toHaveLength(1)
    await removePerson(shared, anna, bert)
    expect((await bert.browser.get(asked)).statusCode).toBe(404)
  })
})
