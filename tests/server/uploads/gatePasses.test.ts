import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { FileRecord, Folder } from '../../../contract/schemas/folders.ts'
import { KiB, MiB } from '../../../contract/limits.ts'
import type { UploadResult, UploadStatus } from '../../../contract/schemas/uploads.ts'
import { MemoryBudget } from '../../../server/http/memoryBudget.ts'
import { forSuite } from '../../forSuite.ts'
import { requestCode, writtenMails } from '../mails.ts'
import { recipientKey, startTestServer, type Browser, type TestServer } from '../testServer.ts'
import { encodeForm, uploadForm, uploadParts, type TestForm } from '../uploads.ts'

const hourSeconds = 3600
const partSize = 20 * 262160
const password = 'Waldsee Käfer 07 512'
const bothGates = { link_password: password, require_email_verification: true }
const gateRefusal = 'This upload link asks for a password or a verified e-mail address first.'
const files = [{ name: 'a', bytes: Buffer.alloc(100, 5) }]

async function startServerWithFolder(
  gates: object = {},
  options: Parameters<typeof startTestServer>[0] = {},
) {
  const server = await startTestServer(options)
  const admin = await server.signIn()
  const folder = await admin.createFolder(gates)
  const url = `/api/upload/${folder.link_token}`
  const changeFolder = async (changes: object): Promise<Folder> => {
    const reply = await admin.put(`/api/folders/${folder.id}`, { title: 'Tax', ...changes })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const listFiles = async () => (await admin.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()
  return { server, admin, folder, url, changeFolder, listFiles }
}

/** An uploader's browser that has opened the page: it has the cookies of a stranger. */
async function visitUploadPage(server: TestServer, url: string): Promise<Browser> {
  const browser = server.newBrowser()
  await browser.get(`${url}/status`)
  return browser
}

const uploadStatus = async (browser: Browser, url: string) =>
  (await browser.get(`${url}/status`)).json<UploadStatus>()
const enterPassword = async (browser: Browser, url: string, link_password = password) =>
  (await browser.post(`${url}/verify-password`, { link_password })).statusCode
const enterCode = async (browser: Browser, url: string, uploader_email: string, verification_code: string) =>
  (await browser.post(`${url}/verify-code`, { uploader_email, verification_code })).statusCode
const verifyAddress = async (server: TestServer, browser: Browser, url: string, address: string) =>
  enterCode(browser, url, address, await requestCode(server, url, address))
const upload = (browser: Browser, url: string, form: Partial<TestForm> = {}) =>
  browser.send('POST', url, uploadForm({ files, ...form }))
const beginUpload = (browser: Browser, url: string) =>
  browser.post(`${url}/files`, { size: 100, part_size: partSize })

const wrongCodeFor = (code: string) => code.replace(/./, (digit) => String((Number(digit) + 1) % 10))

describe('a folder with every gate', () => {
  const address = 'alice@example.org'
  const gates = { link_password: password, require_email_verification: true, allowed_emails: [address] }

  /** Uploads that were begun while the folder had no gates, one for each call that ends one. */
  async function folderWithRunningUploads() {
    const { server, url, changeFolder } = await startServerWithFolder()
    const uploads: string[] = []
    for (let i = 0; i < 3; i++) {
      const { upload_id } = (await beginUpload(server.newBrowser(), url)).json<{ upload_id: string }>()
      uploads.push(upload_id)
    }
    await server.app.inject({
      method: 'PUT',
      url: `${url}/files/${uploads[2]}/parts/1`,
      payload: Buffer.alloc(100, 5),
    })
    await changeFolder(gates)
    return { server, url, uploads }
  }

  async function everyCall(browser: Browser, url: string, uploads: string[]) {
    const [put, , whole] = uploads
    const part = { payload: Buffer.alloc(100, 5), headers: { 'content-type': 'application/octet-stream' } }
    const replies = {
      upload: await upload(browser, url),
      create: await beginUpload(browser, url),
      put: await browser.send('PUT', `${url}/files/${put}/parts/1`, part),
      get: await browser.get(`${url}/files/${put}`),
      delete: await browser.delete(`${url}/files/${put}`),
      confirm: await upload(browser, url, { files: [{ name: 'b', reference: whole ?? '' }] }),
    }
    return Object.fromEntries(Object.entries(replies).map(([call, reply]) => [call, reply.statusCode]))
  }
  const opened = { upload: 200, create: 200, put: 204, get: 200, delete: 204, confirm: 200 }
  const refused = Object.fromEntries(Object.keys(opened).map((call) => [call, 403]))

  it('refuses every call until the browser has passed both, and is open to that browser alone', async () => {
    const { server, url, uploads } = await folderWithRunningUploads()
    const browser = await visitUploadPage(server, url)
    const asks = async (of = browser) => {
      const { requires_password, requires_email, has_allowed_emails_list } = await uploadStatus(of, url)
      expect(has_allowed_emails_list).toBe(true)
      return [requires_password, requires_email]
    }
    const code = await requestCode(server, url, address)
    expect(await enterPassword(browser, url, 'wrong')).toBe(401)
    expect(await enterCode(browser, url, address, wrongCodeFor(code))).toBe(400)
    expect(await asks()).toEqual([true, true])
    expect(await everyCall(browser, url, uploads)).toEqual(refused)
    expect(await enterPassword(browser, url)).toBe(200)
    expect(await asks()).toEqual([false, true])
    expect(await everyCall(browser, url, uploads)).toEqual(refused)
    expect(await enterCode(browser, url, address, code)).toBe(200)
    expect(await asks()).toEqual([false, false])
    expect(await everyCall(browser, url, uploads)).toEqual(opened)
    expect(await asks(await visitUploadPage(server, url))).toEqual([true, true])
  })

  it('is opened to every call by a code alone where it has no password', async () => {
    const { server, url, uploads } = await folderWithRunningUploads()
    const { db } = server.services
    await db.updateTable('folder').set({ link_password_hash: null }).execute()
    const browser = await visitUploadPage(server, url)
    expect(await everyCall(browser, url, uploads)).toEqual(refused)
    expect(await verifyAddress(server, browser, url, address)).toBe(200)
    expect(await everyCall(browser, url, uploads)).toEqual(opened)
  })

  it('is opened by the fields of a form for that form alone, whether it brings bytes or names parts', async () => {
    const { server, url, uploads } = await folderWithRunningUploads()
    const newCode = async () => requestCode(server, url, address)
    const named = { uploader_email: address }
    const sendBytes = (gates: Record<string, string>) => upload(server.newBrowser(), url, { gates })
    const sendReference = (gates: Record<string, string>) =>
      upload(server.newBrowser(), url, { gates, files: [{ name: 'b', reference: uploads[2] ?? '' }] })
    const right = await newCode()
    for (const send of [sendBytes, sendReference]) {
      const answers = [
        await send({}),
        await send({ ...named, verification_code: right }),
        await send({ link_password: 'wrong', ...named, verification_code: right }),
        await send({ link_password: password }),
        await send({ link_password: password, ...named }),
        await send({ link_password: password, ...named, verification_code: wrongCodeFor(right) }),
      ]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 401, 403, 403, 400])
    }
    expect(await server.services.db.selectFrom('file').selectAll().execute()).toEqual([])
    const all = { link_password: password, ...named }
    for (const reply of [
      await sendBytes({ ...all, verification_code: right }),
      await sendReference({ ...all, verification_code: await newCode() }),
    ]) {
      expect([reply.statusCode, reply.json<UploadResult>().successful_files.length]).toEqual([200, 1])
    }
    // A client without cookies has passed nothing for any other call.
    const { get, create } = await everyCall(server.newBrowser(), url, uploads)
    expect([get, create]).toEqual([403, 403])
  })

  it('asks for an address also where only a list was given', async () => {
    const { changeFolder } = await startServerWithFolder()
    expect(await changeFolder({ allowed_emails: [address] })).toMatchObject({
      has_password: false,
      require_email_verification: true,
      allowed_emails: [address],
    })
  })
})

