import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { exitCodes } from '../../../cli/exitCodes.ts'
import { MiB } from '../../../contract/limits.ts'
import { fingerprint, fromBase64 } from '../../../core/crypto/index.ts'
import { codeIn, writtenMails } from '../../server/mails.ts'
import { otherRecipientKey, recipientKey } from '../../server/testServer.ts'
import { uploadsOf } from '../../transfer/scene.ts'
import { toldMessages, toldEvents } from '../testContext.ts'
import { hashOf, runSend, sendScene, type SendScene, storedHashes } from './sendScene.ts'

const password = 'open sesame'
const protectedScene = () => sendScene({ link_password: password })
const wordsOf = async (key: string) => (await fingerprint(fromBase64(key))).words
const fingerprintOf = async (key: string) => (await fingerprint(fromBase64(key))).b64u

/** Of one that was refused: nothing of it was sent or kept. */
async function refused(
  its: SendScene,
  run: ReturnType<typeof runSend>,
  exitCode: number = exitCodes.refused,
): Promise<string> {
  const { end, context } = await run
  expect(end).toMatchObject({ exitCode })
  expect(toldEvents(context, 'start')).toEqual([])
  expect(its.proxy.bodyBytes).toBeLessThan(1000)
  expect(await storedHashes(its)).toEqual({})
  return (end as Error).message
}

it('passes the password of a file', async () => {
  const its = await protectedScene()
  await its.put('a.txt', 'a')
  const options = { 'password-file': await its.put('secret', `${password}\n`) }
  const { end, context } = await runSend(its, { args: [its.link, 'a.txt'], options })
  expect(end).toBe(0)
  expect(await storedHashes(its)).toEqual({ 'a.txt': hashOf('a') })
  expect(JSON.stringify(context.told)).not.toContain(password)
})

it('asks at the terminal for the password, three times at most', async () => {
  const its = await protectedScene()
  await its.put('a.txt', 'a')
  const { end, context } = await runSend(its, {
    args: [its.link, 'a.txt'],
    answers: ['wrong', 'wrong too', password],
  })
  expect(end).toBe(0)
  expect(context.asked).toHaveLength(3)
  const other = await protectedScene()
  await other.put('a.txt', 'a')
  const answers = ['wrong', 'wrong', 'wrong', password]
  expect(await refused(other, runSend(other, { args: [other.link, 'a.txt'], answers }))).toContain(
    'not the password',
  )
})

it('tries the wrong password of a file once, and without one or a terminal does not begin', async () => {
  const its = await protectedScene()
  await its.put('a.txt', 'a')
  const options = { 'password-file': await its.put('secret', 'wrong') }
  expect(await refused(its, runSend(its, { args: [its.link, 'a.txt'], options }))).toContain(
    'not the password',
  )
  const unasked = runSend(its, { args: [its.link, 'a.txt'] })
  expect(await refused(its, unasked, exitCodes.usage)).toContain('--password-file')
})

it('asks for an address and the code that comes by mail, again where it is wrong', async () => {
  const its = await sendScene({ require_email_verification: true, link_password: password })
  await its.put('a.txt', 'a')
  const code = async () => codeIn((await writtenMails(its.server)).at(-1))
  const wrong = async () => ((await code()) === '123456' ? '654321' : '123456')
  const { end, context } = await runSend(its, {
    args: [its.link, 'a.txt'],
    options: { email: 'ada@example.org' },
    answers: [password, 'twelve', wrong, code],
  })
  expect(end).toBe(0)
  expect(toldMessages(context)).toContain('on its way')
  expect(await storedHashes(its)).toEqual({ 'a.txt': hashOf('a') })
})

it('does not take a code for wrong whose answer was lost, and asks for that of a new mail', async () => {
  const its = await sendScene({ require_email_verification: true })
  await its.put('a.txt', 'a')
  const code = async () => codeIn((await writtenMails(its.server)).at(-1))
  its.proxy.dropAnswerTo(({ url }) => url?.endsWith('/verify-code') === true)
  const { end, context } = await runSend(
    its,
    { args: [its.link, 'a.txt'], options: { email: 'ada@example.org' }, answers: [code, code] },
    { delay: () => Promise.resolve() },
  )
  expect(end).toBe(0)
  expect(its.proxy.droppedAnAnswer).toBe(true)
  expect(await writtenMails(its.server)).toHaveLength(2)
  expect(toldMessages(context)).toContain('used up')
  expect(toldMessages(context)).toContain('the newest counts')
  expect(toldEvents(context, 'warning')).toEqual([])
  expect(await storedHashes(its)).toEqual({ 'a.txt': hashOf('a') })
})

it('asks whether a code was taken whose answer broke off, and sends it no second time', async () => {
  const its = await sendScene({ require_email_verification: true })
  await its.put('a.txt', 'a')
  const code = async () => codeIn((await writtenMails(its.server)).at(-1))
  its.proxy.dropAnswerTo(({ url }) => url?.endsWith('/verify-code') === true, true)
  const { end, context } = await runSend(
    its,
    { args: [its.link, 'a.txt'], options: { email: 'ada@example.org' }, answers: [code] },
    { delay: () => Promise.resolve() },
  )
  expect(end).toBe(0)
  expect(its.proxy.droppedAnAnswer).toBe(true)
  expect(context.asked).toHaveLength(1)
})

