import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { errorDetails } from '../../../contract/errors.ts'
import { maxFileNameLength, maxManifestBytes, maxPathLength } from '../../../contract/limits.ts'
import type { UploadResult } from '../../../contract/schemas/uploads.ts'
import type { FileRecord } from '../../../contract/schemas/folders.ts'
import type { Services } from '../../../server/context.ts'
import { fingerprint } from '../../../server/security/publicKeys.ts'
import { maxHeadBytes } from '../../../server/uploads/uploadForm.ts'
import { forSuite } from '../../forSuite.ts'
import {
  otherRecipientKey,
  type Browser,
  recipientKey,
  startTestServer,
  type TestServer,
} from '../testServer.ts'
import { encodeForm, newBatchId, uploadForm, uploadParts, type TestForm } from '../uploads.ts'

const placeholder = (n: number) => `sealed-${String(n).padStart(32, '0')}`

async function startServerWithFolder(options: Partial<Services> = {}, folderPayload: object = {}) {
  const server = await startTestServer(options)
  return createFolderOn({ server, browser: await server.signIn() }, folderPayload)
}

async function createFolderOn(
  { server, browser }: { server: TestServer; browser: Browser },
  folderPayload: object = {},
) {
  const folder = await browser.createFolder(folderPayload)
  const url = `/api/upload/${folder.link_token}`
  const sendForm = (form: { payload: Buffer | string; headers: Record<string, string> }) =>
    server.app.inject({ method: 'POST', url, ...form })
  const upload = async (form: TestForm): Promise<UploadResult> => {
    const reply = await sendForm(uploadForm(form))
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const listFiles = async () => (await browser.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()
  const expectNothingStored = async () => {
    expect(await server.storedFiles()).toEqual([])
    expect(await listFiles()).toEqual([])
    for (const table of ['staged', 'garbage'] as const) {
      expect(await server.services.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    }
  }
  return { server, browser, folder, url, sendForm, upload, listFiles, expectNothingStored }
}

describe('GET /api/upload/{link_token}/status', () => {
  it('tells a stranger what the page shows', async () => {
    const { server, url } = await startServerWithFolder(
      {},
      { description: 'Only PDF', perform_mime_check: false },
    )
    expect((await server.app.inject(`${url}/status`)).json()).toEqual({
      title: 'Tax',
      description: 'Only PDF',
      requires_password: false,
      requires_email: false,
      has_allowed_emails_list: false,
      perform_mime_check: false,
      sender_fields: [],
      room_left: null,
      max_file_bytes: 5120 * 1024 * 1024,
    })
  })

  it('tells whether the folder asks for hidden names', async () => {
    const { server, url } = await startServerWithFolder({}, { private_names: true })
    expect((await server.app.inject(`${url}/status`)).json()).toMatchObject({ private_names: true })
  })

  it.each([
    '/api/upload/AAAAAAAAAAAAAAAAAAAAAA/status',
    '/api/upload/short/status',
    '/api/upload/%F0%9F%A6%B6/status',
  ])('is 404 for a link that does not exist: %s', async (path) => {
    const { server } = await startServerWithFolder()
    const reply = await server.app.inject(path)
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toEqual({ detail: 'Link invalid/expired.', code: 'linkInvalid' })
  })
})

describe('a file that is not encrypted', () => {
  const text = Buffer.from('This is the text of a letter that nobody has encrypted. '.repeat(2000))
  const refused = 'The file is not encrypted, so it was not stored.'

  it.each([
    ['small', text.subarray(0, 200)],
    ['streamed', text.subarray(0, 100_000)],
  ])('is refused by itself, the files beside it are not: %s', async (_name, bytes) => {
    const { server, upload } = await startServerWithFolder()
    const good = randomBytes(bytes.length)
    const { successful_files, failed_files } = await upload({
      files: [
        { name: 'a', bytes: good },
        { name: 'letter.txt', bytes, path: 'post' },
        { name: 'b', bytes: good },
      ],
    })
    expect(successful_files.map((file) => file.filename)).toEqual(['a', 'b'])
    expect(failed_files).toEqual([
      expect.objectContaining({
        filename: 'letter.txt',
        path: 'post',
        index: 1,
        error: refused,
        code: 'notEncrypted',
      }),
    ])
    expect(await server.storedFiles()).toHaveLength(2)
  })

  it('is refused when it came in parts, and its bytes go', async () => {
    const { server, url, upload, expectNothingStored } = await startServerWithFolder()
    const size = text.length
    const begun = await server.app.inject({
      method: 'POST',
      url: `${url}/files`,
      payload: { size, part_size: 20 * 262160 },
    })
    const { upload_id } = begun.json<{ upload_id: string }>()
    await server.app.inject({ method: 'PUT', url: `${url}/files/${upload_id}/parts/1`, payload: text })
    const { failed_files } = await upload({ files: [{ name: 'letter.txt', reference: upload_id }] })
    expect(failed_files).toEqual([expect.objectContaining({ error: refused, code: 'notEncrypted' })])
    await expectNothingStored()
    expect((await server.app.inject(`${url}/files/${upload_id}`)).statusCode).toBe(404)
  })
})

describe('every call of an upload link', () => {
  const calls = ['GET /status', 'GET /public-key', 'POST ', 'POST /files'] as const

  async function statuses(change: object, seconds = 0) {
    const { server, url } = await startServerWithFolder({}, { expires_in_days: 1 })
    if (Object.keys(change).length > 0) await server.services.db.updateTable('folder').set(change).execute()
    server.passTime(seconds)
    return Promise.all(
      calls.map(async (call) => {
        const [method, path] = call.split(' ') as ['GET' | 'POST', string]
        const body =
          path === ''
            ? uploadForm({ files: [{ name: 'a' }] })
            : { payload: { size: 6_000_000, part_size: 262160 * 20 } }
        return (await server.app.inject({ method, url: url + path, ...(method === 'POST' && body) }))
          .statusCode
      }),
    )
  }

  it('works on an open folder', async () => {
    expect(await statuses({})).toEqual([200, 200, 200, 200])
  })
  it('is 404 when the folder is inactive', async () => {
    expect(await statuses({ is_active: 0 })).toEqual([404, 404, 404, 404])
  })
  it('is 410 when the folder has expired', async () => {
    expect(await statuses({}, 24 * 3600 + 1)).toEqual([410, 410, 410, 410])
  })
  it('says that a link is invalid or expired, and not which', async () => {
    const { server, url } = await startServerWithFolder({}, { expires_in_days: 1 })
    server.passTime(24 * 3600 + 1)
    for (const path of [`${url}/status`, `/api/upload/${'A'.repeat(22)}/status`]) {
      expect((await server.app.inject(path)).json()).toEqual({
        detail: 'Link invalid/expired.',
        code: 'linkInvalid',
      })
    }
  })
  it.each([
    ['a link password', { link_password_hash: 'x' }],
    ['e-mail verification', { require_email_verification: 1 }],
    ['allowed e-mails', { require_email_verification: 1, allowed_emails: '["a@example.org"]' }],
  ])('is 403 but for the status and the key when the folder has %s', async (_name, gate) => {
    expect(await statuses(gate)).toEqual([200, 200, 403, 403])
  })
  it('asks for nothing while a list of e-mails is kept for later', async () => {
    expect(await statuses({ allowed_emails: '["a@example.org"]' })).toEqual([200, 200, 200, 200])
  })
})

describe('POST /api/upload/{link_token}', () => {
  const host = forSuite(() => startServerWithFolder())

  it('stores files of any size and answers for each', async () => {
    const { server, browser, upload, listFiles, folder } = await startServerWithFolder()
    const contents = [16, 17, 8208, 65536, 65537, 262160, 262177, 3_000_000].map((size) => randomBytes(size))
    const files = contents.map((bytes, i) => ({ name: `${i}.bin`, path: i % 2 ? 'a/b' : '.', bytes }))
    const result = await upload({ files })
    expect(result.failed_files).toEqual([])
    expect(result.successful_files.map((file) => file.index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(result.successful_files[1]).toEqual({
      id: expect.any(Number) as number,
      filename: '1.bin',
      original_raw_name_from_client: '1.bin',
      path: 'a/b',
      size: 1,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      index: 1,
    })
    expect((await browser.get(`/api/folders/${folder.id}`)).json()).toMatchObject({
      file_count: 8,
      has_undownloaded_files: true,
      undownloaded_count: 8,
      last_upload_time: expect.stringMatching(/Z$/) as string,
    })
    for (const [i, { id }] of result.successful_files.entries()) {
      const reply = await browser.get(`/api/folders/download/${id}`)
      expect(reply.rawPayload.equals(contents[i] ?? Buffer.alloc(0)), `${i}.bin`).toBe(true)
    }
    expect(await listFiles()).toHaveLength(8)
    expect(await server.storedFiles()).toHaveLength(8)
  })

  it('does not mind whether fields come before files', async () => {
    const { upload, listFiles } = await startServerWithFolder()
    await upload({
      files: [
        { name: 'a', path: 'x' },
        { name: 'b', path: 'y' },
      ],
      fieldsFirst: true,
    })
    expect((await listFiles()).map((file) => file.stored_filename)).toEqual(['1/x/a', '1/y/b'])
  })

  it('takes the root for the path when none is given', async () => {
    const { sendForm, listFiles } = await startServerWithFolder()
    const parts = uploadParts({ files: [{ name: 'a' }] }).filter((part) => part.name !== 'relative_paths')
    expect((await sendForm(encodeForm(parts))).statusCode).toBe(200)
    expect((await listFiles())[0]?.stored_filename).toBe('1/a')
  })

  it.each([
    ['%22quoted%22.txt', '"quoted".txt'],
    ['a\\b.txt', 'a\\b.txt'],
    ['ends \\', 'ends \\'],
    ['\\\\server\\share', '\\\\server\\share'],
    ['Füße 🦶.txt', 'Füße 🦶.txt'],
    ['Icon%0D', 'Icon_'],
  ])('knows the name %j as sent, and lists %j', async (wire, name) => {
    const { upload, listFiles } = await createFolderOn(host())
    const [file] = (await upload({ files: [{ name: wire }] })).successful_files
    expect(file).toMatchObject({ original_raw_name_from_client: wire, filename: name })
    expect((await listFiles())[0]?.original_filename).toBe(name)
  })

  it('keeps two files of one name apart', async () => {
    const { upload, listFiles } = await startServerWithFolder()
    await upload({ files: [{ name: 'a.txt' }, { name: 'a.txt' }, { name: 'a.txt', path: 'sub' }] })
    const [again] = (await upload({ files: [{ name: 'a.txt' }] })).successful_files
    expect(again).toMatchObject({ filename: 'a (3).txt', original_raw_name_from_client: 'a.txt' })
    expect((await listFiles()).map((file) => [file.original_filename, file.stored_filename])).toEqual([
      ['a.txt', '1/a.txt'],
      ['a.txt', '1/a (2).txt'],
      ['a.txt', '1/sub/a.txt'],
      ['a.txt', '1/a (3).txt'],
    ])
  })

  it('takes the longest path beside others, and keeps two files of it apart', async () => {
    const { upload } = await createFolderOn(host())
    // Random, as a database may compress what repeats.
    const path = randomBytes(maxPathLength).toString('base64url').slice(0, maxPathLength)
    const name = randomBytes(500).toString('hex')
    const sendTwo = () => upload({ files: [{ name, path }, { name: 'b.txt' }] })
    const names = async () => (await sendTwo()).successful_files.map(({ filename }) => filename)
    expect([await names(), await names()]).toEqual([
      [name, 'b.txt'],
      [`${name} (2)`, 'b (2).txt'],
    ])
  })

  it('gives different names to files that arrive at the same time', async () => {
    const { upload } = await startServerWithFolder()
    const results = await Promise.all(Array.from({ length: 8 }, () => upload({ files: [{ name: 'a' }] })))
    const names = results.flatMap((result) => result.successful_files.map((file) => file.filename))
    expect(new Set(names).size).toBe(8)
  })

  it.each([
    ['an absolute path', { path: '/etc' }, 'The path is absolute.'],
    ["a path with '..'", { path: 'a/../..' }, "The path contains '..'."],
    ['a path with an empty segment', { path: 'a//b' }, 'The path has an empty segment.'],
    ['a NUL in its path', { path: 'a\0' }, 'The path contains a NUL character.'],
    ['no name', { name: '' }, 'The file has no usable name.'],
    ['a slash in its name', { name: 'a/b' }, 'The file name contains a slash.'],
    ['a hash that is none', { hash: 'x' }, 'The file hash is not a SHA-256.'],
    ['a hash in capitals', { hash: 'AB'.repeat(32) }, 'The file hash is not a SHA-256.'],
    ['a key that is no base64', { key: 'ä' }, 'The encrypted key is malformed.'],
    ['a short key', { key: 'AAAA' }, 'The encrypted key is malformed.'],
    ['no key', { key: '' }, 'The encrypted key is malformed.'],
    [
      'a long IV',
      { iv: Buffer.alloc(13).toString('base64') },
      'The encryption IV is not 12 bytes in base64.',
    ],
    ['a manifest that is no base64', { manifest: '?' }, 'The file manifest is malformed.'],
    [
      'a manifest that its name and path cannot fill',
      { manifest: 'A'.repeat(1600) },
      'The file manifest is malformed.',
    ],
    [
      'a manifest behind a placeholder that is longer than any',
      { name: placeholder(1), manifest: Buffer.alloc(maxManifestBytes + 3).toString('base64') },
      'The file manifest is malformed.',
    ],
    ['no bytes', { bytes: Buffer.alloc(0) }, 'No encrypted file has this length.'],
    ['too few bytes', { bytes: Buffer.alloc(15) }, 'No encrypted file has this length.'],
    [
      'a length that no plaintext has',
      { bytes: randomBytes(262160 + 16) },
      'No encrypted file has this length.',
    ],
    ['a reference to nothing', { reference: 'A'.repeat(22) }, errorDetails.uploadUnknown],
    ['a reference that is none', { reference: '../../x' }, errorDetails.uploadUnknown],
  ])('refuses a file with %s, and not its neighbours', async (_name, wrong, error) => {
    const { server, upload, listFiles } = await createFolderOn(host())
    const before = (await server.storedFiles()).length
    const result = await upload({ files: [{ name: 'first' }, { name: 'wrong', ...wrong }, { name: 'last' }] })
    expect(result.successful_files.map((file) => file.index)).toEqual([0, 2])
    expect(result.failed_files).toHaveLength(1)
    expect(result.failed_files[0]).toMatchObject({ index: 1, error })
    expect((await listFiles()).map((file) => file.original_filename)).toEqual(['first', 'last'])
    expect(await server.storedFiles()).toHaveLength(before + 2)
  })

  it('takes no file list of different lengths', async () => {
    const { sendForm, expectNothingStored } = await startServerWithFolder()
    const parts = uploadParts({
      files: [{ name: 'a', manifest: 'AAAA' }, { name: 'b' }],
      batchId: newBatchId(),
    })
    const lists = [
      'encrypted_keys',
      'encryption_ivs',
      'relative_paths',
      'file_hashes',
      'file_manifests',
      'batch_indexes',
    ]
    for (const list of ['files', ...lists]) {
      const at = parts.findIndex((part) => part.name === list)
      const reply = await sendForm(encodeForm(parts.filter((_, i) => i !== at)))
      expect(reply.statusCode, list).toBe(422)
      expect(reply.json()).toEqual({
        detail: 'Mismatch in lengths of file data arrays provided for upload',
        code: 'mismatchedArrays',
      })
    }
    await expectNothingStored()
  })

  it('needs a file, a batch id that is one, and indexes that differ', async () => {
    const { sendForm, expectNothingStored } = await startServerWithFolder()
    const forms = [
      encodeForm([]),
      uploadForm({ files: [{ name: 'a' }], batchId: 'short' }),
      uploadForm({
        files: [
          { name: 'a', index: 1 },
          { name: 'b', index: 1 },
        ],
        batchId: newBatchId(),
      }),
      uploadForm({ files: [{ name: 'a', index: -1 }], batchId: newBatchId() }),
    ]
    for (const form of forms) expect((await sendForm(form)).statusCode).toBe(422)
    await expectNothingStored()
  })

  it('works under the limits of a form and not beyond', async () => {
    const { sendForm, expectNothingStored, upload } = await startServerWithFolder()
    const bytes = Buffer.alloc(16)
    const many = (count: number) =>
      uploadForm({ files: Array.from({ length: count }, (_, i) => ({ name: `${i}`, bytes })) })
    expect((await sendForm(many(1001))).statusCode).toBe(413)
    const tooLong = uploadForm({ files: [{ name: 'a', manifest: 'A'.repeat(80_000) }] })
    expect((await sendForm(tooLong)).statusCode).toBe(413)
    const longHead = uploadForm({ files: [{ name: 'a'.repeat(maxHeadBytes) }] })
    expect((await sendForm(longHead)).statusCode).toBe(413)
    const emptyParts = encodeForm(
      Array.from({ length: 20_000 }, () => ({ name: 'x', body: Buffer.alloc(0) })),
    )
    expect((await sendForm(emptyParts)).statusCode).toBe(413)
    await expectNothingStored()
    expect(
      (await upload({ files: Array.from({ length: 1000 }, (_, i) => ({ name: `${i}`, bytes })) }))
        .failed_files,
    ).toEqual([])
    const longestNames = ['%22', '€'].map((character) => ({ name: character.repeat(maxFileNameLength) }))
    expect((await upload({ files: longestNames })).failed_files).toEqual([])
  })

  it('notes the key in force, and takes the manifest', async () => {
    const { server, upload } = await startServerWithFolder()
    await upload({ files: [{ name: 'a', manifest: 'AAAA' }, { name: 'b' }] })
    const rows = await server.services.db.selectFrom('file').select(['manifest', 'sealed_to']).execute()
    expect(rows.map((row) => row.manifest)).toEqual(['AAAA', null])
    expect(rows[0]?.sealed_to).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('notes the key that its files say they are sealed to, in force or not', async () => {
    const { server, sendForm, upload } = await startServerWithFolder()
    const sealedTo = 'F'.repeat(43)
    await upload({ files: [{ name: 'a' }, { name: 'b' }], sealedTo })
    const rows = await server.services.db.selectFrom('file').select('sealed_to').execute()
    expect(rows).toEqual([{ sealed_to: sealedTo }, { sealed_to: sealedTo }])
    const wrong = await sendForm(uploadForm({ files: [{ name: 'c' }], sealedTo: 'F' }))
    expect([wrong.statusCode, wrong.json<{ detail: object }>().detail]).toMatchObject([
      422,
      [{ loc: ['body', 'sealed_to'] }],
    ])
  })

  it('notes the key that was in force when they came, not a newer one', async () => {
    const { server, upload } = await startServerWithFolder()
    const { blobs, db } = server.services
    const open = blobs.openGroup.bind(blobs)
    blobs.openGroup = async (prefix) => {
      await db.updateTable('user').set({ public_key_spki: otherRecipientKey }).execute()
      return open(prefix)
    }
    await upload({ files: [{ name: 'a' }] })
    const rows = await db.selectFrom('file').select('sealed_to').execute()
    expect(rows).toEqual([{ sealed_to: fingerprint(recipientKey) }])
  })

  it('is refused in any other content type', async () => {
    const { sendForm } = await startServerWithFolder()
    const types = [
      'text/plain',
      'application/json ; x',
      'multipart/mixed; boundary=B',
      'multipart/form-datax; boundary=B',
      'application/octet-stream',
      'a/b',
    ]
    for (const type of types) {
      const reply = await sendForm({ payload: '--B--', headers: { 'content-type': type } })
      expect([400, 415, 422], `${type}: ${reply.body}`).toContain(reply.statusCode)
    }
  })
})

describe('a batch', () => {
  it('gets the same results for a repeat, which stores nothing twice', async () => {
    const { server, upload, listFiles } = await startServerWithFolder()
    const form = { files: [{ name: 'a' }, { name: 'b', path: '..' }, { name: 'c' }], batchId: newBatchId() }
    const first = await upload(form)
    expect(await upload(form)).toEqual(first)
    expect(await listFiles()).toHaveLength(2)
    expect(await server.storedFiles()).toHaveLength(2)
  })

  it('is told no names but those that it sends', async () => {
    const { upload, listFiles } = await startServerWithFolder()
    const batchId = newBatchId()
    await upload({ files: [{ name: 'secret.txt', path: 'private' }], batchId })
    const [repeated] = (await upload({ files: [{ name: 'a', path: 'b' }], batchId })).successful_files
    const names = { filename: 'a', original_raw_name_from_client: 'a', path: 'b' }
    expect(repeated).toMatchObject({ ...names, id: (await listFiles())[0]?.id })
    expect(JSON.stringify(repeated)).not.toMatch(/secret|private/)
  })

  it('gets the same results when both arrive at the same time', async () => {
    const { server, upload, listFiles } = await startServerWithFolder()
    const files = Array.from({ length: 20 }, (_, i) => ({ name: `${i}`, bytes: randomBytes(1000) }))
    const form = { files, batchId: newBatchId() }
    const [first, ...others] = await Promise.all([upload(form), upload(form), upload(form)])
    for (const other of others) expect(other).toEqual(first)
    expect(first.successful_files).toHaveLength(20)
    expect(await listFiles()).toHaveLength(20)
    expect(await server.storedFiles()).toHaveLength(20)
  })

  it('tells a repeat with a hidden name the hash that was stored, as each attempt has another', async () => {
    const { upload, listFiles } = await startServerWithFolder({}, { private_names: true })
    const batchId = newBatchId()
    const manifest = Buffer.alloc(maxManifestBytes).toString('base64')
    await upload({ files: [{ name: placeholder(1), hash: 'a'.repeat(64), manifest }], batchId })
    const repeat = { files: [{ name: placeholder(2), hash: 'b'.repeat(64) }], batchId }
    expect((await upload(repeat)).successful_files).toMatchObject([
      { original_raw_name_from_client: placeholder(2), sha256: 'a'.repeat(64) },
    ])
    const named = { files: [{ name: 'b', hash: 'b'.repeat(64) }], batchId }
    expect(await upload(named)).toMatchObject({ failed_files: [{ code: 'storedOtherwise' }] })
    expect(await listFiles()).toMatchObject([{ original_filename: placeholder(1) }])
  })

  it('tells a repeat with other content neither size nor hash of what is stored', async () => {
    const { upload, listFiles } = await startServerWithFolder()
    const batchId = newBatchId()
    await upload({ files: [{ name: 'a', bytes: randomBytes(70), hash: 'a'.repeat(64) }], batchId })
    const repeat = { files: [{ name: 'a', bytes: randomBytes(90), hash: 'b'.repeat(64) }], batchId }
    const result = await upload(repeat)
    expect(result).toMatchObject({ successful_files: [], failed_files: [{ code: 'storedOtherwise' }] })
    expect(JSON.stringify(result)).not.toContain('a'.repeat(64))
    expect(await listFiles()).toHaveLength(1)
  })

  it('goes on in further requests, repeated in part', async () => {
    const { upload, listFiles } = await startServerWithFolder()
    const batchId = newBatchId()
    const first = await upload({
      files: [
        { name: 'a', index: 0 },
        { name: 'b', index: 1 },
      ],
      batchId,
    })
    const second = await upload({
      files: [
        { name: 'b', index: 1 },
        { name: 'c', index: 2 },
      ],
      batchId,
    })
    expect(second.successful_files[0]).toEqual(first.successful_files[1])
    expect(second.successful_files[1]).toMatchObject({ index: 2, filename: 'c' })
    expect(await listFiles()).toHaveLength(3)
  })

  it('is another one under another link or id', async () => {
    const { browser, server, upload, listFiles } = await startServerWithFolder()
    const batchId = newBatchId()
    await upload({ files: [{ name: 'a' }], batchId })
    await upload({ files: [{ name: 'a' }], batchId: newBatchId() })
    const other = await browser.createFolder()
    const url = `/api/upload/${other.link_token}`
    await server.app.inject({ method: 'POST', url, ...uploadForm({ files: [{ name: 'a' }], batchId }) })
    expect(await listFiles()).toHaveLength(2)
    expect((await browser.get(`/api/folders/${other.id}/files`)).json()).toHaveLength(1)
  })

  it('that was begun before the folder expired may be finished within a day', async () => {
    const { server, sendForm } = await startServerWithFolder({}, { expires_in_days: 1 })
    const batchId = newBatchId()
    const form = (index: number, id = batchId) => uploadForm({ files: [{ name: 'a', index }], batchId: id })
    expect((await sendForm(form(0))).statusCode).toBe(200)
    server.passTime(24 * 3600 + 60)
    expect((await sendForm(form(1))).statusCode).toBe(200)
    expect((await sendForm(form(0, newBatchId()))).statusCode).toBe(410)
    server.passTime(24 * 3600)
    expect((await sendForm(form(2))).statusCode).toBe(410)
    expect(await server.storedFiles()).toHaveLength(2)
  })
})

describe('an upload that fails', () => {
  const whole = uploadForm({
    files: [
      { name: 'small', bytes: randomBytes(500) },
      { name: 'large', bytes: randomBytes(300_000) },
    ],
  })

  it('is 507 and leaves nothing when the disk is full', async () => {
    const { server, sendForm, expectNothingStored } = await startServerWithFolder()
    const { blobs } = server.services
    const openGroup = blobs.openGroup.bind(blobs)
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const streams = blobs.maxBufferedBytes < 300_000 ? (['putStream'] as const) : []
    for (const method of ['put', ...streams, 'makeDurable'] as const) {
      blobs.openGroup = async (prefix) => ({
        ...(await openGroup(prefix)),
        [method]: () => Promise.reject(full),
      })
      const reply = await sendForm(whole)
      expect(reply.statusCode, method).toBe(507)
      expect(reply.json()).toEqual({
        detail: 'The server has no room left for this upload.',
        code: 'outOfSpace',
      })
      await expectNothingStored()
    }
    blobs.openGroup = openGroup
    expect((await sendForm(whole)).statusCode).toBe(200)
  })

  it('is 413 when one of its files is longer than the store takes as a stream', async () => {
    const { server, sendForm, expectNothingStored } = await startServerWithFolder()
    Object.assign(server.services.blobs, { maxStreamedBytes: 300_000 })
    const form = (...lengths: number[]) =>
      uploadForm({ files: lengths.map((length, i) => ({ name: `${i}`, bytes: randomBytes(length) })) })
    expect((await sendForm(form(500, 300_001))).statusCode).toBe(413)
    await expectNothingStored()
    expect((await sendForm(form(300_000, 300_000))).statusCode).toBe(200)
  })

  it('leaves nothing when the database fails', async () => {
    const { server, sendForm, browser, expectNothingStored, folder } = await startServerWithFolder()
    await server.services.db.schema.alterTable('file').renameTo('away').execute()
    const reply = await sendForm(whole)
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toEqual({ detail: 'Internal Server Error', code: 'internal' })
    await server.services.db.schema.alterTable('away').renameTo('file').execute()
    await expectNothingStored()
    expect((await browser.get(`/api/folders/${folder.id}`)).json()).toMatchObject({ last_upload_time: null })
  })

  it('leaves nothing when its folder goes while it runs', async () => {
    const { server, sendForm, browser, folder } = await startServerWithFolder()
    const { blobs } = server.services
    const openGroup = blobs.openGroup.bind(blobs)
    blobs.openGroup = async (prefix) => {
      await browser.delete(`/api/folders/${folder.id}`)
      return openGroup(prefix)
    }
    expect((await sendForm(whole)).statusCode).toBe(404)
    expect(await server.storedFiles()).toEqual([])
  })

  it('leaves nothing when the client goes away, wherever that is', async () => {
    const { server, url, expectNothingStored } = await startServerWithFolder()
    const origin = await server.listen()
    const { payload, headers } = whole
    for (const share of [0, 0.001, 0.01, 0.1, 0.5, 0.9, 0.999]) {
      await sendAndDisconnect(origin + url, headers, payload, Math.floor(payload.length * share))
    }
    // The last may only now be read.
    await vi.waitFor(expectNothingStored, 60_000)
    expect(server.logged()).not.toMatch(/"level":50/)
  })

  it('is 408 when the client stands still', async () => {
    const { server, url, expectNothingStored } = await startServerWithFolder({ stallMs: 200 })
    const origin = await server.listen()
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { payload, headers } = whole
      const call = request(origin + url, {
        method: 'POST',
        headers: { ...headers, 'content-length': payload.length },
      })
      call.on('response', (response) => {
        resolve(response.statusCode)
        call.destroy()
      })
      call.on('error', reject)
      call.write(payload.subarray(0, 1000))
    })
    expect(status).toBe(408)
    await expectNothingStored()
  })

  it('is answered, with what was wrong, before all of it has been read', async () => {
    const { server } = await startServerWithFolder()
    const origin = await server.listen()
    const reply = await fetch(`${origin}/api/upload/AAAAAAAAAAAAAAAAAAAAAA`, {
      method: 'POST',
      headers: whole.headers,
      body: new Uint8Array(whole.payload),
    })
    expect(reply.status).toBe(404)
    expect(await reply.json()).toEqual({ detail: 'Link invalid/expired.', code: 'linkInvalid' })
  })
})

describe('malformed forms', () => {
  it('are all answered with 4xx, leave nothing and do not stop the server', async () => {
    const { server, url, expectNothingStored } = await startServerWithFolder({ stallMs: 1000 })
    const origin = await server.listen()
    const { payload, headers } = uploadForm({ files: [{ name: 'a', bytes: randomBytes(200) }] })
    const text = payload.toString('latin1')
    const broken = [
      ...Array.from({ length: 30 }, (_, i) => text.slice(0, Math.floor((text.length * i) / 30))),
      ...corruptedForms(text),
    ]
    for (const body of broken) {
      const reply = await fetch(origin + url, {
        method: 'POST',
        // The server may close the connection after it has refused a form.
        headers: { ...headers, connection: 'close' },
        body: Buffer.from(body, 'latin1'),
      })
      expect(reply.status, body.slice(0, 200)).toBeGreaterThanOrEqual(400)
      expect(reply.status, body.slice(0, 200)).toBeLessThan(500)
    }
    await expectNothingStored()
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  })
})

function corruptedForms(text: string): string[] {
  return [
    text.replaceAll('\r\n', '\n'),
    text.replaceAll('\r\n', '\r'),
    text.replace('form-data', 'attachment'),
    text.replace('Content-Disposition', 'Content-Position'),
    text.replaceAll('name=', 'nam='),
    text.replace('name="files"', 'name='),
    text.replace('name="files"', 'name="encrypted_keys"'),
    text.replace(': form-data', ' form-data'),
    text.replace('filename="a"', 'filename="a'),
    text.replaceAll('----WebKit', '---WebKit'),
    text.replace(/--\r\n$/, ''),
    text.replace(/--\r\n$/, '-\r\n'),
    text.replace('\r\n\r\n', '\r\n'),
    text.replace('Content-Type', 'x'.repeat(70_000)),
    text.replace('Content-Type', `X: ${'y: z\r\n'.repeat(5000)}Content-Type`),
    `\0${text.slice(1)}`,
    '\r\n'.repeat(1000),
    '-'.repeat(10_000),
    randomBytes(5000).toString('latin1'),
    `${text.slice(0, 60)}${text}`.slice(0, -10),
    text
      .repeat(2)
      .slice(0, text.length * 2 - 300)
      .replace('--\r\n--', '\r\n--'),
  ]
}

/** Sends the beginning of a body and closes the connection. */
async function sendAndDisconnect(
  url: string,
  headers: Record<string, string>,
  payload: Buffer,
  bytes: number,
) {
  const call = request(url, { method: 'POST', headers: { ...headers, 'content-length': payload.length } })
  call.on('error', () => undefined)
  call.flushHeaders()
  if (bytes > 0) await new Promise((resolve) => call.write(payload.subarray(0, bytes), resolve))
  await delay(20)
  call.destroy()
}