describe('a passed gate', () => {
  it('is remembered in a cookie that scripts cannot read, for this link and a day', async () => {
    const { server, admin, url } = await startServerWithFolder({ link_password: password })
    const other = `/api/upload/${(await admin.createFolder({ link_password: password })).link_token}`
    const browser = await visitUploadPage(server, url)
    const reply = await browser.post(`${url}/verify-password`, { link_password: password })
    const cookie = reply.cookies.find(({ name }) => name.startsWith('sealpost_gate_'))
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 24 * hourSeconds })
    expect(cookie?.value).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect((await uploadStatus(browser, url)).requires_password).toBe(false)
    expect((await uploadStatus(browser, other)).requires_password).toBe(true)

    server.passTime(24 * hourSeconds - 60)
    expect((await uploadStatus(browser, url)).requires_password).toBe(false)
    server.passTime(60)
    expect((await uploadStatus(browser, url)).requires_password).toBe(true)
    expect((await upload(browser, url)).statusCode).toBe(403)
  })

  it('opens no other link, not even when its cookie is copied to it', async () => {
    const gate = { require_email_verification: true }
    const { server, admin, url } = await startServerWithFolder(gate)
    const other = `/api/upload/${(await admin.createFolder(gate)).link_token}`
    const browser = await visitUploadPage(server, url)
    await verifyAddress(server, browser, url, 'alice@example.org')
    const ours = [...browser.cookies.keys()].find((name) => name.startsWith('sealpost_gate_')) ?? ''
    const theirs = await visitUploadPage(server, other)
    await verifyAddress(server, theirs, other, 'bob@example.org')
    const names = [...theirs.cookies.keys()].filter((name) => name.startsWith('sealpost_gate_'))
    expect(names).not.toContain(ours)
    for (const name of names) browser.cookies.set(name, browser.cookies.get(ours) ?? '')
    expect((await uploadStatus(browser, other)).requires_email).toBe(true)
    expect((await upload(browser, other)).statusCode).toBe(403)
  })

  it('is bound to the host by its name where the public origin is https', async () => {
    const publicOrigin = 'https://files.example.org'
    const { server, url } = await startServerWithFolder(
      { require_email_verification: true },
      { publicOrigin },
    )
    const browser = await visitUploadPage(server, url)
    expect(await verifyAddress(server, browser, url, 'alice@example.org')).toBe(200)
    expect([...browser.cookies.keys()].some((name) => name.startsWith('__Host-sealpost_gate_'))).toBe(true)
    expect((await uploadStatus(browser, url)).requires_email).toBe(false)
  })

  it('lasts on while an upload under it goes on, and lapses a day after its last use', async () => {
    const { server, url } = await startServerWithFolder({ link_password: password })
    const browser = await visitUploadPage(server, url)
    await enterPassword(browser, url)
    const { upload_id } = (await beginUpload(browser, url)).json<{ upload_id: string }>()
    const putPart = () =>
      browser.send('PUT', `${url}/files/${upload_id}/parts/1`, {
        payload: Buffer.alloc(100, 5),
        headers: { 'content-type': 'application/octet-stream' },
      })
    const renewals = (reply: Awaited<ReturnType<typeof putPart>>) =>
      reply.cookies.filter(({ name }) => name.startsWith('sealpost_gate_'))
    expect(renewals(await putPart())).toEqual([])
    for (let i = 0; i < 3; i++) {
      server.passTime(20 * hourSeconds)
      const reply = await putPart()
      expect([reply.statusCode, renewals(reply).length]).toEqual([204, 1])
      expect(renewals(reply)[0]).toMatchObject({
        httpOnly: true,
        sameSite: 'Strict',
        maxAge: 24 * hourSeconds,
      })
    }
    server.passTime(20 * hourSeconds)
    expect((await upload(browser, url)).statusCode).toBe(200)
    server.passTime(20 * hourSeconds)
    expect((await uploadStatus(browser, url)).requires_password).toBe(false)
    server.passTime(4 * hourSeconds)
    expect((await uploadStatus(browser, url)).requires_password).toBe(true)
    expect((await putPart()).statusCode).toBe(403)
  })

  it('is read once for each part, and holds for none after the password has changed', async () => {
    let reads = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult({ result }) {
        if ('password_until' in (result.rows[0] ?? {})) reads += 1
        return Promise.resolve(result)
      },
    }
    const { server, url, changeFolder } = await startServerWithFolder(
      { link_password: password },
      { adapt: (services) => ({ ...services, db: services.db.withPlugin(counting) }) },
    )
    const browser = await visitUploadPage(server, url)
    await enterPassword(browser, url)
    const { upload_id } = (await beginUpload(browser, url)).json<{ upload_id: string }>()
    const putPart = async () => {
      const reply = await browser.send('PUT', `${url}/files/${upload_id}/parts/1`, {
        payload: Buffer.alloc(100, 5),
        headers: { 'content-type': 'application/octet-stream' },
      })
      return reply.statusCode
    }
    for (let part = 0; part < 2; part++) {
      reads = 0
      expect([await putPart(), reads]).toEqual([204, 1])
    }
    server.passTime(2 * hourSeconds)
    reads = 0
    expect([await putPart(), reads]).toEqual([204, 1])
    await changeFolder({ link_password: 'another' })
    expect(await putPart()).toBe(403)
  })

  it('is renewed neither by looking at the link nor where it does not hold any more', async () => {
    const { server, url, changeFolder } = await startServerWithFolder({ link_password: password })
    const browser = await visitUploadPage(server, url)
    await enterPassword(browser, url)
    await changeFolder({ link_password: 'another' })
    server.passTime(20 * hourSeconds)
    await uploadStatus(browser, url)
    expect((await beginUpload(browser, url)).statusCode).toBe(403)
    const [pass] = await server.services.db.selectFrom('gate_pass').selectAll().execute()
    expect(Date.parse(pass?.password_until ?? '') - server.services.now().getTime()).toBeLessThanOrEqual(
      4 * hourSeconds * 1000,
    )
  })

  it('lasts a day for each gate by itself', async () => {
    const { server, url } = await startServerWithFolder(bothGates)
    const browser = await visitUploadPage(server, url)
    await enterPassword(browser, url)
    server.passTime(23 * hourSeconds)
    await verifyAddress(server, browser, url, 'alice@example.org')
    expect(await uploadStatus(browser, url)).toMatchObject({
      requires_password: false,
      requires_email: false,
    })
    server.passTime(2 * hourSeconds)
    expect(await uploadStatus(browser, url)).toMatchObject({ requires_password: true, requires_email: false })
  })

  it('gets a new token with each gate, so that a planted one gains nothing', async () => {
    const { server, url } = await startServerWithFolder(bothGates)
    const browser = await visitUploadPage(server, url)
    await enterPassword(browser, url)
    const planted = new Map(browser.cookies)
    await verifyAddress(server, browser, url, 'alice@example.org')
    expect((await upload(browser, url)).statusCode).toBe(200)
    const attacker = server.newBrowser()
    for (const [name, value] of planted) attacker.cookies.set(name, value)
    expect(await uploadStatus(attacker, url)).toMatchObject({
      requires_password: false,
      requires_email: true,
    })
  })

  it('is void when the link password changes, even to the same text', async () => {
    const { server, url, changeFolder } = await startServerWithFolder({ link_password: password })
    const browser = await visitUploadPage(server, url)
    await enterPassword(browser, url)
    await changeFolder({ description: 'something else' })
    expect((await uploadStatus(browser, url)).requires_password).toBe(false)
    for (const link_password of ['another', password]) {
      await enterPassword(browser, url, link_password)
      await changeFolder({ link_password })
      expect((await uploadStatus(browser, url)).requires_password).toBe(true)
      expect((await beginUpload(browser, url)).statusCode).toBe(403)
      expect((await upload(browser, url)).statusCode).toBe(403)
    }
    await changeFolder({ link_password: '' })
    expect((await beginUpload(browser, url)).statusCode).toBe(200)
  })

  it('holds only for addresses that the list has now', async () => {
    const { server, url, changeFolder } = await startServerWithFolder({ require_email_verification: true })
    const browser = await visitUploadPage(server, url)
    await verifyAddress(server, browser, url, 'alice@example.org')
    await changeFolder({ allowed_emails: ['bob@example.org'] })
    expect((await uploadStatus(browser, url)).requires_email).toBe(true)
    expect((await upload(browser, url)).statusCode).toBe(403)
    await changeFolder({ allowed_emails: ['bob@example.org', '  ALICE@Example.org '] })
    expect((await upload(browser, url)).statusCode).toBe(200)
  })

  it('does not stand for a gate that was put up later', async () => {
    const { server, url, changeFolder } = await startServerWithFolder({ link_password: password })
    const browser = await visitUploadPage(server, url)
    await enterPassword(browser, url)
    await changeFolder({ require_email_verification: true })
    expect(await uploadStatus(browser, url)).toMatchObject({ requires_password: false, requires_email: true })
    expect((await beginUpload(browser, url)).statusCode).toBe(403)
  })

  it('goes with its folder, codes too', async () => {
    const { server, admin, folder, url } = await startServerWithFolder({
      link_password: password,
      require_email_verification: true,
    })
    await enterPassword(await visitUploadPage(server, url), url)
    await requestCode(server, url, 'alice@example.org')
    expect((await admin.delete(`/api/folders/${folder.id}`)).statusCode).toBe(204)
    // Rows of a deleted folder are removed in the background.
    for (const table of ['gate_pass', 'upload_code'] as const) {
      await expect.poll(() => server.services.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })
})

