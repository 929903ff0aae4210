import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { get } from '../../../cli/get/get.ts'
import { exitCodes } from '../../../cli/exitCodes.ts'
import { fault } from '../../../core/faults/fault.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { startMailing } from '../../server/mails.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { testContext, messagesOf, eventsOf } from '../testContext.ts'
import { startHostileServer } from './hostileServer.ts'
import { readFolder } from './readFolder.ts'
import { shareFiles, type ShareOptions, someFiles } from './sharedFiles.ts'

const annasAddress = 'anna@example.org'
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** A link for Anna, and a folder for its files. */
async function shareWithAnna(contents: Readonly<Record<string, Buffer>>, options: ShareOptions = {}) {
  const { mailer, codeTo } = await startMailing()
  const shared = await shareFiles(contents, { ...options, server: { mailer } })
  const setAllowedEmails = async (allowed_emails: string[]) => {
    const reply = await shared.admin.put(`/api/download/links/${shared.linkToken}`, { allowed_emails })
    expect(reply.statusCode, reply.body).toBe(204)
  }
  await setAllowedEmails([annasAddress])
  const env = { XDG_STATE_HOME: await scratchFolder() }
  return {
    ...shared,
    name: setAllowedEmails,
    env,
    folder: await scratchFolder(),
    code: () => codeTo(annasAddress),
  }
}

it('gets the files of a link for named people with the code from the mail, and again without another', async () => {
  const contents = someFiles()
  const { link, folder, env, code } = await shareWithAnna(contents)
  const wrong = async () => otherCode(await code())
  const first = testContext(['get', link, folder, '--email', annasAddress], {
    env,
    answers: ['twelve', wrong, code],
  })
  expect(await get(first)).toBe(exitCodes.success)
  expect(await readFolder(folder)).toEqual(contents)
  expect(first.questions).toEqual(Array(3).fill('Code from the mail:'))
  expect(messagesOf(first)).toContain(
    `If this download is for ${annasAddress}, a code of six digits is on its way there.`,
  )
  const again = testContext(['get', link, await scratchFolder()], { env })
  expect(await get(again)).toBe(exitCodes.success)
})

it('asks for the password first, then for address and code', async () => {
  const contents = { 'a.txt': Buffer.from('a') }
  const { link, folder, env, code, password } = await shareWithAnna(contents, { hasPassword: true })
  const context = testContext(['get', link, folder], { env, answers: [password, annasAddress, code] })
  expect(await get(context)).toBe(exitCodes.success)
  expect(await readFolder(folder)).toEqual(contents)
  expect(context.questions).toEqual(['Password of the link:', 'Your e-mail address:', 'Code from the mail:'])
})

it('gets nothing for another address, with a wrong code, or without a terminal', async () => {
  const { link, folder, env } = await shareWithAnna({ 'a.txt': Buffer.from('a') })
  const answers = ['111111', '222222', '333333']
  const context = testContext(['get', link, folder, '--email', 'eve@example.org'], { env, answers })
  await expect(get(context)).rejects.toMatchObject({ exitCode: exitCodes.refused })
  await expect(get(testContext(['get', link, folder], { env }))).rejects.toMatchObject({
    exitCode: exitCodes.usage,
    message: 'The link asks for a code that comes by mail. There is no terminal to ask for it at.',
  })
  await expect(get(testContext(['get', link, folder, '--email', 'eve'], { env }))).rejects.toMatchObject({
    exitCode: exitCodes.usage,
  })
  expect(await readdir(folder)).toEqual([])
})

it('asks for no code where the link is cut off before its keys', async () => {
  const { link, folder, env, server } = await shareWithAnna({ 'a.txt': Buffer.from('a') })
  const context = testContext(['get', link.split('#')[0] ?? '', folder, '--email', annasAddress], {
    env,
    answers: [],
  })
  await expect(get(context)).rejects.toMatchObject({ exitCode: exitCodes.refused })
  expect([context.questions, server.logged().includes('request-code')]).toEqual([[], false])
})

it.each([false, true])('says that a code did not help, with a password: %s', async (hasPassword) => {
  const { link, folder, env, origin, code, password } = await shareWithAnna(
    { 'a.txt': Buffer.from('a') },
    { hasPassword },
  )
  const { origin: proxyOrigin } = await startHostileServer(origin, (answer) => {
    if (!answer.url.endsWith('/status') && !answer.url.endsWith('/verify-password')) return
    const { requires_email, ...body } = JSON.parse(answer.body.toString()) as Record<string, unknown>
    if (requires_email === undefined) return
    answer.body = Buffer.from(JSON.stringify({ ...body, requires_email: true }))
    answer.headers['content-length'] = String(answer.body.length)
  })
  const answers = hasPassword ? [password, code] : [code]
  const line = ['get', link.replace(origin, proxyOrigin), folder, '--email', annasAddress]
  await expect(get(testContext(line, { env, answers }))).rejects.toMatchObject({
    exitCode: exitCodes.refused,
    message: faultText(fault('downloadLinkNamed')),
  })
})

it('ends where the person is removed before the bytes, and says why', async () => {
  const contents = { 'a.txt': Buffer.from('a'), 'b.txt': Buffer.from('b') }
  const {
    link,
    folder,
    env,
    code,
    name: setAllowedEmails,
  } = await shareWithAnna(contents, { max_downloads: 5 })
  const begin = async () => {
    await setAllowedEmails(['ben@example.org'])
    return 'y'
  }
  const context = testContext(['get', link, folder, '--email', annasAddress], { env, answers: [code, begin] })
  expect(await get(context)).toBe(exitCodes.refused)
  expect(eventsOf(context, 'done')).toEqual([])
  expect(eventsOf(context, 'failed')[0]?.why).toMatchObject({ code: 'downloadLinkNamed' })
  expect(await readFolder(folder)).toEqual({})
})
