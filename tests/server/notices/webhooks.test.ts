import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Webhook, WebhookOutcome } from '../../../contract/schemas/notices.ts'
import { createWebhookClient } from '../../../server/notices/webhookClient.ts'
import { createPublicAddressTest } from '../../../server/http/ipAddresses.ts'
import { receiverCertificate as cert, receiverKey as key } from '../../fixtures/receiverCertificate.ts'
import { createLink, openLink, uploadFiles } from '../links.ts'
import { startTestServer } from '../testServer.ts'
import { newBatchId, uploadForm } from '../uploads.ts'
import { hasValidSignature, newLoopbackWebhookClient, startWebhookReceiver } from './webhookReceiver.ts'
import { createOwnerWithNotices } from './ownerNotices.ts'

const batchEndSeconds = 31
const files = [
  { name: 'secret a.txt', bytes: randomBytes(1016), index: 0 },
  { name: 'secret b.txt', bytes: randomBytes(2016), index: 1 },
]

/** A folder with a webhook at this receiver. */
async function startServerWithWebhook(url: string, options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer({ webhookClient: newLoopbackWebhookClient(), ...options })
  const browser = await server.signIn()
  const folder = await browser.createFolder()
  const path = `/api/folders/${folder.id}/webhook`
  const { secret } = (await browser.put(path, { url })).json<{ secret: string }>()
  const webhookState = async () => (await browser.get(path)).json<{ webhook: Webhook | null }>().webhook
  const testOutcome = async () =>
    (await browser.post(`${path}/test`)).json<{ outcome: WebhookOutcome }>().outcome
  const sendFiles = (batchId = newBatchId()) =>
    server.app.inject({
      method: 'POST',
      url: `/api/upload/${folder.link_token}`,
      ...uploadForm({ files, batchId, isLast: true }),
    })
  const deliverNotices = async (seconds: number) => {
    server.passTime(seconds)
    await server.app.notices.run()
  }
  return { server, browser, folder, path, secret, webhookState, testOutcome, sendFiles, deliverNotices }
}

describe('a webhook', () => {
  it('is tried again where its receiver fails twice, and is told once, signed', async () => {
    const receiver = await startWebhookReceiver([500, 503])
    const { folder, secret, webhookState, sendFiles, deliverNotices } = await startServerWithWebhook(
      receiver.url,
    )
    const batchId = newBatchId()
    await sendFiles(batchId)
    await deliverNotices(batchEndSeconds)
    expect(await webhookState()).toMatchObject({ waiting: 1, last: { how: 'answered', status: 500 } })
    await deliverNotices(30)
    expect(receiver.posted).toHaveLength(1)
    await deliverNotices(31)
    await deliverNotices(290)
    expect(receiver.posted).toHaveLength(2)
    await deliverNotices(11)
    await deliverNotices(3600)
    expect(receiver.posted).toHaveLength(3)
    expect(await webhookState()).toMatchObject({ waiting: 0, last: { how: 'delivered', status: 200 } })
    const bodies = receiver.posted.map(({ body }) => JSON.parse(body) as unknown)
    expect(new Set(receiver.posted.map(({ headers }) => headers['sealpost-delivery'])).size).toBe(1)
    expect(bodies[2]).toEqual({
      ...{ kind: 'batch', folder: folder.id, batch: batchId, count: 2, bytes: 3000 },
      ...{ time: expect.stringMatching(/Z$/) as string, ending: 'complete', refused: 0 },
    })
    expect(receiver.posted.map((one) => hasValidSignature(one, secret))).toEqual([true, true, true])
    expect(hasValidSignature({ headers: {}, body: '', ...receiver.posted[0] }, `${secret}x`)).toBe(false)
    expect(receiver.posted.map(({ body }) => body).join()).not.toContain('secret')
  })

  it('is given up after two days', async () => {
    const receiver = await startWebhookReceiver(Array.from({ length: 40 }, () => 500))
    const { server, sendFiles, deliverNotices } = await startServerWithWebhook(receiver.url)
    await sendFiles()
    await deliverNotices(batchEndSeconds)
    for (let hour = 0; hour < 60; hour++) await deliverNotices(3600)
    expect(await server.services.db.selectFrom('notice').selectAll().execute()).toEqual([])
    expect(receiver.posted.length).toBeGreaterThan(7)
    expect(receiver.posted.length).toBeLessThan(15)
    expect(server.logged()).not.toContain('/hook')
  })

  it('that fails keeps no mail', async () => {
    const receiver = await startWebhookReceiver([500])
    const { browser, folder, send, mailsAfter } = await createOwnerWithNotices({
      webhookClient: newLoopbackWebhookClient(),
    })
    await browser.put(`/api/folders/${folder.id}/webhook`, { url: receiver.url })
    await send({ files, batchId: newBatchId(), isLast: true })
    expect(await mailsAfter(batchEndSeconds)).toHaveLength(1)
    expect(receiver.posted).toHaveLength(1)
  })

  it('is told of the first download of a link', async () => {
    const receiver = await startWebhookReceiver()
    const { server, browser, folder, deliverNotices } = await startServerWithWebhook(receiver.url)
    const ids = await uploadFiles(server.app, browser, folder, files)
    const { link_token } = await createLink(browser, openLink(ids))
    for (const id of ids) await server.app.inject(`/api/download/${link_token}/file/${id}`)
    await server.app.downloadRecorder.flush()
    await deliverNotices(0)
    expect(receiver.posted.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      expect.objectContaining({ kind: 'download', folder: folder.id, batch: null, count: 2, bytes: 3000 }),
    ])
  })

  it('goes nowhere by a redirect', async () => {
    const receiver = await startWebhookReceiver([302])
    const { testOutcome } = await startServerWithWebhook(receiver.url)
    expect(await testOutcome()).toMatchObject({ how: 'redirect', status: 302 })
    expect(receiver.posted).toHaveLength(1)
  })

  it('shows its secret once, and another after it was replaced or the address changed', async () => {
    const receiver = await startWebhookReceiver()
    const { browser, path, secret, testOutcome } = await startServerWithWebhook(receiver.url)
    expect(secret).toMatch(/^whsec_[\w-]{43}$/)
    expect((await browser.get(path)).body).not.toContain(secret)
    expect((await browser.put(path, { url: receiver.url })).json()).toMatchObject({ secret: null })
    const replaced = (await browser.post(`${path}/secret`)).json<{ secret: string }>().secret
    await testOutcome()
    const [posted] = receiver.posted
    expect(posted && [hasValidSignature(posted, secret), hasValidSignature(posted, replaced)]).toEqual([
      false,
      true,
    ])
    const moved = (await browser.put(path, { url: `${receiver.url}2` })).json<{ secret: string }>()
    expect([secret, replaced, null]).not.toContain(moved.secret)
    expect((await browser.delete(path)).statusCode).toBe(204)
    const missing = await browser.post(`${path}/test`)
    expect([missing.statusCode, missing.json<{ code: string }>().code]).toEqual([404, 'webhookMissing'])
  })

  it.each([
    'http://hooks.example.org/',
    'https://user:password@hooks.example.org/',
    'ftp://hooks.example.org/',
    'nothing',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.1.2.3/',
  ])('has no address such as %s', async (url) => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    const reply = await browser.put(`/api/folders/${folder.id}/webhook`, { url })
    expect(reply.statusCode).toBe(422)
    expect(reply.json<{ detail: { loc: string[] }[] }>().detail[0]?.loc).toEqual(['body', 'url'])
  })
})

