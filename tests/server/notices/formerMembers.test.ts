import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { assertDefined } from '../../../contract/assertDefined.ts'
import type { Role } from '../../../contract/roster.ts'
import { userCommands } from '../../../server/ops/admin/users.ts'
import { commandContext } from '../commandContext.ts'
import {
  changeFolder,
  reusePairs,
  addPeople,
  createSharedFolder,
  newPerson,
  type Person,
  type SharedFolder,
  removePerson,
} from '../people.ts'
import { startTestServer } from '../testServer.ts'
import { newBatchId, uploadForm } from '../uploads.ts'
import { newLoopbackWebhookClient, startWebhookReceiver } from './webhookReceiver.ts'
import { writtenMails } from '../mails.ts'
import { confirmAddress } from './ownerNotices.ts'

beforeEach(reusePairs)

const batchEndSeconds = 31
const disableCommand = assertDefined(userCommands.find(({ name }) => name === 'disable'))

/** A folder of two owners, of whom anna has set its webhook, and something that waits for it. */
async function createWebhookOfTwoOwners() {
  // The first try fails: it waits for the next.
  const receiver = await startWebhookReceiver([500])
  const server = await startTestServer({ webhookClient: newLoopbackWebhookClient() })
  const [anna, olga] = [await newPerson(server, 'anna'), await newPerson(server, 'olga')]
  const shared = await addPeople(await createSharedFolder(anna), anna, [olga], 'owner')
  const path = `/api/folders/${shared.folder.id}/webhook`
  expect((await anna.browser.put(path, { url: receiver.url })).statusCode).toBe(200)
  const sendBatch = async () => {
    const form = uploadForm({ files: [{ name: 'a.txt' }], batchId: newBatchId(), isLast: true })
    // The address of then: a removal replaces the link.
    const { link_token } = (await olga.browser.get(`/api/folders/${shared.folder.id}`)).json<{
      link_token: string
    }>()
    await server.app.inject({ method: 'POST', url: `/api/upload/${link_token}`, ...form })
    server.passTime(batchEndSeconds)
    await server.app.notices.run()
  }
  await sendBatch()
  expect(receiver.posted).toHaveLength(1)
  const waitingNotices = () => server.services.db.selectFrom('notice').selectAll().execute()
  expect(await waitingNotices()).toHaveLength(1)
  const webhook = async () => (await olga.browser.get(path)).json<{ webhook: object | null }>().webhook
  const deliverNextDay = async () => {
    server.passTime(24 * 3600)
    await server.app.notices.run()
  }
  return { server, receiver, anna, olga, shared, path, sendBatch, waitingNotices, webhook, deliverNextDay }
}

/** The head of a call, whose body waits. */
const beginPut = (origin: string, path: string, { cookies }: Person['browser'], length: number) => {
  const headers = {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-csrftoken': cookies.get('csrftoken') ?? '',
    'content-type': 'application/json',
    'content-length': length,
    expect: '100-continue',
  }
  const request = httpRequest(origin + path, { method: 'PUT', agent: false, headers })
  request.flushHeaders()
  return request
}

const membersWithRole = ({ head }: SharedFolder, { id }: Person, role: Role) =>
  head.members.map((one) => (one.user === id ? { ...one, role } : one))

