import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ownUploadToken } from '../../contract/ownUpload.ts'
import type { Folder } from '../../contract/schemas/folders.ts'
import type { UploadResult } from '../../contract/schemas/uploads.ts'
import { startTestServer } from './testServer.ts'
import { newBatchId, uploadForm, type TestForm } from './uploads.ts'

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
      undownloaded_count: 0,
      file_count: 0,
      total_size: 0,
      quota_bytes: null,
      stored_bytes: 0,
    })
    expect(folder.link_token).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(folder.creation_date).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect((await browser.createFolder()).link_token).not.toBe(folder.link_token)
  })

  it('creates one for what its owner sends, which nobody else can send to', async () => {
    const server = await startTestServer({
      fixedRules: { require_upload_gate: true, default_retention_days: 7 },
    })
    const browser = await server.signIn()
    const folder = await browser.createFolder({ title: 'Sent', kind: 'sent', private_names: true })
    expect(folder).toMatchObject({ kind: 'sent', is_active: false, private_names: true })
    expect(folder).not.toHaveProperty('retention_days')
    const status = await server.newBrowser().get(`/api/upload/${folder.link_token}/status`)
    expect(status.statusCode).toBe(404)
    const own = await browser.get(`/api/upload/${ownUploadToken(folder.id)}/status`)
    expect(own.statusCode).toBe(200)
    const listed = (await browser.get('/api/folders/')).json<Folder[]>()
    expect(listed).toMatchObject([{ id: folder.id, kind: 'sent' }])
    const activated = await browser.put(`/api/folders/${folder.id}`, { title: 'Sent', is_active: true })
    expect(activated.statusCode).toBe(422)
    const { statusCode } = await browser.post('/api/folders/', { title: 'x', kind: 'other' })
    expect(statusCode).toBe(422)
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

  it.each([0, null])('drops %j days and takes the date beside them', async (expires_in_days) => {
    const browser = await (await startTestServer()).signIn()
    const expiration_date = '2031-01-01T00:00:00.000Z'
    expect(await browser.createFolder({ expires_in_days, expiration_date })).toMatchObject({
      expiration_date,
    })
    expect(await browser.createFolder({ expires_in_days })).toMatchObject({ expiration_date: null })
  })

  it('reads a blank text of a form as null, or as no list, where the field may be that', async () => {
    const browser = await (await startTestServer()).signIn()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const blank = 'title=Form&description=&allowed_emails=&expiration_date=&expires_in_days='
    const reply = await browser.send('POST', '/api/folders/', { headers, payload: blank })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { description: null, allowed_emails: null, expiration_date: null },
    ])
    const none = await browser.send('POST', '/api/folders/files/keys', { headers, payload: 'file_ids=' })
    expect(none.json()).toMatchObject({ detail: [{ loc: ['body', 'file_ids'], type: 'too_small' }] })
  })

  it.each([
    ['Title is required.', { title: ' ' }],
    ['Invalid date/time value.', { title: 'x', expiration_date: '2026-02-30T00:00:00Z' }],
    // In UTC these have years of five digits and below zero: no texts that sort.
    ['Invalid date/time value.', { title: 'x', expiration_date: '9999-12-31T23:59:59-12:00' }],
    ['Invalid date/time value.', { title: 'x', expiration_date: '0000-01-01T00:00:00+12:00' }],
  ])('says %j', async (msg, payload) => {
    const browser = await (await startTestServer()).signIn()
    const { id } = await browser.createFolder()
    for (const reply of [
      await browser.post('/api/folders/', payload),
      await browser.put(`/api/folders/${id}`, payload),
    ]) {
      expect([reply.statusCode, reply.json()]).toMatchObject([422, { detail: [{ msg }] }])
    }
  })

  it('sorts by the last upload in both directions', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    for (const [title, last_upload_time] of [
      ['b', '2026-02-01'],
      ['a', '2026-01-01'],
      ['c', '2026-03-01'],
    ] as const) {
      const { id } = await browser.createFolder({ title })
      await server.services.db.updateTable('folder').set({ last_upload_time }).where('id', '=', id).execute()
    }
    const sorted = async (order: string) => {
      const reply = await browser.get(`/api/folders/?sort_by=last_upload_time&sort_order=${order}`)
      return reply.json<Folder[]>().map(({ title }) => title)
    }
    expect(await sorted('asc')).toEqual(['a', 'b', 'c'])
    expect(await sorted('desc')).toEqual(['c', 'b', 'a'])
  })

  it.each([
    ['title', {}],
    ['title', { title: '   ' }],
    ['title', { title: 'x'.repeat(201) }],
    ['description', { title: 'x', description: 'x'.repeat(4001) }],
    ['expires_in_days', { title: 'x', expires_in_days: -1 }],
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
    ['broken JSON', 'application/json', '{"title":', 400],
    ['no object', 'application/json', '[]', 422],
    ['nothing', 'application/json', '', 400],
    ['an unknown type', 'application/xml', '<title/>', 415],
    ['a broken multipart form', 'multipart/form-data; boundary=B', '--X', 400],
    ['a form without a boundary', 'multipart/form-data', 'x', 400],
    [
      'a form whose field has a long head',
      'multipart/form-data; boundary=B',
      `--B\r\nContent-Disposition: form-data; name="title"\r\nX: ${'x'.repeat(1000)}\r\n\r\na\r\n--B--`,
      413,
    ],
    ['too much', 'application/json', JSON.stringify({ title: 'x'.repeat(1.1 * 1024 * 1024) }), 413],
  ])('answers %s with a 4xx and a text', async (_name, type, payload, status) => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const reply = await browser.send('POST', '/api/folders/', { headers: { 'content-type': type }, payload })
    expect(reply.statusCode).toBe(status)
    expect(reply.json<{ detail: unknown }>().detail).toBeTruthy()
  })
})