describe('the link password', () => {
  it('is kept as argon2id, and nowhere as it is', async () => {
    const { server, url } = await startServerWithFolder({ link_password: password })
    const browser = await visitUploadPage(server, url)
    expect(await enterPassword(browser, url)).toBe(200)
    await upload(server.newBrowser(), url, { gates: { link_password: password } })
    const { link_password_hash } = await server.services.db
      .selectFrom('folder')
      .select('link_password_hash')
      .executeTakeFirstOrThrow()
    expect(link_password_hash).toMatch(/^\$argon2id\$/)
    const gate = [...browser.cookies].find(([name]) => name.startsWith('sealpost_gate_'))?.[1] ?? '?'
    const places = [Buffer.from(server.logged())]
    for (const entry of await readdir(server.dataDir, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) places.push(await readFile(join(entry.parentPath, entry.name)))
    }
    for (const secret of [password, gate]) expect(places.some((place) => place.includes(secret))).toBe(false)
  })

  it('is the same however its letters are encoded', async () => {
    const { server, url } = await startServerWithFolder({ link_password: 'Käfer'.normalize('NFC') })
    const browser = await visitUploadPage(server, url)
    expect(await enterPassword(browser, url, 'Käfer'.normalize('NFD'))).toBe(200)
  })

  it('that is wrong is 401 and opens nothing', async () => {
    const { server, url } = await startServerWithFolder({ link_password: password })
    const browser = await visitUploadPage(server, url)
    const reply = await browser.post(`${url}/verify-password`, { link_password: `${password} ` })
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({ detail: 'Incorrect password', code: 'badPassword' })
    expect(reply.cookies.some(({ name }) => name.startsWith('sealpost_gate_'))).toBe(false)
    expect((await browser.post(`${url}/verify-password`, { link_password: '' })).statusCode).toBe(422)
    expect((await browser.post(`${url}/verify-password`, {})).statusCode).toBe(422)
  })
})