describe('the client of webhooks', () => {
  const never = new AbortController().signal

  it('connects to the address that was checked, whatever the name says a moment later', async () => {
    const receiver = await startWebhookReceiver()
    const url = `https://hooks.example.org:${receiver.port}/hook`
    let asked = 0
    const resolve = () => Promise.resolve([{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }])
    const client = createWebhookClient({ isAllowed: (address) => address === '127.0.0.1', ca: cert, resolve })
    expect(await client.post(url, '{}', {}, never)).toEqual({ how: 'delivered', status: 200 })
    expect(asked).toBe(1)
    // It says another one now: that is checked anew, and refused.
    expect(await client.post(url, '{}', {}, never)).toEqual({ how: 'not-allowed', status: null })
    expect([asked, receiver.posted.length]).toEqual([2, 1])
  })

  it('passes over the addresses of a name that it may not go to', async () => {
    const receiver = await startWebhookReceiver()
    const resolve = () =>
      Promise.resolve(
        ['10.0.0.1', '::1', '127.0.0.1'].map((address) => ({
          address,
          family: address.includes(':') ? 6 : 4,
        })),
      )
    const client = createWebhookClient({ isAllowed: (address) => address === '127.0.0.1', ca: cert, resolve })
    const url = `https://hooks.example.org:${receiver.port}/`
    expect(await client.post(url, '{}', {}, never)).toMatchObject({ how: 'delivered' })
  })

  it('says what is wrong', async () => {
    const receiver = await startWebhookReceiver()
    const client = createWebhookClient({ isAllowed: () => true })
    expect(await client.post(receiver.url, '{}', {}, never)).toEqual({ how: 'certificate', status: null })
    const closed = createServer({ cert, key })
    await once(closed.listen(0, '127.0.0.1'), 'listening')
    const { port } = closed.address() as AddressInfo
    await new Promise((done) => closed.close(done))
    expect((await client.post(`https://127.0.0.1:${port}/`, '{}', {}, never)).how).toBe('unreachable')
    const unknown = createWebhookClient({
      isAllowed: undefined,
      resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    })
    expect((await unknown.post('https://hooks.example.org/', '{}', {}, never)).how).toBe('unknown-host')
  })

  it('waits for no answer longer than it is let', async () => {
    const receiver = await startWebhookReceiver(['nothing'])
    const ended = new AbortController()
    onTestFinished(() => ended.abort())
    const posted = newLoopbackWebhookClient().post(receiver.url, '{}', {}, ended.signal)
    await expect.poll(() => receiver.posted.length).toBe(1)
    ended.abort()
    expect(await posted).toMatchObject({ status: null })
  })
})

describe('addresses of the open internet', () => {
  const isPublic = createPublicAddressTest()

  it.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2a00:1450:4001:82a::200e'])(
    '%s is one',
    (address) => expect(isPublic(address)).toBe(true),
  )
  it.each([
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.255', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '::ffff:7f00:1',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd00:ec2::254',
    ],
    ...['ff02::1', '64:ff9b::a00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', 'no address', ''],
  ])('%s is none', (address) => expect(isPublic(address)).toBe(false))
})