describe('the gates of a new folder', () => {
  it('are stored, and the password is never shown', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const reply = await browser.post('/api/folders/', {
      title: 'x',
      link_password: 'secret of the link',
      require_email_verification: true,
      allowed_emails: [' Alice@Example.org ', 'bob@example.org', 'alice@example.ORG'],
    })
    expect(reply.json()).toMatchObject({
      has_password: true,
      require_email_verification: true,
      allowed_emails: ['alice@example.ORG', 'bob@example.org'],
    })
    expect(reply.body).not.toMatch(/secret|argon/)
  })

  it.each([
    [{}, false, null],
    [{ link_password: '', require_email_verification: false, allowed_emails: null }, false, null],
    [{ require_email_verification: true }, true, null],
    [{ require_email_verification: true, allowed_emails: [] }, true, null],
    [{ allowed_emails: ['a@example.org'] }, true, ['a@example.org']],
    [{ require_email_verification: false, allowed_emails: ['a@example.org'] }, true, ['a@example.org']],
  ])('are what they look like: %o', async (gates, verification, list) => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder(gates)
    expect(folder).toMatchObject({
      has_password: false,
      require_email_verification: verification,
      allowed_emails: list,
    })
    const status = await server.app.inject(`/api/upload/${folder.link_token}/status`)
    expect(status.json()).toMatchObject({
      requires_password: false,
      requires_email: verification,
      has_allowed_emails_list: list !== null,
    })
  })
})

