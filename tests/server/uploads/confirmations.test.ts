import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Mail } from '../../../server/mail/mail.ts'
import { requestCode, startMailing } from '../mails.ts'
import { createRefusingMailer } from '../notices/ownerNotices.ts'
import { type Browser, startTestServer, verifier } from '../testServer.ts'
import { newBatchId, type TestFile, uploadForm } from '../uploads.ts'

const annaAddress = 'anna@lawyers.example'
const benAddress = 'ben@lawyers.example'
const files = [
  { name: 'secret-name.txt', bytes: randomBytes(1040) },
  { name: 'b', bytes: randomBytes(64) },
]

let mailing: Awaited<ReturnType<typeof startMailing>>
beforeEach(async () => {
  mailing = await startMailing()
})

/** A folder whose senders prove their address, with its owner; `sender` is a browser that has proven one. */
async function startServerWithEmailGate(gates: object = {}) {
  const server = await startTestServer({ mailer: mailing.mailer })
  const admin = await server.signIn()
  const display_name = 'Clara Berger'
  await admin.put('/api/auth/users/me', { current_password: verifier, display_name })
  const folder = await admin.createFolder({ title: 'Tax', require_email_verification: true, ...gates })
  const url = `/api/upload/${folder.link_token}`
  const newVerifiedSender = async (uploader_email: string): Promise<Browser> => {
    const browser = server.newBrowser()
    await browser.post(`${url}/request-code`, { uploader_email })
    const verification_code = await mailing.codeTo(uploader_email)
    const reply = await browser.post(`${url}/verify-code`, { uploader_email, verification_code })
    if (reply.statusCode !== 200) throw new Error(`not verified: ${reply.body}`)
    return browser
  }
  return { server, admin, folder, url, newVerifiedSender }
}

async function sendFiles(
  browser: Browser,
  url: string,
  batchId = newBatchId(),
  sent: TestFile[] = files,
): Promise<string> {
  const reply = await browser.send('POST', url, uploadForm({ files: sent, batchId, isLast: true }))
  if (reply.statusCode !== 200) throw new Error(`not sent: ${reply.body}`)
  return batchId
}

const requestConfirmation = (browser: Browser, url: string, batch_id: string, more: object = {}) =>
  browser.post(`${url}/confirmation`, { batch_id, language: 'en', ...more })
const confirmationStatus = async (...given: Parameters<typeof requestConfirmation>) =>
  (await requestConfirmation(...given)).statusCode

const confirmationMails = () =>
  mailing.received.filter(({ email }) => /arrived|angekommen/.test(email.subject ?? ''))

