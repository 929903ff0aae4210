import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { exitCodes } from '../../../cli/exitCodes.ts'
import { MiB } from '../../../contract/limits.ts'
import { fingerprint, fromBase64 } from '../../../core/crypto/index.ts'
import { codeIn, writtenMails } from '../../server/mails.ts'
import { otherRecipientKey, recipientKey } from '../../server/testServer.ts'
import { uploadIdsThrough } from '../../transfer/setUpTransfer.ts'
import { messagesOf, eventsOf } from '../testContext.ts'
import { startLyingServer } from './lyingServer.ts'
import { hashOf, runSend, setUpSend, type SendSetup, storedHashes } from './setUpSend.ts'

const password = 'open sesame'
const setUpProtectedLink = () => setUpSend({ link_password: password })
const wordsOf = async (key: string) => (await fingerprint(fromBase64(key))).words
const fingerprintOf = async (key: string) => (await fingerprint(fromBase64(key))).b64u

/** Of one that was refused: nothing of it was sent or kept. */
async function expectRefused(
  setup: SendSetup,
  run: ReturnType<typeof runSend>,
  exitCode: number = exitCodes.refused,
): Promise<string> {
  const { outcome, context } = await run
  expect(outcome).toMatchObject({ exitCode })
  expect(eventsOf(context, 'start')).toEqual([])
  expect(setup.proxy.bodyBytes).toBeLessThan(1000)
  expect(await storedHashes(setup)).toEqual({})
  return (outcome as Error).message
}

it('passes the password of a file', async () => {
  const setup = await setUpProtectedLink()
  await setup.writeFile('a.txt', 'a')
  const options = { 'password-file': await setup.writeFile('secret', `${password}\n`) }
  const { outcome, context } = await runSend(setup, { args: [setup.link, 'a.txt'], options })
  expect(outcome).toBe(0)
  expect(await storedHashes(setup)).toEqual({ 'a.txt': hashOf('a') })
  expect(JSON.stringify(context.events)).not.toContain(password)
})

it('asks at the terminal for the password, three times at most', async () => {
  const setup = await setUpProtectedLink()
  await setup.writeFile('a.txt', 'a')
  const { outcome, context } = await runSend(setup, {
    args: [setup.link, 'a.txt'],
    answers: ['wrong', 'wrong too', password],
  })
  expect(outcome).toBe(0)
  expect(context.questions).toHaveLength(3)
  const other = await setUpProtectedLink()
  await other.writeFile('a.txt', 'a')
  const answers = ['wrong', 'wrong', 'wrong', password]
  expect(await expectRefused(other, runSend(other, { args: [other.link, 'a.txt'], answers }))).toContain(
    'not the password',
  )
})

it('tries the wrong password of a file once, and without one or a terminal does not begin', async () => {
  const setup = await setUpProtectedLink()
  await setup.writeFile('a.txt', 'a')
  const options = { 'password-file': await setup.writeFile('secret', 'wrong') }
  expect(await expectRefused(setup, runSend(setup, { args: [setup.link, 'a.txt'], options }))).toContain(
    'not the password',
  )
  const unasked = runSend(setup, { args: [setup.link, 'a.txt'] })
  expect(await expectRefused(setup, unasked, exitCodes.usage)).toContain('--password-file')
})

it('ends where something in between keeps the cookies, by which the server knows who gave the password', async () => {
  const setup = await setUpProtectedLink()
  await setup.writeFile('a.txt', 'a')
  const { origin } = await startLyingServer(setup.proxy.origin, (_, { headers }) => ({
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'set-cookie')),
  }))
  const link = setup.link.replace(new URL(setup.link).origin, origin)
  const options = { 'password-file': await setup.writeFile('secret', password) }
  const message = await expectRefused(setup, runSend(setup, { args: [link, 'a.txt'], options }))
  expect(message).toContain('cookies')
})

