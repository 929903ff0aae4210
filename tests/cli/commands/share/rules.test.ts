import { describe, expect, it } from 'vitest'
import { linkSettings } from '../../../../cli/share/linkSettings.ts'
import { maxAllowedEmails } from '../../../../contract/limits.ts'
import { noRules, type OperatorRules } from '../../../../contract/operatorRules.ts'
import { startMailing } from '../../../server/mails.ts'
import { newTokenClient } from '../../../server/tokenClient.ts'
import { createdLink, runCommand, setUpShare } from './setUpShare.ts'

const dayMs = 86_400_000

/** An operator who requires this, on a server that sends mail. */
async function setUpRules(rules: Partial<OperatorRules>) {
  const { mailer } = await startMailing()
  const setup = await setUpShare({ services: { mailer, fixedRules: rules } })
  return { ...setup, file: await setup.writeLocalFile('a.txt', 'first') }
}

describe('rules of the operator', () => {
  it.each<[string, Partial<OperatorRules>, string[], string[]]>([
    ['--with-password', { require_link_password: true }, [], ['--with-password']],
    ['--expires with at most 1 day.', { max_link_days: 1 }, ['--expires', '2d'], ['--expires', '20h']],
    ['--expires with at most 1 day.', { max_link_days: 1 }, ['--expires', 'never'], []],
    ['--max-downloads with at most 2.', { max_link_uses: 2 }, ['--max-downloads', '3'], []],
    ['--for', { require_named_people: true }, [], ['--for', 'anna@example.org']],
    [
      'at example.org',
      { email_domains: ['example.org'] },
      ['--for', 'anna@example.com'],
      ['--for', 'anna@example.org,ben@example.org', '--for', 'cyd@example.org'],
    ],
  ])('are met before anything is sent: %s', async (message, rules, breaks, obeys) => {
    const { share, folderAddress, file, server, listLinks } = await setUpRules(rules)
    for (const files of [
      ['--into', folderAddress, file],
      ['--into', folderAddress, file, '--dry-run'],
    ])
      expect(await share(...files, ...breaks)).toMatchObject({
        code: 3,
        message: expect.stringContaining(message) as string,
      })
    expect([await server.storedFiles(), await listLinks()]).toEqual([[], []])
    createdLink(await share('--into', folderAddress, file, ...obeys))
    expect(await listLinks()).toHaveLength(1)
  })

  it('shorten the usual time, and limit the usual number of uses', async () => {
    const { share, folderAddress, file, listLinks } = await setUpRules({ max_link_days: 1, max_link_uses: 5 })
    const { expires, max_downloads } = createdLink(await share('--into', folderAddress, file))
    expect((Date.parse(expires ?? '') - Date.now()) / dayMs).toBeCloseTo(1, 1)
    expect(max_downloads).toBe(5)
    expect(await listLinks()).toMatchObject([{ expiration_date: expires, max_downloads: 5 }])
  })

  it('are no obstacle for a clock that is some minutes ahead', () => {
    const options = { expires: undefined, maxDownloads: null, allowedEmails: null, hasPassword: false }
    const now = new Date('2026-03-01T10:00:00.000Z')
    const rules = { ...noRules, max_link_days: 1 }
    expect(linkSettings(options, { rules, sends_mail: true }, now).expires).toBe('2026-03-02T09:55:00.000Z')
  })

  it('are read by tokens that may make links, and by no others', async () => {
    const { owner, share, folderAddress, file, localDir, runWithToken, server } = await setUpRules({
      max_link_days: 1,
    })
    const { token } = await newTokenClient(owner.browser, ['files:read', 'key:read'])
    const line = ['share', '--password-file', `${localDir}/.password`, '--into', folderAddress, file]
    const refused = await runWithToken(line, { env: { SEALPOST_TOKEN: token } })
    expect([refused.code, refused.message]).toEqual([3, expect.stringContaining('links:write')])
    expect(await server.storedFiles()).toEqual([])
    createdLink(await share('--into', folderAddress, file))
    const all = await newTokenClient(owner.browser)
    expect((await all.send('GET', '/api/rules')).statusCode).toBe(403)
    expect((await all.send('PUT', '/api/rules', { payload: { max_link_days: null } })).statusCode).toBe(403)
  })
})

describe('a link for named people', () => {
  it('names them, each once', async () => {
    const { share, folderAddress, file, listLinks } = await setUpRules({})
    const result = await share(
      '--into',
      folderAddress,
      file,
      '--for',
      'anna@example.org, ben@example.org',
      '--for',
      'ben@example.org',
    )
    expect(createdLink(result).allowed_emails).toEqual(['anna@example.org', 'ben@example.org'])
    const [link] = await listLinks()
    expect(link?.named_people?.map(({ email }) => email).sort()).toEqual([
      'anna@example.org',
      'ben@example.org',
    ])
  })

  it('is refused before anything is sent by a server without mail', async () => {
    const { share, folderAddress, writeLocalFile: writeFile, server } = await setUpShare()
    const result = await share(
      '--into',
      folderAddress,
      await writeFile('a.txt', 'first'),
      '--for',
      'anna@example.org',
    )
    expect([result.code, result.message]).toEqual([3, expect.stringContaining('sends no mail')])
    expect(await server.storedFiles()).toEqual([])
  })

  it.each(['', ',', 'anna', `a@b.de,${'x'.repeat(300)}@example.org`])(
    'needs addresses, which %j is not',
    async (text) => {
      const line = ['share', 'https://files.example.org/folders/view/7', 'a.txt', '--for', text]
      expect(await runCommand(line, {})).toMatchObject({
        code: 1,
        message: expect.stringContaining('--for') as string,
      })
    },
  )

  it('is for no more people than a link may have', async () => {
    const people = Array.from({ length: maxAllowedEmails + 1 }, (_, i) => `${i}@example.org`).join()
    const line = ['share', 'https://files.example.org/folders/view/7', 'a.txt', '--for', people]
    expect(await runCommand(line, {})).toMatchObject({
      code: 1,
      message: `--for takes at most ${maxAllowedEmails} addresses.`,
    })
  })
})