describe('the webhook of an owner', () => {
  it.each<[string, (shared: SharedFolder, olga: Person, anna: Person) => Promise<SharedFolder>]>([
    ['is removed', removePerson],
    [
      'is made a member',
      (shared, olga, anna) =>
        changeFolder(shared, olga, { members: membersWithRole(shared, anna, 'member') }),
    ],
    ['leaves on their own', (shared, _, anna) => removePerson(shared, anna, anna)],
  ])('ends when the person %s, with what was still to be sent there', async (_, loseRole) => {
    const { receiver, anna, olga, shared, sendBatch, waitingNotices, webhook, deliverNextDay } =
      await createWebhookOfTwoOwners()
    await loseRole(shared, olga, anna)
    expect(await webhook()).toBeNull()
    expect(await waitingNotices()).toEqual([])
    const { events } = (await olga.browser.get(`/api/audit?folder=${shared.folder.id}`)).json<{
      events: { kind: string }[]
    }>()
    expect(events.map(({ kind }) => kind)).toContain('webhook-removed')
    await sendBatch()
    await deliverNextDay()
    expect(receiver.posted).toHaveLength(1)
  })

  it('stays when somebody else goes, or is made a member', async () => {
    const { server, receiver, anna, olga, shared, sendBatch, webhook } = await createWebhookOfTwoOwners()
    const bert = await newPerson(server, 'bert')
    const three = await addPeople(shared, anna, [bert], 'owner')
    const demoted = await changeFolder(three, anna, { members: membersWithRole(three, bert, 'member') })
    await removePerson(demoted, anna, bert)
    expect(await webhook()).not.toBeNull()
    await sendBatch()
    expect(receiver.posted.length).toBeGreaterThan(1)
    expect((await olga.browser.get('/api/folders/')).statusCode).toBe(200)
  })

  it('is not entered by a request that has begun before they are disabled', async () => {
    const { server, receiver, anna, olga, path } = await createWebhookOfTwoOwners()
    await olga.browser.send('DELETE', path)
    const body = JSON.stringify({ url: receiver.url })
    const request = beginPut(await server.listen(), path, anna.browser, body.length)
    // Who asks is known from the head.
    await once(request, 'continue')
    await disableCommand.run(commandContext(server).context, ['anna'], {}, new Set())
    request.end(body)
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(401)
    expect(await server.services.db.selectFrom('webhook').selectAll().execute()).toEqual([])
  })

  it('is that of whoever entered the address last', async () => {
    const { receiver, anna, olga, shared, path, webhook } = await createWebhookOfTwoOwners()
    await olga.browser.put(path, { url: `${receiver.url}/of-olga` })
    // A new secret is no new address.
    await anna.browser.post(`${path}/secret`)
    await removePerson(shared, olga, anna)
    expect(await webhook()).not.toBeNull()
  })

  it('ends in every folder when their account is disabled, and does not come back with it', async () => {
    const { server, receiver, anna, olga, waitingNotices, webhook, deliverNextDay } =
      await createWebhookOfTwoOwners()
    const own = await anna.browser.createFolder()
    await anna.browser.put(`/api/folders/${own.id}/webhook`, { url: receiver.url })
    const other = await olga.browser.createFolder()
    await olga.browser.put(`/api/folders/${other.id}/webhook`, { url: receiver.url })
    const { context, printed } = commandContext(server)
    await disableCommand.run(context, ['anna'], {}, new Set())
    expect(printed.join('\n')).toContain('2 webhooks')
    expect(await webhook()).toBeNull()
    expect(await waitingNotices()).toEqual([])
    const left = await server.services.db.selectFrom('webhook').select('folder_id').execute()
    expect(left).toEqual([{ folder_id: other.id }])
    await deliverNextDay()
    expect(receiver.posted).toHaveLength(1)
  })
})

describe('a webhook of which nobody noted who entered it', () => {
  const unnoted = ({ server }: Awaited<ReturnType<typeof createWebhookOfTwoOwners>>) =>
    server.services.db.updateTable('webhook').set({ user_id: null }).execute()

  it('may be that of an owner who is disabled, and ends', async () => {
    const its = await createWebhookOfTwoOwners()
    await unnoted(its)
    await disableCommand.run(commandContext(its.server).context, ['olga'], {}, new Set())
    const left = await its.server.services.db.selectFrom('webhook').selectAll().execute()
    expect([left, await its.waitingNotices()]).toEqual([[], []])
  })

  it('stays when a member is disabled, or an owner of other folders', async () => {
    const its = await createWebhookOfTwoOwners()
    const { server, anna, olga, shared } = its
    await changeFolder(shared, olga, { members: membersWithRole(shared, anna, 'member') })
    await olga.browser.put(its.path, { url: its.receiver.url })
    await unnoted(its)
    await anna.browser.createFolder()
    await disableCommand.run(commandContext(server).context, ['anna'], {}, new Set())
    expect(await its.webhook()).not.toBeNull()
  })
})

it('mails end for whoever is removed, with what they were still to be told, also when they come back', async () => {
  const server = await startTestServer()
  const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
  await confirmAddress(server, bert.browser, 'bert@example.org')
  const shared = await addPeople(await createSharedFolder(anna), anna, [bert], 'owner')
  const { id, link_token } = shared.folder
  const switchOn = () => bert.browser.put(`/api/folders/${id}/mail`, { notify_by_email: true })
  const mailCountAfter = async (seconds: number) => {
    server.passTime(seconds)
    await server.app.notices.run()
    return (await writtenMails(server)).filter(({ subject }) => !/^Confirm|added you/.test(subject ?? ''))
      .length
  }
  const sendBatch = () => {
    const form = uploadForm({ files: [{ name: 'a.txt' }], batchId: newBatchId(), isLast: true })
    return server.app.inject({ method: 'POST', url: `/api/upload/${link_token}`, ...form })
  }
  expect((await switchOn()).statusCode).toBe(204)
  await sendBatch()
  expect(await mailCountAfter(batchEndSeconds)).toBe(1)
  await sendBatch()
  // Five minutes lie between two mails.
  expect(await mailCountAfter(batchEndSeconds)).toBe(1)
  const without = await removePerson(shared, anna, bert)
  await addPeople(without, anna, [bert], 'owner')
  await switchOn()
  expect(await mailCountAfter(3600)).toBe(1)
})
