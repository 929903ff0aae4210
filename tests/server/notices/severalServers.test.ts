import { expect, it, onTestFinished } from 'vitest'
import { scratchFolder } from '../scratchFolder.ts'
import { uploadFiles } from '../links.ts'
import { recipientOf, startSmtpServer, smtpAt } from '../mails.ts'
import { createMailer } from '../../../server/mail/mailer.ts'
import { startTwoServers } from '../twoServers.ts'
import { newLoopbackWebhookClient, startWebhookReceiver } from './webhookReceiver.ts'
import { confirmAddress, mailFrom, ownerAddress } from './ownerNotices.ts'

it('two servers tell of each batch once', async () => {
  const [one, other] = await startTwoServers()
  const browser = await one.signIn()
  await confirmAddress(one, browser, ownerAddress)
  const smtp = await startSmtpServer()
  const receiver = await startWebhookReceiver()
  const dataDir = await scratchFolder()
  for (const server of new Set([one, other])) {
    const mailer = createMailer({ smtp: smtpAt(smtp.port), mailFrom, dataDir })
    // An SMTP server does not end before its connections do.
    onTestFinished(() => mailer.close())
    server.services.mailer.send = (mail) => mailer.send(mail)
    const client = newLoopbackWebhookClient()
    server.services.webhookClient.post = (...args) => client.post(...args)
    server.services.webhookClient.isAllowedUrl = () => true
  }
  for (let i = 0; i < 8; i++) {
    const folder = await browser.createFolder({ title: `Folder ${i}`, notify_by_email: true })
    await browser.put(`/api/folders/${folder.id}/webhook`, { url: receiver.url })
    await uploadFiles(one.app, browser, folder, [{ name: 'a' }])
  }
  for (const server of new Set([one, other])) server.passTime(31)
  await Promise.all([one, other].map(({ app }) => app.notices.run()))
  const subjects = smtp.received.map(({ email }) => `${recipientOf(email)} ${email.subject}`)
  expect(subjects.sort()).toEqual(
    Array.from({ length: 8 }, (_, i) => `${ownerAddress} Files arrived in "Folder ${i}"`),
  )
  expect(new Set(receiver.posted.map(({ headers }) => headers['sealpost-delivery'])).size).toBe(8)
  expect(receiver.posted).toHaveLength(8)
})