describe('the key of an upload link', () => {
  it('is told before any gate, to whoever asks', async () => {
    const { server, url } = await startServerWithFolder(bothGates)
    const reply = await server.newBrowser().get(`${url}/public-key`)
    expect([reply.statusCode, reply.json()]).toEqual([200, { public_key_spki: recipientKey }])
  })

  it('is not told of a link that is dead', async () => {
    const { server, url, changeFolder } = await startServerWithFolder()
    const keyStatus = async () => (await server.newBrowser().get(`${url}/public-key`)).statusCode
    await changeFolder({ is_active: false })
    expect(await keyStatus()).toBe(404)
    await changeFolder({ is_active: true, expires_in_days: 1 })
    expect(await keyStatus()).toBe(200)
    server.passTime(25 * hourSeconds)
    expect(await keyStatus()).toBe(410)
  })

  it('is asked for 600 times in ten minutes by one visitor', async () => {
    const { server, url } = await startServerWithFolder()
    const keyStatus = async (remoteAddress: string) =>
      (await server.app.inject({ url: `${url}/public-key`, remoteAddress })).statusCode
    await server.services.counters.add('recipientKey 203.0.113.7', 599, 600)
    expect([
      await keyStatus('203.0.113.7'),
      await keyStatus('203.0.113.7'),
      await keyStatus('203.0.113.8'),
    ]).toEqual([200, 429, 200])
  })
})