it('sends a code once more that the server has not had', async () => {
  const its = await sendScene({ require_email_verification: true })
  await its.put('a.txt', 'a')
  const code = async () => {
    const right = codeIn((await writtenMails(its.server)).at(-1))
    its.proxy.cutConnections()
    return right
  }
  const { end, context } = await runSend(
    its,
    {
      ...{ args: [its.link, 'a.txt'], options: { email: 'ada@example.org' }, answers: [code] },
      hear: ({ event }) => event === 'wait' && its.proxy.acceptConnections(),
    },
    { delay: () => Promise.resolve() },
  )
  expect(end).toBe(0)
  expect(context.asked).toHaveLength(1)
})

it('waits at a gate that closes on the way, asks again, and goes on with what was sent', async () => {
  const its = await sendScene()
  const { admin, folder, proxy } = its
  await its.put('large.bin', randomBytes(34 * MiB))
  const close = () => admin.put(`/api/folders/${folder.id}`, { ...folder, link_password: password })
  void proxy.holdAt(18 * MiB).then(async () => {
    await close()
    proxy.resume()
  })
  const { end, context } = await runSend(its, { args: [its.link, 'large.bin'], answers: ['wrong', password] })
  expect(end).toBe(0)
  expect([toldEvents(context, 'wait').length, toldEvents(context, 'resume').length]).toEqual([1, 1])
  expect(uploadsOf(proxy).size).toBe(1)
})

it(
  'ends at a gate that closes on the way where nobody can be asked, and can be gone on with',
  { tags: 'thorough' },
  async () => {
    const its = await sendScene()
    const { admin, folder, proxy } = its
    await its.put('large.bin', randomBytes(34 * MiB))
    void proxy.holdAt(18 * MiB).then(async () => {
      await admin.put(`/api/folders/${folder.id}`, { ...folder, link_password: password })
      proxy.resume()
    })
    const args = [its.link, 'large.bin']
    const { end } = await runSend(its, { args })
    expect(end).toMatchObject({
      exitCode: exitCodes.usage,
      message: expect.stringContaining('run the same command again') as string,
    })
    const options = { 'password-file': await its.put('secret', password) }
    expect((await runSend(its, { args, options })).end).toBe(0)
    expect(uploadsOf(proxy).size).toBe(1)
  },
)

it('takes the key with the twelve words, however they are written', async () => {
  const its = await sendScene()
  await its.put('a.txt', 'a')
  const words = (await wordsOf(recipientKey)).map((word, at) => (at % 2 === 0 ? word.toUpperCase() : word))
  const spelled = ` ${words.slice(0, 6).join('–')}\n${words.slice(6).join(' - ')} `
  const { end } = await runSend(its, { args: [its.link, 'a.txt'], options: { fingerprint: spelled } })
  expect(end).toBe(0)
})

it('refuses every key that is not the one of the words, of the link, or of a link that is damaged', async () => {
  const its = await sendScene()
  await its.put('a.txt', 'a')
  const send = (link: string, options = {}) => refused(its, runSend(its, { args: [link, 'a.txt'], options }))
  const others = (await wordsOf(otherRecipientKey)).join(' ')
  const message = await send(its.link, { fingerprint: others })
  expect(message).toContain(others)
  expect(message).toContain((await wordsOf(recipientKey)).join(' '))
  expect(await send(`${its.link}#k=${await fingerprintOf(otherRecipientKey)}`)).toContain(
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
    expect(await send(its.link + damaged)).toContain('names no key')
  const { end } = await runSend(its, { args: [`${its.link}%23k=${good}`, 'a.txt'] })
  expect(end).toBe(0)
})

it('names a word that no fingerprint has, before anything is asked of the server', async () => {
  const its = await sendScene()
  its.proxy.cutConnections()
  const words = [...(await wordsOf(recipientKey))]
  words[3] = 'abandn'
  const run = async (fingerprint: string) => {
    const { end } = await runSend(its, { args: [its.link, 'a.txt'], options: { fingerprint } })
    expect(end).toMatchObject({ exitCode: 1 })
    return (end as Error).message
  }
  expect(await run(words.join(' '))).toContain('“abandn” is none of the words')
  expect(await run((await wordsOf(recipientKey)).slice(1).join(' '))).toContain('these are 11')
})

it('says what a link is that is none, and where to go with one for downloads', async () => {
  const its = await sendScene()
  for (const [link, says] of [
    [`${its.proxy.origin}/upload/short`, 'no upload link'],
    [`${its.proxy.origin}/`, 'no upload link'],
    [`${its.proxy.origin}/download/${'A'.repeat(22)}#x`, 'sealpost get'],
  ] as const) {
    const { end } = await runSend(its, { args: [link, 'a.txt'] })
    expect(end).toMatchObject({ exitCode: 1, message: expect.stringContaining(says) as string })
  }
})
