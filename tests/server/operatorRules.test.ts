import { describe, expect, it } from 'vitest'
import type { OperatorRules } from '../../contract/operatorRules.ts'
import type { InstalledRules } from '../../contract/schemas/operatorRules.ts'
import type { Folder } from '../../contract/schemas/folders.ts'
import { transact } from '../../server/db/transact.ts'
import { findUserByName, makeOperator } from '../../server/db/accounts/users.ts'
import { createMailer } from '../../server/mail/mailer.ts'
import {
  createLink,
  fileCommitments,
  openKeys,
  openLink,
  protectedLink,
  randomLinkToken,
  type UploadedFiles,
  startServerWithFiles,
} from './links.ts'
import { smtpAt } from './mails.ts'
import { newTokenClient } from './tokenClient.ts'
import { type Browser, startTestServer, type TestServer } from './testServer.ts'

const dayMs = 24 * 3600 * 1000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

async function makeBrowserOperator(server: TestServer, browser: Browser, name = 'admin'): Promise<Browser> {
  const { id } = (await findUserByName(server.services.db, name)) ?? { id: 0 }
  await transact(server.services.db, (trx) => makeOperator(trx, id))
  return browser
}

type Rules = Partial<OperatorRules>
type Reply = Awaited<ReturnType<Browser['get']>>

/** Nothing is mailed here, so there is no mail server at this address. */
const mailer = createMailer({
  ...{ smtp: smtpAt(1), mailFrom: { name: 'Sealpost', address: 'files@example.org' } },
  dataDir: '/nowhere',
})

/** Files of an operator whose rules are set by the page. */
async function startRuledByPage(rules: Rules): Promise<UploadedFiles> {
  const shared = await startServerWithFiles(undefined, { mailer })
  const reply = await (await makeBrowserOperator(shared.server, shared.browser)).put('/api/rules', rules)
  expect(reply.statusCode, reply.body).toBe(200)
  return shared
}

async function startRuledByEnvironment(rules: Rules): Promise<UploadedFiles> {
  const fixedRules = {}
  const shared = await startServerWithFiles(undefined, { fixedRules, mailer })
  // The files are there before the rules.
  Object.assign(fixedRules, rules)
  return shared
}

const statusAndCode = (reply: Reply) => [reply.statusCode, reply.json<{ code?: string }>().code]
const refusalWith = (code: string) => [422, code]

const namedLink =
  (...allowed_emails: string[]) =>
  (ids: number[]) => ({ ...openLink(ids), allowed_emails })
const limitedLink = (ids: number[]) => ({ ...openLink(ids), max_downloads: 5, expiration_date: inDays(1) })

/** A rule, a link that breaks it alone, and one that does not. */
const linkRules: [
  code: string,
  Rules,
  breaks: (ids: number[]) => object,
  obeys: (ids: number[]) => object,
][] = [
  ['linkPasswordRequired', { require_link_password: true }, openLink, protectedLink],
  [
    'linkLastsTooLong',
    { max_link_days: 7 },
    (ids) => ({ ...openLink(ids), expiration_date: inDays(7.01) }),
    (ids) => ({ ...openLink(ids), expiration_date: inDays(7) }),
  ],
  ['linkLastsTooLong', { max_link_days: 7 }, openLink, limitedLink],
  ['linkUsesRequired', { max_link_uses: 5 }, openLink, limitedLink],
  ['namedPeopleRequired', { require_named_people: true }, openLink, namedLink('a@example.com')],
  ['domainNotAllowed', { email_domains: ['a.example'] }, namedLink('a@b.example'), namedLink('a@A.example')],
  ['linkUsesRequired', { max_link_uses: 5 }, (ids) => ({ ...openLink(ids), max_downloads: 6 }), limitedLink],
]