describe('an upload through gates', () => {
  it('says nothing but that a gate is closed', async () => {
    const { server, url } = await startServerWithFolder({ link_password: password })
    const browser = await visitUploadPage(server, url)
    for (const reply of [
      await beginUpload(browser, url),
      await upload(browser, url, { files: [] }),
      await browser.get(`${url}/files/${'A'.repeat(22)}`),
    ]) {
      expect(reply.statusCode).toBe(403)
      expect(reply.json()).toEqual({ detail: gateRefusal, code: 'gateClosed' })
    }
  })

  it('stores nothing when its gate is closed, or its fields come after the files', async () => {
    const { server, url } = await startServerWithFolder({ link_password: password })
    const form = uploadParts({ files })
    const late = encodeForm([...form, { name: 'link_password', body: Buffer.from(password) }])
    expect((await server.newBrowser().send('POST', url, late)).statusCode).toBe(403)
    expect((await upload(server.newBrowser(), url)).statusCode).toBe(403)
    expect(await server.storedFiles()).toEqual([])
    expect(await server.services.db.selectFrom('staged').selectAll().execute()).toEqual([])
    const early = encodeForm([{ name: 'link_password', body: Buffer.from(password) }, ...form])
    expect((await server.newBrowser().send('POST', url, early)).statusCode).toBe(200)
  })

  it('is told to send the fields for the gates first when they come after others', async () => {
    const { server, url } = await startServerWithFolder({ link_password: password })
    const [field] = uploadParts({ files }).filter(({ name }) => name === 'encrypted_keys')
    const gate = { name: 'link_password', body: Buffer.from(password) }
    const form = encodeForm([...(field ? [field] : []), gate, ...uploadParts({ files })])
    const reply = await server.newBrowser().send('POST', url, form)
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      {
        detail:
          'The fields link_password, uploader_email and verification_code come before all others of the form.',
        code: 'gateFieldsLate',
      },
    ])
    expect(await server.storedFiles()).toEqual([])
  })

  it('gives back what it held, however it ends', async () => {
    const { server, url } = await startServerWithFolder({ link_password: password })
    const { memory } = server.services
    for (const gates of [{ link_password: password }, { link_password: 'wrong' }, {}]) {
      await upload(server.newBrowser(), url, { gates })
      expect(memory.held).toBe(0)
    }
    const { payload, headers } = uploadForm({ files, gates: { link_password: password } })
    const cut = { headers, payload: payload.subarray(0, payload.length - 50) }
    expect((await server.newBrowser().send('POST', url, cut)).statusCode).toBe(400)
    expect(memory.held).toBe(0)
  })

  it('is 503 with a time to come again when its visitor holds too much already', async () => {
    const { url: other, server: busy } = await startServerWithFolder({}, { memory: new MemoryBudget(MiB) })
    for (let i = 0; i < 2; i++) busy.services.memory.openAccount('203.0.113.7').take(128 * KiB)
    const refused = await busy.app.inject({
      method: 'POST',
      url: other,
      remoteAddress: '203.0.113.7',
      ...uploadForm({ files }),
    })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    expect((await upload(busy.newBrowser(), other)).statusCode).toBe(200)
  })

  it('keeps the verified address with the file, in one form', async () => {
    const { server, url, listFiles } = await startServerWithFolder({ allowed_emails: ['Alice@Example.org'] })
    const browser = await visitUploadPage(server, url)
    const code = await requestCode(server, url, 'ALICE@example.org')
    expect(await enterCode(browser, url, ' aLice@example.org ', code)).toBe(200)
    await upload(browser, url)
    expect((await listFiles()).map((file) => file.uploader_email)).toEqual(['alice@example.org'])
  })

  it('has no address where the folder asks for none, whatever the form says', async () => {
    const { server, url, listFiles } = await startServerWithFolder()
    const gates = { uploader_email: 'alice@example.org', verification_code: '123456', link_password: 'x' }
    expect((await upload(server.newBrowser(), url, { gates })).statusCode).toBe(200)
    expect((await listFiles()).map((file) => file.uploader_email)).toEqual([null])
  })

  it('may pass one gate by cookie and the other by its form, and gets a cookie for both', async () => {
    const { server, url } = await startServerWithFolder(bothGates)
    const browser = await visitUploadPage(server, url)
    await enterPassword(browser, url)
    const gates = {
      uploader_email: 'alice@example.org',
      verification_code: await requestCode(server, url, 'alice@example.org'),
    }
    expect((await upload(browser, url, { gates })).statusCode).toBe(200)
    expect(await uploadStatus(browser, url)).toMatchObject({
      requires_password: false,
      requires_email: false,
    })
    // The code has been used; the cookie carries on, and the fields of a client that repeats them do no harm.
    expect((await upload(browser, url, { gates })).statusCode).toBe(200)
    expect((await upload(server.newBrowser(), url, { gates })).statusCode).toBe(403)
  })

  it('does not use up the code when the password is missing', async () => {
    const { server, url } = await startServerWithFolder(bothGates)
    const verification_code = await requestCode(server, url, 'alice@example.org')
    const gates = { uploader_email: 'alice@example.org', verification_code }
    expect((await upload(server.newBrowser(), url, { gates })).statusCode).toBe(403)
    const both = { ...gates, link_password: password }
    expect((await upload(server.newBrowser(), url, { gates: both })).statusCode).toBe(200)
  })

  it('is held to the address that its form names', async () => {
    const { server, url, listFiles } = await startServerWithFolder({ require_email_verification: true })
    const browser = await visitUploadPage(server, url)
    await verifyAddress(server, browser, url, 'alice@example.org')
    const asBob = { uploader_email: 'bob@example.org' }
    expect((await upload(browser, url, { gates: asBob })).statusCode).toBe(403)
    const code = await requestCode(server, url, 'bob@example.org')
    const proved = { ...asBob, verification_code: code }
    expect((await upload(browser, url, { gates: proved })).statusCode).toBe(200)
    expect((await listFiles()).map((file) => file.uploader_email)).toEqual(['bob@example.org'])
  })

  it('in parts belongs to the address under which it was begun, in any browser and on any day', async () => {
    const { server, url } = await startServerWithFolder({ require_email_verification: true })
    const alice = await visitUploadPage(server, url)
    await verifyAddress(server, alice, url, 'alice@example.org')
    const { upload_id } = (await beginUpload(alice, url)).json<{ upload_id: string }>()
    const one = `${url}/files/${upload_id}`
    const putPart = async (browser: Browser) =>
      (await browser.send('PUT', `${one}/parts/1`, { payload: Buffer.alloc(100, 5) })).statusCode
    expect(await putPart(alice)).toBe(204)
    const reference = { files: [{ name: 'b', reference: upload_id }] }

    const bob = await visitUploadPage(server, url)
    await verifyAddress(server, bob, url, 'bob@example.org')
    expect([await putPart(bob), (await bob.get(one)).statusCode, (await bob.delete(one)).statusCode]).toEqual(
      [404, 404, 404],
    )
    expect((await upload(bob, url, reference)).json()).toMatchObject({
      successful_files: [],
      failed_files: [{ error: 'This upload is unknown or has expired.' }],
    })

    server.passTime(30 * hourSeconds)
    expect(await putPart(alice)).toBe(403)
    const tomorrow = await visitUploadPage(server, url)
    await verifyAddress(server, tomorrow, url, 'alice@example.org')
    expect((await tomorrow.get(one)).json()).toMatchObject({ parts: [1] })
    expect(await putPart(tomorrow)).toBe(204)
    expect((await upload(tomorrow, url, reference)).json<UploadResult>().successful_files).toHaveLength(1)
    // The administrator's session is over by now.
    const { uploader_email } = await server.services.db
      .selectFrom('file')
      .select('uploader_email')
      .executeTakeFirstOrThrow()
    expect(uploader_email).toBe('alice@example.org')
  })
})