it('asks for an address and the code that comes by mail, again where it is wrong', async () => {
  const setup = await setUpSend({ require_email_verification: true, link_password: password })
  await setup.writeFile('a.txt', 'a')
  const code = async () => codeIn((await writtenMails(setup.server)).at(-1))
  const wrong = async () => ((await code()) === '123456' ? '654321' : '123456')
  const { outcome, context } = await runSend(setup, {
    args: [setup.link, 'a.txt'],
    options: { email: 'ada@example.org' },
    answers: [password, 'twelve', wrong, code],
  })
  expect(outcome).toBe(0)
  expect(messagesOf(context)).toContain('on its way')
  expect(await storedHashes(setup)).toEqual({ 'a.txt': hashOf('a') })
})

it('does not take a code for wrong whose answer was lost, and asks for that of a new mail', async () => {
  const setup = await setUpSend({ require_email_verification: true })
  await setup.writeFile('a.txt', 'a')
  const code = async () => codeIn((await writtenMails(setup.server)).at(-1))
  setup.proxy.dropAnswerTo(({ url }) => url?.endsWith('/verify-code') === true)
  const { outcome, context } = await runSend(
    setup,
    { args: [setup.link, 'a.txt'], options: { email: 'ada@example.org' }, answers: [code, code] },
    { delay: () => Promise.resolve() },
  )
  expect(outcome).toBe(0)
  expect(setup.proxy.droppedAnAnswer).toBe(true)
  expect(await writtenMails(setup.server)).toHaveLength(2)
  expect(messagesOf(context)).toContain('used up')
  expect(eventsOf(context, 'warning')).toEqual([])
  expect(await storedHashes(setup)).toEqual({ 'a.txt': hashOf('a') })
})

it('asks whether a code was taken whose answer broke off, and sends it no second time', async () => {
  const setup = await setUpSend({ require_email_verification: true })
  await setup.writeFile('a.txt', 'a')
  const code = async () => codeIn((await writtenMails(setup.server)).at(-1))
  setup.proxy.dropAnswerTo(({ url }) => url?.endsWith('/verify-code') === true, true)
  const { outcome, context } = await runSend(
    setup,
    { args: [setup.link, 'a.txt'], options: { email: 'ada@example.org' }, answers: [code] },
    { delay: () => Promise.resolve() },
  )
  expect(outcome).toBe(0)
  expect(setup.proxy.droppedAnAnswer).toBe(true)
  expect(context.questions).toHaveLength(1)
})

it('sends a code once more that the server has not had', async () => {
  const setup = await setUpSend({ require_email_verification: true })
  await setup.writeFile('a.txt', 'a')
  const code = async () => {
    const right = codeIn((await writtenMails(setup.server)).at(-1))
    setup.proxy.cutConnections()
    return right
  }
  const { outcome, context } = await runSend(
    setup,
    {
      ...{ args: [setup.link, 'a.txt'], options: { email: 'ada@example.org' }, answers: [code] },
      onEvent: ({ event }) => event === 'wait' && setup.proxy.acceptConnections(),
    },
    { delay: () => Promise.resolve() },
  )
  expect(outcome).toBe(0)
  expect(context.questions).toHaveLength(1)
})

it('waits at a gate that closes on the way, asks again, and goes on with what was sent', async () => {
  const setup = await setUpSend()
  const { admin, folder, proxy } = setup
  await setup.writeFile('large.bin', randomBytes(34 * MiB))
  const close = () => admin.put(`/api/folders/${folder.id}`, { ...folder, link_password: password })
  void proxy.holdAt(18 * MiB).then(async () => {
    await close()
    proxy.resume()
  })
  const { outcome, context } = await runSend(setup, {
    args: [setup.link, 'large.bin'],
    answers: ['wrong', password],
  })
  expect(outcome).toBe(0)
  expect([eventsOf(context, 'wait').length, eventsOf(context, 'resume').length]).toEqual([1, 1])
  expect(uploadIdsThrough(proxy).size).toBe(1)
})

