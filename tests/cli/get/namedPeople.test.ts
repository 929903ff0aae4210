import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { get } from '../../../cli/get/get.ts'
import { exitCodes } from '../../../cli/exitCodes.ts'
import { fault } from '../../../core/faults/fault.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { startMailing } from '../../server/mails.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { testContext, toldMessages, toldEvents } from '../testContext.ts'
import { startHostileServer } from './hostileServer.ts'
import { readFolder } from './readFolder.ts'
import { shareFiles, type ShareOptions, someFiles } from './sharedFiles.ts'

const anna = 'anna@example.org'
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** A link for Anna, and a folder for its files. */
async function named(contents: Readonly<Record<string, Buffer>>, options: ShareOptions = {}) {
  const { mailer, codeTo } = await startMailing()
  const its = await shareFiles(contents, { ...options, server: { mailer } })
  const name = async (allowed_emails: string[]) => {
    const reply = await its.admin.put(`/api/download/links/${its.linkToken}`, { allowed_emails })
    expect(reply.statusCode, reply.body).toBe(204)
  }
  await name([anna])
  const env = { XDG_STATE_HOME: await scratchFolder() }
  return { ...its, name, env, folder: await scratchFolder(), code: () => codeTo(anna) }
}

it('gets the files of a link for named people with the code from the mail, and again without another', async () => {
  const contents = someFiles()
  const { link, folder, env, code } = await named(contents)
  const wrong = async () => another(await code())
  const first = testContext(['get', link, folder, '--email', anna], { env, answers: ['twelve', wrong, code] })
  expect(await get(first)).toBe(exitCodes.success)
  expect(await readFolder(folder)).toEqual(contents)
  expect(first.asked).toEqual(Array(3).fill('Code from the mail:'))
  expect(toldMessages(first)).toContain(
    `If this download is for ${anna}, a code of six digits is on its way there.`,
  )
  const again = testContext(['get', link, await scratchFolder()], { env })
  expect(await get(again)).toBe(exitCodes.success)
})

it('asks for the password first, then for address and code', async () => {
  const contents = { 'a.txt': Buffer.from('a') }
  const { link, folder, env, code, password } = await named(contents, { hasPassword: true })
  const context = testContext(['get', link, folder], { env, answers: [password, anna, code] })
  expect(await get(context)).toBe(exitCodes.success)
  expect(await readFolder(folder)).toEqual(contents)
  expect(context.asked).toEqual(['Password of the link:', 'Your e-mail address:', 'Code from the mail:'])
})

it('gets nothing for another address, with a wrong code, or without a terminal', async () => {
  const { link, folder, env } = await named({ 'a.txt': Buffer.from('a') })
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
  const { link, folder, env, server } = await named({ 'a.txt': Buffer.from('a') })
  const context = testContext(['get', link.split('#')[0] ?? '', folder, '--email', anna], {
    env,
    answers: [],
  })
  await expect(get(context)).rejects.toMatchObject({ exitCode: exitCodes.refused })
  expect([context.asked, server.logged().includes('request-code')]).toEqual([[], false])
})

it.each([false, true])('says that a code did not help, with a password: %s', async (hasPassword) => {
  const { link, folder, env, origin, code, password } = await named(
    { 'a.txt': Buffer.from('a') },
    { hasPassword },
  )
  const { origin: front } = await startHostileServer(origin, (answer) => {
    if (!answer.url.endsWith('/status') && !answer.url.endsWith('/verify-password')) return
    const { requires_email, ...body } = JSON.parse(answer.body.toString()) as Record<string, unknown>
    if (requires_email === undefined) return
    answer.body = Buffer.from(JSON.stringify({ ...body, requires_email: true }))
    answer.headers['content-length'] = String(answer.body.length)
  })
  const answers = hasPassword ? [password, code] : [code]
  const line = ['get', link.replace(origin, front), folder, '--email', anna]
  await expect(get(testContext(line, { env, answers }))).rejects.toMatchObject({
    exitCode: exitCodes.refused,
    message: faultText(fault('downloadLinkNamed')),
  })
})

it('ends where the person is removed before the bytes, and says why', async () => {
  const contents = { 'a.txt': Buffer.from('a'), 'b.txt': Buffer.from('b') }
  const { link, folder, env, code, name } = await named(contents, { max_downloads: 5 })
  const begin = async () => {
    await name(['ben@example.org'])
    return 'y'
  }
  const context = testContext(['get', link, folder, '--email', anna], { env, answers: [code, begin] })
  expect(await get(context)).toBe(exitCodes.refused)
  expect(toldEvents(context, 'done')).toEqual([])
  expect(toldEvents(context, 'failed')[0]?.why).toMatchObject({ code: 'downloadLinkNamed' })
  expect(await readFolder(folder)).toEqual({})
})
