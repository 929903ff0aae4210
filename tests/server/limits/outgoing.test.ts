import { createServer } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createMailer } from '../../../server/mail/mailer.ts'
import { maxSmtpConnections } from '../../../server/mail/smtpTransport.ts'
import { listenForScrapes } from '../../../server/prometheus/metrics.ts'
import { maxWebhookHeaderBytes, type WebhookClient } from '../../../server/notices/webhookClient.ts'
import { maxWebhooksAtOnce } from '../../../server/notices/sendWebhooks.ts'
import { headersTimeoutMs, idleSocketTimeoutMs } from '../../../server/http/clientTimeouts.ts'
import { stoppedClock } from '../stoppedClock.ts'
import { receiverCertificate as cert, receiverKey as key } from '../../fixtures/receiverCertificate.ts'
import { uploadFiles } from '../links.ts'
import { smtpAt, startSmtpServer } from '../mails.ts'
import { newLoopbackWebhookClient } from '../notices/webhookReceiver.ts'
import { mailFrom } from '../notices/ownerNotices.ts'
import { startTestServer } from '../testServer.ts'

it.each([
  [maxWebhookHeaderBytes - 1000, 'delivered'],
  [maxWebhookHeaderBytes + 1000, 'unreachable'],
])('a webhook that answers with a head of %i bytes is %s', async (length, how) => {
  const receiver = createServer({ cert, key }, (_, response) =>
    response.writeHead(200, { x: 'a'.repeat(length) }).end(),
  )
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const url = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  expect(await newLoopbackWebhookClient().post(url, '{}', {}, new AbortController().signal)).toMatchObject({
    how,
  })
})

it('so many webhooks are told at a time, and no more', async () => {
  let [now, most] = [0, 0]
  const deliveredUrls = new Set<string>()
  let full = Promise.withResolvers<undefined>()
  const webhookClient: WebhookClient = {
    isAllowedUrl: () => true,
    async post(url) {
      most = Math.max(most, ++now)
      const { promise, resolve } = full
      // Each waits until all places are taken, however slow the database is.
      if (now === maxWebhooksAtOnce) {
        full = Promise.withResolvers()
        resolve(undefined)
      }
      await promise
      deliveredUrls.add(url)
      now--
      return { how: 'delivered', status: 200 }
    },
  }
  const { app, signIn, passTime } = await startTestServer({ webhookClient })
  const owners = await Promise.all(['anna', 'bert', 'chris', 'dora'].map((name) => signIn(name)))
  for (const [n, browser] of [...owners, ...owners, ...owners, ...owners].entries()) {
    const folder = await browser.createFolder()
    await browser.put(`/api/folders/${folder.id}/webhook`, { url: `https://hooks.example.org/${n}` })
    await uploadFiles(app, browser, folder, [{ name: 'a' }])
  }
  passTime(31)
  await app.notices.run()
  expect([deliveredUrls.size, most]).toEqual([2 * maxWebhooksAtOnce, maxWebhooksAtOnce])
})

it('mails go over a few connections, however many there are', async () => {
  let [now, most] = [0, 0]
  const smtp = await startSmtpServer({
    onConnect: (_session, done) => {
      most = Math.max(most, ++now)
      done()
    },
    onClose: () => {
      now--
    },
  })
  const mailer = createMailer({ smtp: smtpAt(smtp.port), mailFrom, dataDir: '/nowhere' })
  onTestFinished(() => mailer.close())
  const mail = { to: 'alice@example.org', subject: 'a', text: 'a', html: 'a' }
  await Promise.all(Array.from({ length: 5 * maxSmtpConnections }, () => mailer.send(mail)))
  expect([smtp.received.length, most]).toEqual([5 * maxSmtpConnections, maxSmtpConnections])
})

it('health is looked at once a second, however often it is asked for', async () => {
  const { now, passTime } = stoppedClock()
  const { app, services } = await startTestServer({ now })
  const asked = vi.spyOn(services.blobs, 'checkReads')
  const fetchHealth = () => Promise.all(Array.from({ length: 20 }, () => app.inject('/healthz')))
  await fetchHealth()
  await fetchHealth()
  expect(asked).toHaveBeenCalledTimes(1)
  passTime(1)
  await fetchHealth()
  expect(asked).toHaveBeenCalledTimes(2)
})

it('who asks for figures is no more patiently listened to than others', async () => {
  const server = await listenForScrapes(new Registry(), { port: 0, host: '127.0.0.1' })
  onTestFinished(() => void server.close())
  expect([server.headersTimeout, server.timeout]).toEqual([headersTimeoutMs, idleSocketTimeoutMs])
})