describe.each([
  ['the page', startRuledByPage],
  ['the environment', startRuledByEnvironment],
])('rules that %s sets', (_, ruled) => {
  it.each(linkRules)('refuse a new link by %s, and take one that keeps to them', async (code, ...rest) => {
    const [rules, breaks, obeys] = rest
    const { browser, ids } = await ruled(rules)
    expect(statusAndCode(await browser.post('/api/download/links', breaks(ids)))).toEqual(refusalWith(code))
    expect((await browser.post('/api/download/links', obeys(ids))).statusCode).toBe(200)
  })

  it('refuse more uses of a link than they allow, and a link without a limit again', async () => {
    const { browser, ids } = await ruled({ max_link_uses: 5 })
    const { link_token } = await createLink(browser, limitedLink(ids))
    const changeLink = (max_downloads: number | null) =>
      browser.put(`/api/download/links/${link_token}`, { max_downloads })
    for (const max of [6, null])
      expect(statusAndCode(await changeLink(max))).toEqual(refusalWith('linkUsesRequired'))
    for (const max of [5, 1]) expect((await changeLink(max)).statusCode).toBe(204)
  })

  it('refuse to let people of other domains use a link', async () => {
    const { browser, ids } = await ruled({ email_domains: ['a.example'] })
    const { link_token } = await createLink(browser, namedLink('a@a.example')(ids))
    const changeLink = (...allowed_emails: string[]) =>
      browser.put(`/api/download/links/${link_token}`, { allowed_emails })
    expect(statusAndCode(await changeLink('a@a.example', 'a@b.example'))).toEqual(
      refusalWith('domainNotAllowed'),
    )
    expect((await changeLink('b@a.example')).statusCode).toBe(204)
  })

  it('refuse a folder without a gate, whoever makes it, and its last gate to go', async () => {
    const { browser } = await ruled({ require_upload_gate: true })
    const script = await newTokenClient(browser, ['folders:write', 'files:read'])
    for (const caller of [browser, script]) {
      const createFolder = (payload: object) => caller.send('POST', '/api/folders/', { payload })
      expect(statusAndCode(await createFolder({ title: 'Open' }))).toEqual(refusalWith('uploadGateRequired'))
      const reply = await createFolder({ title: 'Gated', link_password: 'a long one' })
      expect(reply.statusCode, reply.body).toBe(200)
      const { id } = reply.json<Folder>()
      const changeFolder = (payload: object) =>
        caller.send('PUT', `/api/folders/${id}`, { payload: { title: 'Gated', ...payload } })
      expect(statusAndCode(await changeFolder({ link_password: '' }))).toEqual(
        refusalWith('uploadGateRequired'),
      )
      expect((await changeFolder({ link_password: '', require_email_verification: true })).statusCode).toBe(
        200,
      )
      const withoutEmail = await changeFolder({ require_email_verification: false })
      expect(statusAndCode(withoutEmail)).toEqual(refusalWith('uploadGateRequired'))
      expect((await browser.get(`/api/folders/${id}`)).json()).toMatchObject({
        require_email_verification: true,
      })
    }
  })

  it('refuse addresses of other domains, in whatever form', async () => {
    const { browser } = await ruled({ email_domains: ['example.org', 'xn--bcher-kva.example'] })
    const createFolder = (...allowed_emails: string[]) =>
      browser.post('/api/folders/', { title: 'Listed', allowed_emails })
    for (const address of ['a@example.com', 'a@mail.example.org', 'a@example.org.evil.example'])
      expect(statusAndCode(await createFolder('b@example.org', address))).toEqual(
        refusalWith('domainNotAllowed'),
      )
    const reply = await createFolder('a@EXAMPLE.org', 'a@bücher.example', 'b@xn--bcher-kva.example')
    expect(reply.statusCode).toBe(200)
    const { id } = reply.json<Folder>()
    const change = { title: 'Listed', allowed_emails: ['a@example.org', 'a@example.com'] }
    expect(statusAndCode(await browser.put(`/api/folders/${id}`, change))).toEqual(
      refusalWith('domainNotAllowed'),
    )
  })
})