describe('PUT /api/folders/{id}', () => {
  async function startServerWithFolder(payload: object = {}) {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder(payload)
    const putFolder = (changes: object) =>
      browser.put(`/api/folders/${folder.id}`, { title: 'Tax', ...changes })
    const changeFolder = async (changes: object): Promise<Folder> => {
      const reply = await putFolder(changes)
      expect(reply.statusCode, reply.body).toBe(200)
      const changed = reply.json<Folder>()
      expect((await browser.get(`/api/folders/${folder.id}`)).json()).toEqual(changed)
      return changed
    }
    return { server, browser, folder, putFolder, changeFolder }
  }
  const everything = {
    description: 'All of it',
    expiration_date: '2030-01-01T00:00:00.000Z',
    link_password: 'secret',
    require_email_verification: true,
    allowed_emails: ['a@example.org'],
    perform_mime_check: false,
  }

  it('keeps what is absent', async () => {
    const { folder, changeFolder } = await startServerWithFolder(everything)
    expect(await changeFolder({ title: ' New ' })).toEqual({ ...folder, title: 'New' })
  })

  it.each([
    [{ description: '' }, { description: null }],
    [{ description: null }, { description: null }],
    [{ perform_mime_check: true }, { perform_mime_check: true }],
    [{ private_names: true }, { private_names: true }],
    [{ is_active: false }, { is_active: false }],
    [{ expiration_date: null }, { expiration_date: null }],
    [{ expiration_date: '2031-01-01T01:00:00+01:00' }, { expiration_date: '2031-01-01T00:00:00.000Z' }],
    [{ link_password: '' }, { has_password: false }],
    [{ link_password: 'another' }, { has_password: true }],
    [{ allowed_emails: null }, { allowed_emails: null }],
    [{ allowed_emails: [] }, { allowed_emails: null }],
    [{ allowed_emails: [' b@example.org'] }, { allowed_emails: ['b@example.org'] }],
    [{ require_email_verification: false }, { require_email_verification: false }],
    [{ require_email_verification: true }, {}],
  ])('changes what %o says, and nothing else', async (changes, expected) => {
    const { folder, changeFolder } = await startServerWithFolder(everything)
    expect(await changeFolder(changes)).toEqual({ ...folder, ...expected })
  })

  it('keeps the list of addresses for when verification is switched on again', async () => {
    const { server, changeFolder } = await startServerWithFolder(everything)
    const off = await changeFolder({ link_password: '', require_email_verification: false })
    expect(off).toMatchObject({ require_email_verification: false, allowed_emails: ['a@example.org'] })
    const status = await server.app.inject(`/api/upload/${off.link_token}/status`)
    expect(status.json()).toMatchObject({ requires_email: false, has_allowed_emails_list: false })
    expect(await changeFolder({ require_email_verification: true })).toMatchObject({
      require_email_verification: true,
      allowed_emails: ['a@example.org'],
    })
  })

  it('lets days win over a date', async () => {
    const { server, changeFolder } = await startServerWithFolder()
    for (const sent of [
      { expires_in_days: 7 },
      { expires_in_days: 7, expiration_date: '2040-01-01T00:00:00Z' },
      { expires_in_days: 7, expiration_date: null },
    ]) {
      const { expiration_date } = await changeFolder(sent)
      const days = (Date.parse(expiration_date ?? '') - server.services.now().getTime()) / 86_400_000
      expect(days).toBeGreaterThan(6.99)
      expect(days).toBeLessThanOrEqual(7)
    }
  })

  it.each([0, -1, 1.5, 36_501, 'soon', '7 days', true, [], {}, [7]])(
    'ignores %o days, and the expiry stays as it is',
    async (expires_in_days) => {
      const { folder, changeFolder } = await startServerWithFolder({
        expiration_date: '2030-01-01T00:00:00Z',
      })
      expect(await changeFolder({ expires_in_days })).toEqual(folder)
      expect(await changeFolder({ expires_in_days, expiration_date: null })).toEqual(folder)
    },
  )

  it.each([null, ''])('takes %o days for none', async (expires_in_days) => {
    const { changeFolder } = await startServerWithFolder({ expiration_date: '2030-01-01T00:00:00Z' })
    const changed = await changeFolder({ expires_in_days, expiration_date: '2031-01-01T00:00:00.000Z' })
    expect(changed.expiration_date).toBe('2031-01-01T00:00:00.000Z')
  })

  it('takes a form like JSON', async () => {
    const { browser, folder } = await startServerWithFolder()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = 'title=Form&is_active=false&expires_in_days=2&allowed_emails=a@example.org'
    const reply = await browser.send('PUT', `/api/folders/${folder.id}`, { headers, payload })
    const changed = reply.json<Folder>()
    expect(changed).toMatchObject({
      title: 'Form',
      is_active: false,
      require_email_verification: true,
      allowed_emails: ['a@example.org'],
    })
    expect(Date.parse(changed.expiration_date ?? '') - Date.now()).toBeGreaterThan(86_400_000)
  })

  it.each([
    ['title', { title: '' }],
    ['title', { title: undefined }],
    ['description', { description: 'x'.repeat(4001) }],
    ['expiration_date', { expiration_date: '2030-02-31T00:00:00Z' }],
    ['allowed_emails', { allowed_emails: ['nobody'] }],
    ['allowed_emails', { allowed_emails: Array.from({ length: 1001 }, (_, n) => `a${n}@example.org`) }],
    ['link_password', { link_password: 'x'.repeat(1025) }],
    ['link_password', { link_password: null }],
    ['is_active', { is_active: 'maybe' }],
  ])('refuses a wrong %s, names it, and changes nothing', async (field, changes) => {
    const { browser, folder, putFolder } = await startServerWithFolder(everything)
    const reply = await putFolder(changes)
    expect(reply.statusCode).toBe(422)
    expect(reply.json<{ detail: { loc: unknown[] }[] }>().detail[0]?.loc.slice(0, 2)).toEqual(['body', field])
    expect((await browser.get(`/api/folders/${folder.id}`)).json()).toEqual(folder)
  })

  it('is 404 on a folder that is not there', async () => {
    const { browser } = await startServerWithFolder()
    const reply = await browser.put('/api/folders/999', { title: 'x' })
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      { detail: 'Folder not found or could not be loaded.', code: 'folderNotFound' },
    ])
  })

  it('needs the CSRF token', async () => {
    const { browser, folder } = await startServerWithFolder()
    for (const token of ['', 'A'.repeat(43)]) {
      const headers = { 'x-csrftoken': token }
      const reply = await browser.put(`/api/folders/${folder.id}`, { title: 'changed' }, { headers })
      expect([reply.statusCode, reply.json()]).toEqual([
        403,
        { detail: 'CSRF validation failed', code: 'csrf' },
      ])
    }
    expect((await browser.get(`/api/folders/${folder.id}`)).json()).toEqual(folder)
  })

  it('closes and opens the link at once', async () => {
    const { server, folder, changeFolder } = await startServerWithFolder()
    const status = async () => (await server.app.inject(`/api/upload/${folder.link_token}/status`)).statusCode
    await changeFolder({ is_active: false })
    expect(await status()).toBe(404)
    await changeFolder({ is_active: true, expiration_date: '2020-01-01T00:00:00Z' })
    expect(await status()).toBe(410)
    await changeFolder({ expires_in_days: 1 })
    expect(await status()).toBe(200)
  })
})

