import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Folder } from '../../contract/folders.ts'
import { startTestServer } from './testServer.ts'
import { uploadForm } from './uploads.ts'

describe('POST /api/folders/', () => {
  it('creates a folder with a link that nobody can guess', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder({ title: '  Tax 2026 ', description: 'All of it' })
    expect(folder).toMatchObject({
      title: 'Tax 2026',
      description: 'All of it',
      expiration_date: null,
      last_upload_time: null,
      is_active: true,
      has_password: false,
      require_email_verification: false,
      allowed_emails: null,
      perform_mime_check: true,
      has_undownloaded_files: false,
      file_count: 0,
      total_size: 0,
    })
    expect(folder.link_token).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(folder.creation_date).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect((await browser.createFolder()).link_token).not.toBe(folder.link_token)
  })

  it('lets days win over a date', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const inDays = await browser.createFolder({
      expires_in_days: 30,
      expiration_date: '2030-01-01T00:00:00Z',
    })
    const days = (Date.parse(inDays.expiration_date ?? '') - Date.parse(inDays.creation_date)) / 86_400_000
    expect(days).toBe(30)
    const dated = await browser.createFolder({ expiration_date: '2030-01-01T01:00:00+01:00' })
    expect(dated.expiration_date).toBe('2030-01-01T00:00:00.000Z')
  })

  it('takes a form like JSON', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = 'title=Form&perform_mime_check=false&expires_in_days=2'
    const reply = await browser.send('POST', '/api/folders/', { headers, payload })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ title: 'Form', perform_mime_check: false })
  })

  it.each([
    ['title', {}],
    ['title', { title: '   ' }],
    ['title', { title: 'x'.repeat(201) }],
    ['description', { title: 'x', description: 'x'.repeat(4001) }],
    ['expires_in_days', { title: 'x', expires_in_days: 0 }],
    ['expires_in_days', { title: 'x', expires_in_days: 1.5 }],
    ['expiration_date', { title: 'x', expiration_date: 'tomorrow' }],
    ['allowed_emails', { title: 'x', allowed_emails: ['nobody'] }],
    ['perform_mime_check', { title: 'x', perform_mime_check: 'maybe' }],
  ])('refuses a wrong %s and names it', async (field, payload) => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const reply = await browser.post('/api/folders/', payload)
    expect(reply.statusCode).toBe(422)
    const { detail } = reply.json<{ detail: { loc: unknown[]; msg: string; type: string }[] }>()
    expect(detail[0]?.loc.slice(0, 2)).toEqual(['body', field])
    expect(detail[0]?.msg).toBeTruthy()
    expect(detail[0]?.type).toBeTruthy()
  })

  it.each([
    ['a link password', { link_password: 'secret' }],
    ['e-mail verification', { require_email_verification: true }],
    ['a list of allowed e-mails', { allowed_emails: ['a@example.org'] }],
  ])(
    'refuses %s while there is no such gate: nothing may look protected that is not',
    async (_name, gate) => {
      const server = await startTestServer()
      const browser = await server.signIn()
      const reply = await browser.post('/api/folders/', { title: 'x', ...gate })
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toEqual({
        detail: 'Password and e-mail protection of upload links are not available on this server.',
      })
      expect((await browser.get('/api/folders/')).json()).toEqual([])
    },
  )

  it('takes gates that are switched off', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    await browser.createFolder({ link_password: '', require_email_verification: false, allowed_emails: null })
  })

  it.each([
    ['broken JSON', 'application/json', '{"title":', 400],
    ['no object', 'application/json', '[]', 422],
    ['nothing', 'application/json', '', 400],
    ['an unknown type', 'application/xml', '<title/>', 415],
    ['a broken multipart form', 'multipart/form-data; boundary=B', '--X', 400],
    ['a form without a boundary', 'multipart/form-data', 'x', 400],
    ['too much', 'application/json', JSON.stringify({ title: 'x'.repeat(1.1 * 1024 * 1024) }), 413],
  ])('answers %s with a 4xx and a text', async (_name, type, payload, status) => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const reply = await browser.send('POST', '/api/folders/', { headers: { 'content-type': type }, payload })
    expect(reply.statusCode).toBe(status)
    expect(reply.json<{ detail: unknown }>().detail).toBeTruthy()
  })
})