describe('a new rule', () => {
  it('leaves what breaks it as it is, and lets it be changed otherwise', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    const link = await createLink(browser, openLink(ids))
    const used = await createLink(browser, { ...openLink(ids), max_downloads: 1 })
    await server.services.db
      .updateTable('download_link')
      .set({ used_downloads: 1 })
      .where('link_token', '=', used.link_token)
      .execute()
    const listed = await browser.createFolder({ title: 'Listed', allowed_emails: ['a@example.com'] })
    await makeBrowserOperator(server, browser)
    const rules = {
      ...{ require_link_password: true, max_link_days: 7, max_link_uses: 5 },
      ...{ require_upload_gate: true, email_domains: ['example.org'] },
    }
    const { broken } = (await browser.put('/api/rules', rules)).json<InstalledRules>()
    expect(broken).toEqual({ folders: 1, links: 1 })

    expect((await server.newBrowser().get(`/api/download/${link.link_token}/status`)).statusCode).toBe(200)
    expect((await server.newBrowser().get(`/api/upload/${folder.link_token}/status`)).statusCode).toBe(200)
    const changeFolder = (id: number, payload: object) =>
      browser.put(`/api/folders/${id}`, { title: 'Renamed', ...payload })
    expect((await changeFolder(folder.id, { link_password: '', is_active: false })).statusCode).toBe(200)
    // What is closed may not be opened to everybody again.
    const opened = await changeFolder(folder.id, { is_active: true })
    expect(statusAndCode(opened)).toEqual(refusalWith('uploadGateRequired'))
    const expired = await changeFolder(folder.id, { is_active: true, expiration_date: inDays(-1) })
    expect(expired.statusCode, expired.body).toBe(200)
    for (const later of [{ expiration_date: inDays(1) }, { expiration_date: null }, { expires_in_days: 1 }])
      expect(statusAndCode(await changeFolder(folder.id, later))).toEqual(refusalWith('uploadGateRequired'))
    const addresses = { allowed_emails: ['a@example.com', 'b@example.org'] }
    expect((await changeFolder(listed.id, addresses)).statusCode).toBe(200)
  })

  it('holds for links that get more files', async () => {
    const { server, browser, ids } = await startServerWithFiles()
    const request = openLink(ids.slice(0, 1))
    const { link_token } = await createLink(browser, request)
    await (await makeBrowserOperator(server, browser)).put('/api/rules', { require_link_password: true })
    const resealed = {
      ...{ replaces: request.sealed_link, sealed_link: openLink(ids).sealed_link },
      file_commitments: Buffer.concat(
        [request.file_commitments, fileCommitments(ids.slice(1))].map((some) =>
          Buffer.from(some ?? '', 'base64'),
        ),
      ).toString('base64'),
      added_keys_json: JSON.stringify(openKeys(ids.slice(1))),
    }
    const reply = await browser.put(`/api/download/links/${link_token}`, { resealed })
    expect(statusAndCode(reply)).toEqual(refusalWith('linkPasswordRequired'))
  })

  it('holds for links that lose their password', async () => {
    const { server, browser, ids } = await startServerWithFiles()
    const request = protectedLink(ids)
    const { link_token } = await createLink(browser, request)
    await (await makeBrowserOperator(server, browser)).put('/api/rules', { require_link_password: true })
    const resealed = {
      ...{ replaces: request.sealed_link, sealed_link: openLink(ids).sealed_link },
      ...{ new_password: null, link_token: randomLinkToken() },
    }
    const reply = await browser.put(`/api/download/links/${link_token}`, { resealed })
    expect(statusAndCode(reply)).toEqual(refusalWith('linkPasswordRequired'))
  })

  it('lets the request that made a link be repeated', async () => {
    const { server, browser, ids } = await startServerWithFiles()
    const request = openLink(ids)
    const first = await createLink(browser, request)
    await (await makeBrowserOperator(server, browser)).put('/api/rules', { require_link_password: true })
    expect(await createLink(browser, request)).toEqual(first)
  })

  it('is the operator’s to set', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    for (const reply of [await browser.get('/api/rules'), await browser.put('/api/rules', {})])
      expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: 'operatorsRules' }])
    await makeBrowserOperator(server, browser)
    const script = await newTokenClient(browser)
    const reply = await script.send('PUT', '/api/rules', { payload: { max_link_days: 1 } })
    expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: 'tokenNotTaken' }])
  })

  it('is told to everybody who signs in', async () => {
    const { server } = await startRuledByPage({
      max_link_days: 7,
      email_domains: ['Bücher.example', 'a.example'],
    })
    const info = await (await server.signIn('other')).get('/api/server')
    expect(info.json()).toMatchObject({
      sends_mail: true,
      rules: { max_link_days: 7, email_domains: ['a.example', 'xn--bcher-kva.example'], max_link_uses: null },
    })
  })

  it('is in the history of the operator, by name', async () => {
    const { browser } = await startRuledByPage({ max_link_days: 7, require_upload_gate: true })
    await browser.put('/api/rules', { max_link_days: 7, email_domains: null })
    await browser.put('/api/rules', { max_link_days: null })
    const { events } = (await browser.get('/api/audit?group=account')).json<{
      events: { kind: string; details: { changed?: string[] } }[]
    }>()
    const told = events.filter(({ kind }) => kind === 'rules-changed')
    expect(told.map(({ details }) => details.changed)).toEqual([
      ['max_link_days'],
      ['max_link_days', 'require_upload_gate'],
    ])
  })

  it.each([
    ['max_link_days', 0],
    ['max_link_days', 36_501],
    ['max_link_uses', 1.5],
    ['email_domains', []],
    ['email_domains', ['example']],
    ['email_domains', ['a@example.org']],
    ['email_domains', Array.from({ length: 101 }, (_, i) => `a${i}.example`)],
  ])('is refused where %s is %j', async (name, value) => {
    const server = await startTestServer()
    const browser = await makeBrowserOperator(server, await server.signIn())
    const reply = await browser.put('/api/rules', { [name]: value })
    expect(reply.statusCode).toBe(422)
    expect(reply.json<{ detail: { loc: unknown[] }[] }>().detail[0]?.loc).toContain(name)
  })

  it('of named people needs a mail server', async () => {
    const server = await startTestServer()
    const browser = await makeBrowserOperator(server, await server.signIn())
    const reply = await browser.put('/api/rules', { require_named_people: true })
    expect(statusAndCode(reply)).toEqual(refusalWith('rulesNeedMail'))
  })
})

describe('what the environment sets', () => {
  it('takes precedence over the database, and cannot be changed', async () => {
    const fixedRules: Rules = {}
    const { server, browser } = await startServerWithFiles(undefined, { fixedRules })
    await (
      await makeBrowserOperator(server, browser)
    ).put('/api/rules', { max_link_days: 7, require_link_password: true })
    Object.assign(fixedRules, { max_link_days: null, max_link_uses: 3 })
    const installed = async () => (await browser.get('/api/rules')).json<InstalledRules>()
    expect(await installed()).toMatchObject({
      fixed: ['max_link_days', 'max_link_uses'],
      rules: { max_link_days: null, max_link_uses: 3, require_link_password: true },
    })
    const refused = await browser.put('/api/rules', { max_link_days: 9, require_link_password: false })
    expect(statusAndCode(refused)).toEqual(refusalWith('ruleFixed'))
    expect((await browser.put('/api/rules', { require_link_password: false })).statusCode).toBe(200)
    // What the environment sets no more is as it was in the database.
    delete fixedRules.max_link_days
    delete fixedRules.max_link_uses
    expect(await installed()).toMatchObject({
      fixed: [],
      rules: { max_link_days: 7, max_link_uses: null, require_link_password: false },
    })
  })
})
