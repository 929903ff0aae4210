import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Mail } from '../../../server/mail/mail.ts'
import { requestCode, startMailing } from '../mails.ts'
import { refusingMailer } from '../notices/ownerNotices.ts'
import { type Browser, startTestServer, verifier } from '../testServer.ts'
import { newBatchId, type TestFile, uploadForm } from '../uploads.ts'

const anna = 'anna@lawyers.example'
const ben = 'ben@lawyers.example'
const files = [
  { name: 'secret-name.txt', bytes: randomBytes(1040) },
  { name: 'b', bytes: randomBytes(64) },
]

let mailing: Awaited<ReturnType<typeof startMailing>>
beforeEach(async () => {
  mailing = await startMailing()
})

/** A folder whose senders prove their address, with its owner; `sender` is a browser that has proven one. */
async function scene(gates: object = {}) {
  const server = await startTestServer({ mailer: mailing.mailer })
  const admin = await server.signIn()
  const display_name = 'Clara Berger'
  await admin.put('/api/auth/users/me', { current_password: verifier, display_name })
  const folder = await admin.createFolder({ title: 'Tax', require_email_verification: true, ...gates })
  const url = `/api/upload/${folder.link_token}`
  const sender = async (uploader_email: string): Promise<Browser> => {
    const browser = server.newBrowser()
    await browser.post(`${url}/request-code`, { uploader_email })
    const verification_code = await mailing.codeTo(uploader_email)
    const reply = await browser.post(`${url}/verify-code`, { uploader_email, verification_code })
    if (reply.statusCode !== 200) throw new Error(`not verified: ${reply.body}`)
    return browser
  }
  return { server, admin, folder, url, sender }
}

async function send(
  browser: Browser,
  url: string,
  batchId = newBatchId(),
  sent: TestFile[] = files,
): Promise<string> {
  const reply = await browser.send('POST', url, uploadForm({ files: sent, batchId, isLast: true }))
  if (reply.statusCode !== 200) throw new Error(`not sent: ${reply.body}`)
  return batchId
}

const confirm = (browser: Browser, url: string, batch_id: string, more: object = {}) =>
  browser.post(`${url}/confirmation`, { batch_id, language: 'en', ...more })
const statusOf = async (...given: Parameters<typeof confirm>) => (await confirm(...given)).statusCode

const confirmations = () =>
  mailing.received.filter(({ email }) => /arrived|angekommen/.test(email.subject ?? ''))