describe('GET /api/folders/', () => {
  it('sorts by each key in both directions, with missing dates last', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    await browser.createFolder({ title: 'b', expiration_date: '2031-01-01T00:00:00Z' })
    server.passTime(1)
    await browser.createFolder({ title: 'a' })
    server.passTime(1)
    const last = await browser.createFolder({ title: 'c', expiration_date: '2030-01-01T00:00:00Z' })
    await server.app.inject({
      method: 'POST',
      url: `/api/upload/${last.link_token}`,
      ...uploadForm({ files: [{ name: 'x' }] }),
    })
    const titles = async (query: string) =>
      (await browser.get(`/api/folders/${query}`))
        .json<Folder[]>()
        .map((folder) => folder.title)
        .join('')
    expect(await titles('')).toBe('cab')
    expect(await titles('?sort_by=creation_date&sort_order=asc')).toBe('bac')
    expect(await titles('?sort_by=title&sort_order=asc')).toBe('abc')
    expect(await titles('?sort_by=title&sort_order=desc')).toBe('cba')
    expect(await titles('?sort_by=expiration_date&sort_order=asc')).toBe('cba')
    expect(await titles('?sort_by=expiration_date&sort_order=desc')).toBe('bca')
    expect(await titles('?sort_by=last_upload_time&sort_order=desc')).toBe('cab')
    expect((await browser.get('/api/folders/?sort_by=owner_id')).statusCode).toBe(422)
    expect((await browser.get('/api/folders')).statusCode).toBe(200)
  })
})

describe('DELETE /api/folders/{id}', () => {
  it('removes files, uploads and bytes with it', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    const url = `/api/upload/${folder.link_token}`
    const files = [{ name: 'a', bytes: randomBytes(100) }, { name: 'b' }]
    await server.app.inject({ method: 'POST', url, ...uploadForm({ files, batchId: 'A'.repeat(22) }) })
    const upload = { size: 262160 * 20, part_size: 262160 * 20 }
    const { upload_id } = (
      await server.app.inject({ method: 'POST', url: `${url}/files`, payload: upload })
    ).json<{ upload_id: string }>()
    const payload = Buffer.alloc(upload.size)
    const part = await server.app.inject({ method: 'PUT', url: `${url}/files/${upload_id}/parts/1`, payload })
    expect(part.statusCode).toBe(204)
    expect(await server.storedFiles()).toHaveLength(3)

    expect((await browser.delete(`/api/folders/${folder.id}`)).statusCode).toBe(204)
    expect(await server.storedFiles()).toEqual([])
    expect((await browser.get(`/api/folders/${folder.id}`)).json()).toEqual({
      detail: 'Folder not found or could not be loaded.',
    })
    expect((await browser.get(`/api/folders/${folder.id}/files`)).statusCode).toBe(404)
    expect((await server.app.inject(`${url}/status`)).statusCode).toBe(404)
    for (const table of ['file', 'upload', 'batch_result', 'garbage', 'staged'] as const) {
      expect(await server.services.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })

  it('is retried until the store has forgotten the bytes', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    const url = `/api/upload/${folder.link_token}`
    await server.app.inject({ method: 'POST', url, ...uploadForm({ files: [{ name: 'a' }] }) })
    const { blobs } = server.services
    const forget = blobs.delete.bind(blobs)
    blobs.delete = () => Promise.reject(new Error('the disk is away'))
    expect((await browser.delete(`/api/folders/${folder.id}`)).statusCode).toBe(204)
    expect(await server.storedFiles()).toHaveLength(1)
    blobs.delete = forget
    await server.app.housekeeping.sweep()
    expect(await server.storedFiles()).toEqual([])
  })
})