describe('the calls that pass gates', () => {
  const calls = [
    ['request-code', { uploader_email: 'alice@example.org' }],
    ['verify-password', { link_password: password }],
    ['verify-code', { uploader_email: 'alice@example.org', verification_code: '123456' }],
  ] as const
  const [open, gated] = [
    forSuite(() => startServerWithFolder()),
    forSuite(() => startServerWithFolder(bothGates)),
  ]

  it.each(calls)('%s is refused where its gate is not asked for', async (call, payload) => {
    const { server, url } = open()
    const reply = await server.app.inject({ method: 'POST', url: `${url}/${call}`, payload })
    expect(reply.statusCode).toBe(409)
    expect(await writtenMails(server)).toEqual([])
  })

  it('are 404 on an inactive folder and 410 on an expired one', async () => {
    const { server, url, changeFolder } = await startServerWithFolder({ ...bothGates, expires_in_days: 1 })
    const statuses = () =>
      Promise.all(
        calls.map(async ([call, payload]) => {
          const reply = await server.app.inject({ method: 'POST', url: `${url}/${call}`, payload })
          return reply.statusCode
        }),
      )
    await changeFolder({ is_active: false })
    expect(await statuses()).toEqual([404, 404, 404])
    await changeFolder({ is_active: true })
    server.passTime(24 * hourSeconds + 1)
    expect(await statuses()).toEqual([410, 410, 410])
    expect(await writtenMails(server)).toEqual([])
  })

  it.each(calls)('%s on an unknown link is 404', async (call, payload) => {
    const url = `/api/upload/${'x'.repeat(22)}/${call}`
    const reply = await open().server.app.inject({ method: 'POST', url, payload })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toEqual({ detail: 'Link invalid/expired.', code: 'linkInvalid' })
  })

  it.each(calls)('%s takes forms like JSON', async (call, payload) => {
    const { server, url } = gated()
    const inJson = await server.app.inject({ method: 'POST', url: `${url}/${call}`, payload })
    const inForm = await server.app.inject({
      method: 'POST',
      url: `${url}/${call}`,
      remoteAddress: '203.0.113.7',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(payload).toString(),
    })
    const body = encodeForm(
      Object.entries(payload).map(([name, text]) => ({ name, body: Buffer.from(text) })),
    )
    const inMultipart = await server.app.inject({ method: 'POST', url: `${url}/${call}`, ...body })
    expect([inForm.statusCode, inForm.body]).toEqual([inJson.statusCode, inJson.body])
    expect([inMultipart.statusCode, inMultipart.body]).toEqual([inJson.statusCode, inJson.body])
  })

  it('need the CSRF token once the browser has any of our cookies, the gate cookie alone included', async () => {
    const { server, url } = await startServerWithFolder({ link_password: password })
    const browser = await visitUploadPage(server, url)
    const headers = { 'x-csrftoken': 'wrong' }
    const refused = await browser.post(`${url}/verify-password`, { link_password: password }, { headers })
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { detail: 'CSRF validation failed', code: 'csrf' },
    ])
    await enterPassword(browser, url)
    for (const name of browser.cookies.keys()) {
      if (!name.startsWith('sealpost_gate_')) browser.cookies.delete(name)
    }
    const forged = await browser.send('POST', url, uploadForm({ files }))
    expect([forged.statusCode, forged.json()]).toEqual([
      403,
      { detail: 'CSRF validation failed', code: 'csrf' },
    ])
  })
})