it(
  'ends at a gate that closes on the way where nobody can be asked, and can be gone on with',
  { tags: 'thorough' },
  async () => {
    const setup = await setUpSend()
    const { admin, folder, proxy } = setup
    await setup.writeFile('large.bin', randomBytes(34 * MiB))
    void proxy.holdAt(18 * MiB).then(async () => {
      await admin.put(`/api/folders/${folder.id}`, { ...folder, link_password: password })
      proxy.resume()
    })
    const args = [setup.link, 'large.bin']
    const { outcome } = await runSend(setup, { args })
    expect(outcome).toMatchObject({
      exitCode: exitCodes.usage,
      message: expect.stringContaining('run the same command again') as string,
    })
    const options = { 'password-file': await setup.writeFile('secret', password) }
    expect((await runSend(setup, { args, options })).outcome).toBe(0)
    expect(uploadIdsThrough(proxy).size).toBe(1)
  },
)

it('takes the key with the twelve words, however they are written', async () => {
  const setup = await setUpSend()
  await setup.writeFile('a.txt', 'a')
  const words = (await wordsOf(recipientKey)).map((word, at) => (at % 2 === 0 ? word.toUpperCase() : word))
  const spelled = ` ${words.slice(0, 6).join('–')}\n${words.slice(6).join(' - ')} `
  const { outcome } = await runSend(setup, { args: [setup.link, 'a.txt'], options: { fingerprint: spelled } })
  expect(outcome).toBe(0)
})

it('refuses every key that is not the one of the words, of the link, or of a link that is damaged', async () => {
  const setup = await setUpSend()
  await setup.writeFile('a.txt', 'a')
  const send = (link: string, options = {}) =>
    expectRefused(setup, runSend(setup, { args: [link, 'a.txt'], options }))
  const others = (await wordsOf(otherRecipientKey)).join(' ')
  const message = await send(setup.link, { fingerprint: others })
  expect(message).toContain(others)
  expect(message).toContain((await wordsOf(recipientKey)).join(' '))
  expect(await send(`${setup.link}#k=${await fingerprintOf(otherRecipientKey)}`)).toContain(
    'not the one that this link',
  )
  const good = await fingerprintOf(recipientKey)
  for (const damaged of [
    `#k=${good.slice(1)}`,
    `#K=${good}`,
    '#x',
    `#k=${good}&k=${good}`,
    `#k=${good}&s=short`,
  ])
    expect(await send(setup.link + damaged)).toContain('is damaged')
  for (const later of ['#k2=x', `#k=${good}&kp2=x`])
    expect(await send(setup.link + later)).toContain('later version of Sealpost')
  const { outcome } = await runSend(setup, { args: [`${setup.link}%23k=${good}`, 'a.txt'] })
  expect(outcome).toBe(0)
})

it('names a word that no fingerprint has, before anything is asked of the server', async () => {
  const setup = await setUpSend()
  setup.proxy.cutConnections()
  const words = [...(await wordsOf(recipientKey))]
  words[3] = 'abandn'
  const run = async (fingerprint: string) => {
    const { outcome } = await runSend(setup, { args: [setup.link, 'a.txt'], options: { fingerprint } })
    expect(outcome).toMatchObject({ exitCode: 1 })
    return (outcome as Error).message
  }
  expect(await run(words.join(' '))).toContain('“abandn” is not one of the words')
  expect(await run((await wordsOf(recipientKey)).slice(1).join(' '))).toContain('these are 11')
})

it('says what a link is that is none, and where to go with one for downloads', async () => {
  const setup = await setUpSend()
  for (const [link, says] of [
    [`${setup.proxy.origin}/upload/short`, 'not an upload link'],
    [`${setup.proxy.origin}/`, 'not an upload link'],
    [`${setup.proxy.origin}/download/${'A'.repeat(22)}#x`, 'sealpost get'],
  ] as const) {
    const { outcome } = await runSend(setup, { args: [link, 'a.txt'] })
    expect(outcome).toMatchObject({ exitCode: 1, message: expect.stringContaining(says) as string })
  }
})
