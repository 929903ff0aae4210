import { onTestFinished } from 'vitest'
import { codeIn, recipientOf, startSmtpServer, smtpAt, writtenMails } from '../mails.ts'
import { createMailer } from '../../../server/mail/mailer.ts'
import { type Browser, startTestServer, type TestServer, verifier } from '../testServer.ts'
import { type TestForm, uploadForm } from '../uploads.ts'

export const mailFrom = { name: 'Sealpost', address: 'sealpost@example.org' }
export const ownerAddress = 'owner@example.org'

/** Gives the person this address, and confirms it by the code that came there. */
export async function confirmAddress(server: TestServer, browser: Browser, email: string): Promise<void> {
  await browser.put('/api/auth/users/me', { current_password: verifier, email })
  await browser.post('/api/auth/users/me/email/request-code')
  const mails = await writtenMails(server)
  const code = codeIn(mails.findLast((mail) => recipientOf(mail) === email))
  const reply = await browser.post('/api/auth/users/me/email/confirm', { code })
  if (reply.statusCode !== 200) throw new Error(`not confirmed: ${reply.body}`)
}

/** A folder whose owner wants mails; `mails` are those about it. */
export async function createOwnerWithNotices(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options)
  const browser = await server.signIn()
  await confirmAddress(server, browser, ownerAddress)
  const folder = await browser.createFolder({ title: 'Tax', notify_by_email: true })
  const mails = async () =>
    (await writtenMails(server)).filter((mail) => !mail.subject?.startsWith('Confirm'))
  const send = async (form: TestForm) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api/upload/${folder.link_token}`,
      ...uploadForm(form),
    })
    if (reply.statusCode !== 200) throw new Error(`not sent: ${reply.body}`)
  }
  const mailsAfter = async (seconds = 0) => {
    server.passTime(seconds)
    await server.app.notices.run()
    return mails()
  }
  return { server, browser, folder, send, mailsAfter }
}

/** A mailer whose SMTP server refuses the first so many mails. */
export async function createRefusingMailer(server: { dataDir: string }, refusals: number) {
  let left = refusals
  const smtp = await startSmtpServer({
    onRcptTo(_address, _session, done) {
      if (left-- > 0) done(Object.assign(new Error('busy'), { responseCode: 451 }))
      else done()
    },
  })
  const mailer = createMailer({ smtp: smtpAt(smtp.port), mailFrom, dataDir: server.dataDir })
  onTestFinished(() => mailer.close())
  return { mailer, received: smtp.received }
}