describe('what a folder says of its files', () => {
  it('is right after each upload, download and deletion', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const { id, link_token } = await browser.createFolder()
    const url = `/api/upload/${link_token}`
    const upload = async (form: TestForm) =>
      (await server.app.inject({ method: 'POST', url, ...uploadForm(form) })).json<UploadResult>()
    const download = async (fileId: number, headers = {}) => {
      await browser.get(`/api/folders/download/${fileId}`, { headers })
      // The note is made when the last byte has gone out.
      await new Promise((resolve) => setImmediate(resolve))
    }
    const deleteFiles = (...file_ids: number[]) => browser.post('/api/folders/files/delete', { file_ids })
    const says = async () => {
      const folder = (await browser.get(`/api/folders/${id}`)).json<Folder>()
      expect((await browser.get('/api/folders/')).json()).toEqual([folder])
      return {
        waiting: folder.has_undownloaded_files,
        last: folder.last_upload_time,
        count: folder.file_count,
      }
    }
    expect(await says()).toEqual({ waiting: false, last: null, count: 0 })

    const batchId = newBatchId()
    const first = await upload({ files: [{ name: 'a' }, { name: 'b' }], batchId })
    const [a, b] = first.successful_files.map((file) => file.id)
    const { last } = await says()
    expect(await says()).toEqual({ waiting: true, last: expect.stringMatching(/Z$/) as string, count: 2 })

    // Nothing new came: a repeat, a file that is refused, a form that is.
    server.passTime(60)
    await upload({ files: [{ name: 'a' }, { name: 'b' }], batchId })
    await upload({ files: [{ name: 'bad', hash: 'x' }] })
    await upload({ files: [] })
    expect((await says()).last).toBe(last)

    await download(a ?? 0)
    expect((await says()).waiting).toBe(true)
    await download(b ?? 0, { range: 'bytes=0-3' })
    expect((await says()).waiting).toBe(true)
    await deleteFiles(b ?? 0)
    expect(await says()).toEqual({ waiting: false, last, count: 1 })

    server.passTime(60)
    const [c] = (await upload({ files: [{ name: 'c' }] })).successful_files
    const after = await says()
    expect(after).toMatchObject({ waiting: true, count: 2 })
    expect(Date.parse(after.last ?? '') - Date.parse(last ?? '')).toBeGreaterThanOrEqual(120_000)
    await download(c?.id ?? 0)
    expect((await says()).waiting).toBe(false)
    await deleteFiles(a ?? 0, c?.id ?? 0)
    // When something came last is a fact that outlives the file.
    expect(await says()).toEqual({ waiting: false, last: after.last, count: 0 })
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
      code: 'folderNotFound',
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