describe('a confirmation of an upload', () => {
  it('names folder, owner, time, files and bytes, and neither names nor the link', async () => {
    const { server, folder, url, sender } = await scene()
    const browser = await sender(anna)
    const reply = await confirm(browser, url, await send(browser, url))
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    const [mail] = confirmations()
    expect(mail?.to).toEqual([anna])
    expect(mail?.email.subject).toBe('Your files for "Tax" have arrived')
    const { text } = mail?.email ?? {}
    expect(text).toMatch(/^2 files \(1\.0 KB\) arrived in "Tax" on \d+ \w+ \d{4} at \d\d:\d\d \S+\.\n/)
    expect(text).toContain('Asked for by Clara Berger.')
    expect(text).toContain('Size in bytes: 1,072; encrypted: 1,104.')
    for (const secret of ['secret-name', folder.link_token]) expect(mail?.raw).not.toContain(secret)
    expect(server.logged()).not.toContain(anna)
  })

  it('is in the language of the page, in German with its own formats', async () => {
    const { url, sender } = await scene()
    const browser = await sender(anna)
    await confirm(browser, url, await send(browser, url), { language: 'de' })
    expect(confirmations()[0]?.email.subject).toBe('Ihre Dateien für „Tax“ sind angekommen')
    expect(confirmations()[0]?.email.text).toContain('Größe in Bytes: 1.072; verschlüsselt: 1.104.')
  })

  it('goes to the address of the pass, spelled as in the list, whatever the request says', async () => {
    const listed = 'Anna@lawyers.example'
    const { url, sender } = await scene({ allowed_emails: [listed] })
    const browser = await sender(listed)
    const batch = await send(browser, url)
    const refused = await confirm(browser, url, batch, { uploader_email: 'eve@example.org', email: ben })
    expect([refused.statusCode, confirmations()]).toEqual([422, []])
    expect(await statusOf(browser, url, batch)).toBe(204)
    expect(confirmations().map(({ to }) => to)).toEqual([[listed]])
  })

  it('is sent once per batch, also when it is asked for many times at once', async () => {
    const { url, sender } = await scene()
    const browser = await sender(anna)
    const batch = await send(browser, url)
    await Promise.all(Array.from({ length: 5 }, () => confirm(browser, url, batch)))
    expect(await statusOf(browser, url, batch)).toBe(204)
    expect(confirmations()).toHaveLength(1)
    await confirm(browser, url, await send(browser, url))
    expect(confirmations()).toHaveLength(2)
  })

  it('is refused for batches of other addresses, folders and times, and counts own files alone', async () => {
    const { server, admin, url, sender } = await scene()
    const [ofAnna, ofBen] = [await sender(anna), await sender(ben)]
    const batch = await send(ofAnna, url)
    expect((await confirm(ofBen, url, batch)).json()).toMatchObject({ code: 'uploadUnknown' })
    expect(await statusOf(ofAnna, url, newBatchId())).toBe(404)
    const other = await admin.createFolder({ require_email_verification: true })
    expect(await statusOf(ofAnna, `/api/upload/${other.link_token}`, batch)).toBe(403)
    expect(confirmations()).toEqual([])

    await send(ofBen, url, batch, [{ name: 'c', index: 7 }])
    expect(await statusOf(ofBen, url, batch)).toBe(204)
    expect(confirmations()[0]?.email.text).toMatch(/^1 file /)
    for (let days = 0; days < 8; days++) {
      // Whoever asks again keeps the pass.
      server.passTime(23.5 * 3600)
      if (days < 7) await send(ofAnna, url)
    }
    expect(await statusOf(ofAnna, url, batch)).toBe(404)
  })

  it('needs the gates: a pass, and a folder that asks for an address', async () => {
    const { server, admin, url, sender } = await scene()
    const browser = await sender(anna)
    const batch = await send(browser, url)
    expect((await confirm(server.newBrowser(), url, batch)).json()).toMatchObject({ code: 'gateClosed' })
    const open = await admin.createFolder()
    const openUrl = `/api/upload/${open.link_token}`
    const reply = await confirm(browser, openUrl, await send(browser, openUrl))
    expect([reply.statusCode, reply.json()]).toEqual([409, expect.objectContaining({ code: 'gateNotAsked' })])
    const status = async (at: string) => (await browser.get(`${at}/status`)).json<object>()
    expect(await status(url)).toMatchObject({ confirms_by_email: true })
    expect(await status(openUrl)).not.toHaveProperty('confirms_by_email')
  })

  it('goes five times an hour to an address, whoever asks, and uses up no codes', async () => {
    const { server, url, sender } = await scene()
    const browser = await sender(anna)
    for (let n = 1; n <= 5; n++) expect(await statusOf(browser, url, await send(browser, url))).toBe(204)
    const batch = await send(browser, url)
    const refused = await confirm(browser, url, batch)
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      expect.objectContaining({ code: 'tooManyRequests' }),
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    const elsewhere = await sender(anna)
    expect(await statusOf(elsewhere, url, batch)).toBe(429)
    server.passTime(3601)
    expect(await statusOf(elsewhere, url, batch)).toBe(204)
  })

  it('that the mail server refuses is an error, and can be asked for again', async () => {
    const refusing = await refusingMailer({ dataDir: '/nowhere' }, 1)
    const { server, url, sender } = await scene()
    const browser = await sender(anna)
    const batch = await send(browser, url)
    Object.assign(server.services.mailer, { sendWithin: (mail: Mail) => refusing.mailer.sendWithin(mail) })
    const refused = await confirm(browser, url, batch)
    expect([refused.statusCode, refused.json()]).toEqual([
      503,
      { detail: 'The e-mail could not be sent. Please try again later.', code: 'confirmationFailed' },
    ])
    expect(server.logged()).toContain('a mail could not be sent')
    expect(server.logged()).not.toContain(anna)
    expect(await statusOf(browser, url, batch)).toBe(204)
    expect(refusing.received.map(({ to }) => to)).toEqual([[anna]])
  })

  it('is not offered where mails are only written to disk, and refused', async () => {
    const server = await startTestServer()
    const folder = await (await server.signIn()).createFolder({ require_email_verification: true })
    const url = `/api/upload/${folder.link_token}`
    const browser = server.newBrowser()
    const verification_code = await requestCode(server, url, anna)
    await browser.post(`${url}/verify-code`, { uploader_email: anna, verification_code })
    expect((await browser.get(`${url}/status`)).json()).not.toHaveProperty('confirms_by_email')
    const reply = await confirm(browser, url, await send(browser, url))
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      {
        detail: 'This server sends no mail, so it cannot confirm uploads by e-mail.',
        code: 'confirmationUnavailable',
      },
    ])
  })
})