describe('a confirmation of an upload', () => {
  it('names folder, owner, time, files and bytes, and neither names nor the link', async () => {
    const { server, folder, url, newVerifiedSender } = await startServerWithEmailGate()
    const browser = await newVerifiedSender(annaAddress)
    const reply = await requestConfirmation(browser, url, await sendFiles(browser, url))
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    const [mail] = confirmationMails()
    expect(mail?.to).toEqual([annaAddress])
    expect(mail?.email.subject).toBe('Your files for "Tax" have arrived')
    const { text } = mail?.email ?? {}
    expect(text).toMatch(/^2 files \(1\.0 KB\) arrived in "Tax" on \d+ \w+ \d{4} at \d\d:\d\d \S+\.\n/)
    expect(text).toContain('Asked for by Clara Berger.')
    expect(text).toContain('Size in bytes: 1,072; encrypted: 1,104.')
    for (const secret of ['secret-name', folder.link_token]) expect(mail?.raw).not.toContain(secret)
    expect(server.logged()).not.toContain(annaAddress)
  })

  it('is in the language of the page, in German with its own formats', async () => {
    const { url, newVerifiedSender } = await startServerWithEmailGate()
    const browser = await newVerifiedSender(annaAddress)
    await requestConfirmation(browser, url, await sendFiles(browser, url), { language: 'de' })
    expect(confirmationMails()[0]?.email.subject).toBe('Ihre Dateien für „Tax“ sind angekommen')
    expect(confirmationMails()[0]?.email.text).toContain('Größe in Bytes: 1.072; verschlüsselt: 1.104.')
  })

  it('goes to the address of the pass, spelled as in the list, whatever the request says', async () => {
    const listed = 'Anna@lawyers.example'
    const { url, newVerifiedSender } = await startServerWithEmailGate({ allowed_emails: [listed] })
    const browser = await newVerifiedSender(listed)
    const batch = await sendFiles(browser, url)
    const refused = await requestConfirmation(browser, url, batch, {
      uploader_email: 'eve@example.org',
      email: benAddress,
    })
    expect([refused.statusCode, confirmationMails()]).toEqual([422, []])
    expect(await confirmationStatus(browser, url, batch)).toBe(204)
    expect(confirmationMails().map(({ to }) => to)).toEqual([[listed]])
  })

  it('is sent once per batch, also when it is asked for many times at once', async () => {
    const { url, newVerifiedSender } = await startServerWithEmailGate()
    const browser = await newVerifiedSender(annaAddress)
    const batch = await sendFiles(browser, url)
    await Promise.all(Array.from({ length: 5 }, () => requestConfirmation(browser, url, batch)))
    expect(await confirmationStatus(browser, url, batch)).toBe(204)
    expect(confirmationMails()).toHaveLength(1)
    await requestConfirmation(browser, url, await sendFiles(browser, url))
    expect(confirmationMails()).toHaveLength(2)
  })

  it('is refused for batches of other addresses, folders and times, and counts own files alone', async () => {
    const { server, admin, url, newVerifiedSender } = await startServerWithEmailGate()
    const [ofAnna, ofBen] = [await newVerifiedSender(annaAddress), await newVerifiedSender(benAddress)]
    const batch = await sendFiles(ofAnna, url)
    expect((await requestConfirmation(ofBen, url, batch)).json()).toMatchObject({ code: 'uploadUnknown' })
    expect(await confirmationStatus(ofAnna, url, newBatchId())).toBe(404)
    const other = await admin.createFolder({ require_email_verification: true })
    expect(await confirmationStatus(ofAnna, `/api/upload/${other.link_token}`, batch)).toBe(403)
    expect(confirmationMails()).toEqual([])

    await sendFiles(ofBen, url, batch, [{ name: 'c', index: 7 }])
    expect(await confirmationStatus(ofBen, url, batch)).toBe(204)
    expect(confirmationMails()[0]?.email.text).toMatch(/^1 file /)
    for (let days = 0; days < 8; days++) {
      // Whoever asks again keeps the pass.
      server.passTime(23.5 * 3600)
      if (days < 7) await sendFiles(ofAnna, url)
    }
    expect(await confirmationStatus(ofAnna, url, batch)).toBe(404)
  })

  it('needs the gates: a pass, and a folder that asks for an address', async () => {
    const { server, admin, url, newVerifiedSender } = await startServerWithEmailGate()
    const browser = await newVerifiedSender(annaAddress)
    const batch = await sendFiles(browser, url)
    expect((await requestConfirmation(server.newBrowser(), url, batch)).json()).toMatchObject({
      code: 'gateClosed',
    })
    const open = await admin.createFolder()
    const openUrl = `/api/upload/${open.link_token}`
    const reply = await requestConfirmation(browser, openUrl, await sendFiles(browser, openUrl))
    expect([reply.statusCode, reply.json()]).toEqual([409, expect.objectContaining({ code: 'gateNotAsked' })])
    const status = async (at: string) => (await browser.get(`${at}/status`)).json<object>()
    expect(await status(url)).toMatchObject({ confirms_by_email: true })
    expect(await status(openUrl)).not.toHaveProperty('confirms_by_email')
  })

  it('goes five times an hour to an address, whoever asks, and uses up no codes', async () => {
    const { server, url, newVerifiedSender } = await startServerWithEmailGate()
    const browser = await newVerifiedSender(annaAddress)
    for (let n = 1; n <= 5; n++)
      expect(await confirmationStatus(browser, url, await sendFiles(browser, url))).toBe(204)
    const batch = await sendFiles(browser, url)
    const refused = await requestConfirmation(browser, url, batch)
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      expect.objectContaining({ code: 'tooManyRequests' }),
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    const elsewhere = await newVerifiedSender(annaAddress)
    expect(await confirmationStatus(elsewhere, url, batch)).toBe(429)
    server.passTime(3601)
    expect(await confirmationStatus(elsewhere, url, batch)).toBe(204)
  })

  it('that the mail server refuses is an error, and can be asked for again', async () => {
    const refusing = await createRefusingMailer({ dataDir: '/nowhere' }, 1)
    const { server, url, newVerifiedSender } = await startServerWithEmailGate()
    const browser = await newVerifiedSender(annaAddress)
    const batch = await sendFiles(browser, url)
    Object.assign(server.services.mailer, { sendWithin: (mail: Mail) => refusing.mailer.sendWithin(mail) })
    const refused = await requestConfirmation(browser, url, batch)
    expect([refused.statusCode, refused.json()]).toEqual([
      503,
      { detail: 'The e-mail could not be sent. Please try again later.', code: 'confirmationFailed' },
    ])
    expect(server.logged()).toContain('a mail could not be sent')
    expect(server.logged()).not.toContain(annaAddress)
    expect(await confirmationStatus(browser, url, batch)).toBe(204)
    expect(refusing.received.map(({ to }) => to)).toEqual([[annaAddress]])
  })

  it('is not offered where mails are only written to disk, and refused', async () => {
    const server = await startTestServer()
    const folder = await (await server.signIn()).createFolder({ require_email_verification: true })
    const url = `/api/upload/${folder.link_token}`
    const browser = server.newBrowser()
    const verification_code = await requestCode(server, url, annaAddress)
    await browser.post(`${url}/verify-code`, { uploader_email: annaAddress, verification_code })
    expect((await browser.get(`${url}/status`)).json()).not.toHaveProperty('confirms_by_email')
    const reply = await requestConfirmation(browser, url, await sendFiles(browser, url))
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      {
        detail: 'This server sends no mail, so it cannot confirm uploads by e-mail.',
        code: 'confirmationUnavailable',
      },
    ])
  })
})
