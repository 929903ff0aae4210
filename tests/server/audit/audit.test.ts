import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AuditKind } from '../../../contract/auditKinds.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { auditDetails } from '../../../contract/schemas/audit.ts'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { userCommands } from '../../../server/ops/admin/users.ts'
import type { CommandContext } from '../../../server/ops/admin/command.ts'
import { operatorCommand } from '../../../server/ops/admin/operator.ts'
import { singleSignOnCommands } from '../../../server/ops/admin/singleSignOn.ts'
import { quotaCommand } from '../../../server/ops/admin/quota.ts'
import { commandLineActor, createAudit } from '../../../server/audit/audit.ts'
import { readConfig } from '../../../server/config/config.ts'
import { confirmClock } from '../../../server/retention/sweepClock.ts'
import { auditPage, eventsOf, kindsOf, lastEvent, eventDetails } from './auditEvents.ts'
import {
  createLink,
  linkVerifier,
  openLink,
  protectedLink,
  uploadFiles,
  startServerWithFiles,
  wrongVerifier,
} from '../links.ts'
import { requestCode } from '../mails.ts'
import { confirmAddress } from '../notices/ownerNotices.ts'
import {
  changeFolder,
  addPeople,
  createSharedFolder,
  memberOf,
  newKeyPair,
  newPerson,
  removePerson,
} from '../people.ts'
import { newTokenClient } from '../tokenClient.ts'
import {
  otherRecipientKey,
  type Browser,
  recipientKey,
  startTestServer,
  type TestServer,
  verifier,
} from '../testServer.ts'
import { fromBase32, totp } from '../totp.ts'
import { newBatchId, uploadForm, type TestForm } from '../uploads.ts'

const daySeconds = 24 * 3600
const wrongLoginVerifier = `v1.${'x'.repeat(43)}`

const sendForm = ({ app }: TestServer, linkToken: string, form: TestForm, remoteAddress = '192.0.2.7') =>
  app.inject({ method: 'POST', url: `/api/upload/${linkToken}`, remoteAddress, ...uploadForm(form) })

describe('the history of an account', () => {
  it('has sign-ins, with who and from where, and what failed', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const stranger = server.newBrowser()
    await stranger.get('/api/auth/users/me')
    const guess = { username: 'ADMIN', password: wrongLoginVerifier }
    const from = { remoteAddress: '2001:db8:1:2:3::4' }
    expect((await stranger.post('/api/auth/token', guess, from)).statusCode).toBe(401)
    await browser.post('/api/auth/verify-password', { password: wrongLoginVerifier })
    const again = await server.newBrowser().signIn('admin')
    await again.post('/api/auth/logout')
    const events = await eventsOf(browser)
    // Failures come into the database a little later.
    const ofKind = (kind: AuditKind) => events.filter((event) => event.kind === kind)
    const own = { by: 'account', actor: 'admin', folder: null }
    expect(ofKind('signed-in')).toMatchObject([own, own])
    expect(ofKind('signed-out')).toMatchObject([own])
    expect(ofKind('sign-in-failed')).toMatchObject([
      { by: 'visitor', actor: null, address: '2001:db8:1:2::/64', details: { times: 1 } },
    ])
    expect(ofKind('password-failed')).toMatchObject([own])
    expect(events).toHaveLength(5)
    expect(events[0]?.address).toMatch(/^10\.0\./)
    expect(events[0]?.at).toMatch(/^20\d\d-\d\d-\d\dT.*Z$/)
  })

  it('has the second factor, and what a change of the password has ended', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const { secret } = (await browser.post('/api/auth/2fa/setup')).json<{ secret: string }>()
    const code = totp(fromBase32(secret), Date.now() / 1000)
    await browser.post('/api/auth/2fa/enable', { code })
    const other = server.newBrowser()
    await other.get('/api/auth/users/me')
    await other.post('/api/auth/token', { username: 'admin', password: verifier })
    const refused = await other.post('/api/auth/token/2fa', { username: 'admin', code: '000000' })
    expect(refused.statusCode).toBe(401)
    await browser.post('/api/auth/2fa/disable', { password: verifier })
    await server.newBrowser().signIn('admin')
    await newTokenClient(browser)
    const changed = await browser.post('/api/auth/change-password', {
      old_password: verifier,
      new_password: `v1.${'N'.repeat(43)}`,
    })
    expect(changed.statusCode, changed.body).toBe(200)
    expect(await eventDetails(browser, 'second-factor-on', 'second-factor-off', 'password-changed')).toEqual([
      ['second-factor-on', {}],
      ['second-factor-off', {}],
      ['password-changed', { sessions: 2, api_tokens: 1 }],
    ])
    expect(await eventDetails(browser, 'second-factor-failed')).toEqual([
      ['second-factor-failed', { times: 1 }],
    ])
  })

  it('has keys, recovery codes, passkeys and the profile', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const blob = { encryptedPrivateKey: 'A'.repeat(200), kdfSalt: Buffer.alloc(16, 5).toString('base64') }
    await browser.put('/api/auth/public-key', { public_key_spki: otherRecipientKey })
    expect((await browser.put('/api/auth/users/me/encrypted-key', blob)).statusCode).toBe(200)
    const box = { password: verifier, recovery_box: 'A'.repeat(200), public_key_spki: otherRecipientKey }
    await browser.put('/api/auth/users/me/recovery-box', box)
    await browser.get('/api/auth/users/me/recovery-box')
    await browser.post('/api/auth/users/me/recovery-box/delete', { password: verifier })
    const passkey = { name: 'Laptop', credential_id: 'AAAA', rp_id: 'files.example.org', transports: [] }
    const wrapped = { password: verifier, wrap: 'A'.repeat(200), public_key_spki: otherRecipientKey }
    const { id } = (await browser.post('/api/auth/passkeys', { ...passkey, ...wrapped })).json<{
      id: number
    }>()
    await browser.post(`/api/auth/passkeys/${id}/wrap`)
    await browser.put(`/api/auth/passkeys/${id}`, { password: verifier, name: 'Phone' })
    await browser.post(`/api/auth/passkeys/${id}/delete`, { password: verifier })
    await confirmAddress(server, browser, 'a@example.org')
    await browser.put('/api/auth/users/me', { current_password: verifier, username: 'admin' })
    await browser.put('/api/auth/users/me', { current_password: verifier, username: 'root' })
    const events = (await eventsOf(browser)).slice(1)
    expect(events.map(({ kind, actor, details }) => [kind, actor, details])).toEqual([
      ['key-replaced', 'admin', {}],
      ['recovery-code-made', 'admin', {}],
      ['recovery-box-fetched', 'admin', {}],
      ['recovery-code-removed', 'admin', {}],
      ['passkey-added', 'admin', { name: 'Laptop' }],
      ['passkey-wrap-fetched', 'admin', { name: 'Laptop' }],
      ['passkey-renamed', 'admin', { name: 'Phone' }],
      ['passkey-removed', 'admin', { name: 'Phone' }],
      ['profile-changed', 'admin', { changed: ['email'] }],
      ['email-confirmed', 'admin', { email: 'a@example.org' }],
      // The name at the end of what they did; lines before it keep the one of then.
      ['profile-changed', 'root', { changed: ['username'] }],
    ])
  })

  it('has API tokens, what came with one, and what was refused', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const script = await newTokenClient(browser, ['audit:read', 'folders:write'])
    expect(
      (await script.send('POST', '/api/folders/', { payload: { title: 'By a script' } })).statusCode,
    ).toBe(200)
    expect((await script.send('GET', '/api/folders/')).statusCode).toBe(403)
    expect((await script.send('GET', '/api/audit')).json()).toMatchObject({ days: 365 })
    await browser.delete(`/api/auth/api-tokens/${script.id}`)
    const events = (await eventsOf(browser)).slice(1)
    expect(events.map(({ kind, by, api_token, details }) => [kind, by, api_token, details])).toEqual([
      ['api-token-made', 'account', null, { name: 'nightly' }],
      ['folder-made', 'api-token', 'nightly', {}],
      ['api-token-refused', 'visitor', null, { name: 'nightly', times: 1 }],
      ['api-token-revoked', 'account', null, { name: 'nightly' }],
    ])
  })

  it('has scripts that come with a token that has expired', async () => {
    const server = await startTestServer()
    const script = await newTokenClient(await server.signIn())
    server.passTime(31 * daySeconds)
    expect((await script.send('GET', '/api/audit')).statusCode).toBe(401)
    const later = await server.newBrowser().signIn('admin')
    expect(await lastEvent(later, 'api-token-refused')).toMatchObject({
      address: '10.9.8.7',
      details: { name: 'nightly' },
    })
  })

  it('has what was done on the command line', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const context: CommandContext = {
      config: readConfig(
        {
          ...{ DATA_DIR: server.dataDir, PUBLIC_URL: 'https://files.example.org' },
          ...{ OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'sealpost' },
        },
        '/package',
      ),
      openDatabase: () => Promise.resolve(server.services.db),
      openInstallation: () => Promise.reject(new Error('not asked for')),
      migrate: () => Promise.resolve([]),
      record: createAudit({ auditDays: 365, now: () => new Date() }).recorder(commandLineActor),
      print: () => undefined,
    }
    const commands = [...userCommands, ...singleSignOnCommands, quotaCommand, operatorCommand]
    const run = async (name: string, words: string[], options = {}) =>
      assertDefined(commands.find((one) => one.name === name)).run(context, words, options, new Set())
    await run('disable', ['admin'])
    await run('enable', ['admin'])
    await run('quota', ['admin', '2T'])
    await run('quota', ['admin', 'default'])
    await run('operator', ['admin'])
    await run('add', ['carl'], { password: 'correct horse' })
    await run('reset', ['carl'], { password: 'battery staple' })
    await run('link', ['carl', 'https://id.example.org', '4711'])
    await run('sign-in', ['carl', 'provider'])
    await run('sign-in', ['carl', 'password'])
    await run('unlink', ['carl'])
    const again = await server.newBrowser().signIn('admin')
    const events = (await eventsOf(again)).filter(({ by }) => by === 'command-line')
    expect(events.map(({ kind, details, actor, address }) => [kind, details, actor, address])).toEqual([
      ['account-disabled', { sessions: 1, api_tokens: 0 }, null, null],
      ['account-enabled', {}, null, null],
      ['account-quota-changed', { bytes: 2 * 1024 ** 4 }, null, null],
      ['account-quota-changed', {}, null, null],
      ['operator-made', {}, null, null],
    ])
    const carl = server.newBrowser()
    await carl.get('/api/auth/users/me')
    await carl.post('/api/auth/token', { username: 'carl', password: 'battery staple' })
    expect(await kindsOf(carl)).toEqual([
      ...['account-added', 'account-reset', 'provider-linked', 'password-opens-the-key-alone'],
      ...['password-signs-in', 'provider-unlinked', 'signed-in'],
    ])
    expect(browser.cookies.size).toBeGreaterThan(0)
  })
})

describe('the history of a folder', () => {
  it('has how it was set, without what it was set to', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder({ title: 'Tax' })
    const url = `/api/folders/${folder.id}`
    await browser.put(url, { title: 'Tax' })
    await browser.put(url, {
      title: 'Taxes',
      link_password: 'a password',
      quota_bytes: 1000,
      is_active: false,
    })
    await browser.put(`${url}/mail`, { notify_by_email: true })
    await browser.put(`${url}/webhook`, { url: 'https://hooks.example.org/secret-path' })
    await browser.put(`${url}/webhook`, { url: 'https://hooks.example.org/secret-path' })
    await browser.post(`${url}/webhook/secret`)
    await browser.delete(`${url}/webhook`)
    await browser.delete(`${url}/webhook`)
    const events = await eventsOf(browser, `?folder=${folder.id}`)
    expect(events.map(({ kind, folder, details }) => [kind, folder?.title, details])).toEqual([
      ['folder-made', 'Tax', {}],
      ['folder-changed', 'Taxes', { changed: ['title', 'is_active', 'link_password', 'quota_bytes'] }],
      ['mails-on', 'Taxes', {}],
      ['webhook-set', 'Taxes', {}],
      ['webhook-secret-replaced', 'Taxes', {}],
      ['webhook-removed', 'Taxes', {}],
    ])
  })

  it('has who came, went and changed role', async () => {
    const server = await startTestServer()
    const [anna, bert, carl] = [
      await newPerson(server, 'anna'),
      await newPerson(server, 'bert'),
      await newPerson(server, 'carl'),
    ]
    let shared = await addPeople(await createSharedFolder(anna), anna, [bert, carl])
    const { id } = shared.folder
    await bert.browser.put(`/api/folders/${id}/leaving`)
    await bert.browser.put(`/api/folders/${id}/leaving`)
    await bert.browser.delete(`/api/folders/${id}/leaving`)
    const members = shared.head.members.map((one) => (one.user === bert.id ? memberOf(bert, 'owner') : one))
    shared = await changeFolder(shared, anna, { members, title: 'Anders' })
    await removePerson(shared, anna, carl)
    const events = await eventsOf(anna.browser, `?folder=${id}`)
    expect(events.map(({ kind, actor, details }) => [kind, actor, details])).toEqual([
      ['folder-made', 'anna', {}],
      ['member-added', 'anna', { name: 'bert', role: 'member' }],
      ['member-added', 'anna', { name: 'carl', role: 'member' }],
      ['leaving', 'bert', { name: 'bert' }],
      ['staying', 'bert', { name: 'bert' }],
      ['role-changed', 'anna', { name: 'bert', role: 'owner' }],
      ['folder-changed', 'anna', { changed: ['title'] }],
      ['member-removed', 'anna', { name: 'carl', role: 'member' }],
      ['upload-link-replaced', 'anna', {}],
    ])
    expect(newKeyPair().fp).not.toBe(anna.pair.fp)
  })

  it('has download links by the beginning of their token, and files that were deleted as one line', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    const link = await createLink(browser, openLink(ids))
    const short = link.link_token.slice(0, 6)
    await browser.get(`/api/download/links/${link.link_token}/sealed`)
    await browser.get(`/api/download/links/${link.link_token}/sealed?for=change`)
    await browser.put(`/api/download/links/${link.link_token}`, { max_downloads: 3 })
    await browser.delete(`/api/download/links/${link.link_token}`)
    await browser.post('/api/folders/files/delete', { file_ids: ids })
    const begun = await server.app.inject({
      method: 'POST',
      url: `/api/upload/${folder.link_token}/files`,
      payload: { size: 5_243_200 * 2, part_size: 5_243_200 },
    })
    const { upload_id } = begun.json<{ upload_id: string }>()
    await browser.delete(`/api/folders/${folder.id}/uploads/${upload_id}`)
    expect(
      await eventDetails(
        browser,
        'link-made',
        'link-copied',
        'link-read',
        'link-changed',
        'link-deleted',
        'files-deleted',
        'unfinished-upload-ended',
      ),
    ).toEqual([
      ['link-made', { link: short, files: 2 }],
      ['link-copied', { link: short }],
      ['link-read', { link: short }],
      ['link-changed', { link: short, changed: ['max_downloads'] }],
      ['link-deleted', { link: short }],
      ['files-deleted', { files: 2 }],
      ['unfinished-upload-ended', {}],
    ])
  })

  it('outlives it for who owned it, under the title that it had', async () => {
    const { server, browser, folder } = await startServerWithFiles()
    const stranger = await server.signIn('stranger')
    expect((await browser.delete(`/api/folders/${folder.id}`)).statusCode).toBe(204)
    const events = await eventsOf(browser, `?folder=${folder.id}`)
    expect(events.map(({ kind }) => kind)).toEqual(['folder-made', 'upload', 'folder-deleted'])
    expect(events.at(-1)).toMatchObject({
      folder: { id: folder.id, title: 'Tax' },
      actor: 'admin',
      details: { files: 2 },
    })
    expect((await stranger.get(`/api/audit?folder=${folder.id}`)).statusCode).toBe(404)
    expect(await kindsOf(stranger)).toEqual(['signed-in'])
  })
})

describe('an upload', () => {
  it('is a line in the transaction that makes its files: how many, how much, from where', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    const files = Array.from({ length: 40 }, (_, i) => ({ name: `${i}.txt`, bytes: Buffer.alloc(116, i) }))
    await sendForm(server, folder.link_token, { files, batchId: newBatchId(), isLast: true })
    const event = await lastEvent(browser, 'upload')
    expect(event).toMatchObject({
      by: 'visitor',
      actor: null,
      address: '192.0.2.7',
      details: { files: 40, bytes: 4000 },
    })
    server.passTime(2 * daySeconds)
    await server.app.notices.run()
    const later = await server.newBrowser().signIn('admin')
    expect(await eventDetails(later, 'upload')).toHaveLength(1)
  })

  it('of many requests is two lines: what came first, and what came until it was over', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    const batchId = newBatchId()
    for (let index = 0; index < 5; index++) {
      const files = [{ name: `${index}.txt`, bytes: Buffer.alloc(116, index), index }]
      await sendForm(server, folder.link_token, { files, batchId, isLast: index === 4 }, `192.0.2.${index}`)
    }
    expect(await eventDetails(browser, 'upload')).toEqual([['upload', { files: 1, bytes: 100 }]])
    server.passTime(60)
    await server.app.notices.run()
    expect(await eventDetails(browser, 'upload')).toEqual([
      ['upload', { files: 1, bytes: 100 }],
      ['upload', { files: 4, bytes: 400 }],
    ])
    expect(await lastEvent(browser, 'upload')).toMatchObject({ by: 'visitor', address: '192.0.2.4' })
  })

  it('that breaks off is told a day later, or when its folder is deleted before', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const [folder, deleted] = [await browser.createFolder(), await browser.createFolder()]
    for (const one of [folder, deleted]) {
      const batchId = newBatchId()
      for (const index of [0, 1])
        await sendForm(server, one.link_token, { files: [{ name: `${index}`, index }], batchId })
    }
    await browser.delete(`/api/folders/${deleted.id}`)
    await server.app.housekeeping.whenIdle()
    const cut = ['upload', { files: 1, bytes: 0, is_cut_off: true }]
    const first = ['upload', { files: 1, bytes: 0 }]
    expect(await eventDetails(browser, 'upload')).toEqual([first, first, cut])
    server.passTime(daySeconds + 60)
    await server.app.notices.run()
    const later = await server.newBrowser().signIn('admin')
    expect(await eventDetails(later, 'upload')).toEqual([first, cut, first, cut])
  })

  it('names the address that its sender has proven, and tells who failed at a gate', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder({
      link_password: 'a password',
      require_email_verification: true,
    })
    const gate = `/api/upload/${folder.link_token}`
    const sender = server.newBrowser()
    await sender.get(`${gate}/status`)
    expect((await sender.post(`${gate}/verify-password`, { link_password: 'wrong' })).statusCode).toBe(401)
    await sender.post(`${gate}/verify-password`, { link_password: 'a password' })
    const code = await requestCode(server, gate, 'a@example.org')
    const bad = { uploader_email: 'typed@example.org', verification_code: '000000' }
    expect((await sender.post(`${gate}/verify-code`, bad)).statusCode).toBe(400)
    await sender.post(`${gate}/verify-code`, { uploader_email: 'a@example.org', verification_code: code })
    await sender.send('POST', gate, uploadForm({ files: [{ name: 'a.txt' }] }))
    const kinds = ['upload', 'upload-password-failed', 'upload-code-failed'] as const
    const lines = await eventDetails(browser, ...kinds)
    expect(new Map(lines)).toEqual(
      new Map([
        ['upload', { files: 1, bytes: 0, email: 'a@example.org' }],
        ['upload-password-failed', { times: 1 }],
        ['upload-code-failed', { times: 1 }],
      ] as const),
    )
  })
})

describe('a download', () => {
  /** The figures of the one line. */
  async function loaded(browser: Browser, kind: 'download' | 'link-download') {
    const lines = await eventDetails(browser, kind)
    expect(lines).toHaveLength(1)
    const { files, bytes, completed } = lines[0]?.[1] ?? {}
    return { files, bytes, completed }
  }

  it('counts each file once, in however many requests and ranges it is loaded', async () => {
    const { browser, folder, ids } = await startServerWithFiles([
      { name: 'a', bytes: randomBytes(1016) },
      { name: 'b', bytes: randomBytes(2016) },
    ])
    const [first = 0] = ids
    for (let start = 0; start < 1000; start += 100)
      await browser.get(`/api/folders/download/${first}`, {
        headers: { range: `bytes=${start}-${start + 99}` },
      })
    await browser.get(`/api/folders/files/content?ids=${ids.join()}`)
    await browser.send('HEAD', `/api/folders/download/${first}`)
    expect(await loaded(browser, 'download')).toEqual({ files: 2, bytes: 3000, completed: 2 })
    expect(await lastEvent(browser, 'download')).toMatchObject({
      actor: 'admin',
      folder: { id: folder.id },
    })
  })

  it('is told too where all but the last byte was fetched', async () => {
    const { browser, ids } = await startServerWithFiles([{ name: 'a', bytes: randomBytes(1016) }])
    await browser.get(`/api/folders/download/${ids[0]}`, { headers: { range: 'bytes=0-1014' } })
    expect(await loaded(browser, 'download')).toEqual({ files: 1, bytes: 1000, completed: 0 })
  })

  it('by a link names the link and where it went, and who gave a wrong password', async () => {
    const { server, browser, ids } = await startServerWithFiles()
    const link = await createLink(browser, protectedLink(ids))
    const url = `/api/download/${link.link_token}`
    const visitor = server.newBrowser()
    await visitor.get(`${url}/status`)
    expect((await visitor.post(`${url}/verify-password`, { password: wrongVerifier })).statusCode).toBe(401)
    await visitor.post(`${url}/verify-password`, { password: linkVerifier })
    for (const id of ids) await visitor.get(`${url}/file/${id}`)
    const short = link.link_token.slice(0, 6)
    expect(await loaded(browser, 'link-download')).toEqual({ files: 2, bytes: 0, completed: 2 })
    const failed = await lastEvent(browser, 'link-password-failed')
    expect(failed?.details).toEqual({ link: short, times: 1 })
    const event = await lastEvent(browser, 'link-download')
    expect(event).toMatchObject({ by: 'visitor', actor: null, details: { link: short, file_ids: ids } })
    expect(event?.address).toMatch(/^10\.0\./)
  })

  it('is one line, current at once, however often the history is read meanwhile', async () => {
    const { server, browser, ids } = await startServerWithFiles([
      { name: 'a', bytes: randomBytes(1016) },
      { name: 'b', bytes: randomBytes(1016) },
    ])
    for (let n = 0; n < 5; n++) {
      await browser.get(`/api/folders/download/${ids[0]}`, { headers: { range: 'bytes=0-9' } })
      expect(await loaded(browser, 'download')).toEqual({ files: 1, bytes: 1000, completed: 0 })
      server.passTime(30)
    }
    for (const id of ids) await browser.get(`/api/folders/download/${id}`)
    expect(await loaded(browser, 'download')).toEqual({ files: 2, bytes: 2000, completed: 2 })
    server.passTime(601)
    await browser.get(`/api/folders/download/${ids[0]}`)
    expect(await eventDetails(browser, 'download')).toHaveLength(2)
  })

  it('alone may have its figures changed; the database refuses to change anything else', async () => {
    const { server, browser, ids } = await startServerWithFiles()
    await browser.get(`/api/folders/download/${ids[0]}`)
    await server.app.auditBuffer.flush()
    const { db } = server.services
    const change = (kind: 'download' | 'upload', values: object) =>
      db.updateTable('audit_event').set(values).where('kind', '=', kind).execute()
    await change('download', { details: '{}' })
    await expect(change('download', { kind: 'upload' })).rejects.toThrow('never changed')
    await expect(change('download', { at: '2000-01-01' })).rejects.toThrow('never changed')
    await expect(change('upload', { details: '{}' })).rejects.toThrow('never changed')
  })

  it('that was not told yet is written when the server stops', async () => {
    const { server, browser, ids } = await startServerWithFiles()
    await browser.get(`/api/folders/download/${ids[0]}`)
    await server.app.auditBuffer.close()
    const rows = await server.services.db.selectFrom('audit_event').select('kind').execute()
    expect(rows.map(({ kind }) => kind)).toContain('download')
  })
})

describe('failures', () => {
  /** Lines of this kind in the database. */
  async function linesOf(
    { services: { db }, app }: TestServer,
    kind: 'sign-in-failed' | 'upload-password-failed',
  ) {
    await app.auditBuffer.flush()
    return db.selectFrom('audit_event').select(['address', 'details']).where('kind', '=', kind).execute()
  }
  /** At once: the buffer is written a second after the first. */
  const fail = ({ app }: TestServer, { id }: Folder, times: number, address: string) => {
    const by = { by: 'visitor', actor_id: null, api_token: null, address } as const
    for (let i = 0; i < times; i++)
      app.auditBuffer.addFailure(by, { kind: 'upload-password-failed', folderId: id })
  }

  it('under a name that nobody has leave nothing: it may be a password', async () => {
    const server = await startTestServer()
    await server.signIn()
    const stranger = server.newBrowser()
    await stranger.get('/api/auth/users/me')
    await stranger.post('/api/auth/token', { username: 'my-Secret-Passw0rd', password: wrongLoginVerifier })
    expect(await linesOf(server, 'sign-in-failed')).toEqual([])
  })

  it('of one visitor are a line for the first, the tenth, the hundredth of an hour', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    fail(server, folder, 1, '192.0.2.1')
    for (let round = 0; round < 20; round++) {
      await server.app.auditBuffer.flush()
      fail(server, folder, 10, '192.0.2.1')
    }
    const times = (await linesOf(server, 'upload-password-failed')).map(
      ({ details }) => JSON.parse(details) as { times: number },
    )
    expect(times.map((one) => one.times)).toEqual([1, 11, 101])
  })

  it('of all visitors together cannot fill the disk', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    for (let visitor = 0; visitor < 400; visitor++)
      fail(server, folder, 1, `192.0.${visitor >> 8}.${visitor & 255}`)
    const lines = await linesOf(server, 'upload-password-failed')
    expect(lines).toHaveLength(31)
    expect(lines.at(-1)?.address).toBeNull()
  })
})

describe('who reads it', () => {
  it('is an owner of the folder: no member, nobody who was removed, no stranger', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const shared = await addPeople(await createSharedFolder(anna), anna, [bert])
    const url = `/api/audit?folder=${shared.folder.id}`
    const statusOf = async (browser: Browser) => (await browser.get(url)).statusCode
    expect([await statusOf(anna.browser), await statusOf(bert.browser)]).toEqual([200, 403])
    expect(await kindsOf(bert.browser)).toEqual(['signed-in'])
    const members = [memberOf(anna, 'owner'), memberOf(bert, 'owner')]
    const both = await changeFolder(shared, anna, { members })
    expect(await statusOf(bert.browser)).toBe(200)
    await removePerson(both, anna, bert)
    expect(await statusOf(bert.browser)).toBe(404)
    expect(await kindsOf(bert.browser)).toEqual(['signed-in'])
    expect(await statusOf(await server.signIn('stranger'))).toBe(404)
    expect((await server.app.inject(url)).statusCode).toBe(401)
  })

  it('reads page after page, each line once, and by kind', async () => {
    const { server, browser, folder } = await startServerWithFiles()
    for (let i = 0; i < 7; i++) await browser.put(`/api/folders/${folder.id}`, { title: `Tax ${i}` })
    const seen: number[] = []
    let query = '?limit=3'
    for (;;) {
      const { events, next } = await auditPage(browser, query)
      expect(events.length).toBeLessThanOrEqual(3)
      seen.push(...events.map(({ id }) => id))
      if (next === null) break
      query = `?limit=3&before=${next}`
    }
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
    expect(new Set(seen).size).toBe((await eventsOf(browser)).length)
    expect(await kindsOf(browser, '?kind=folder-made,upload')).toEqual(['folder-made', 'upload'])
    for (const wrongQuery of ['?kind=nonsense', '?limit=501', '?limit=0', '?before=x', '?format=xml'])
      expect((await browser.get(`/api/audit${wrongQuery}`)).statusCode, wrongQuery).toBe(422)
    expect(server.logged()).not.toContain('"level":50')
  })

  it('gets it as CSV, in which no cell is a formula', async () => {
    const { browser } = await startServerWithFiles()
    const title = '=HYPERLINK("http://example.org"),\n"x"'
    const folder = await browser.createFolder({ title })
    const { id: plus } = await browser.createFolder({ title: '+1' })
    const reply = await browser.get('/api/audit?format=csv')
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="sealpost-history.csv"')
    expect(reply.body).toMatch(/^id,at,kind,by,actor,api_token,address,folder_id,folder,files,bytes,/)
    const [header = ''] = reply.body.split('\r\n')
    expect(header.split(',')).toEqual(expect.arrayContaining(Object.keys(auditDetails.shape)))
    expect(reply.body).toContain(`,${folder.id},"'=HYPERLINK(""http://example.org""),\n""x""",`)
    expect(reply.body).toContain(`,${plus},'+1,`)
    const lines = reply.body.split('\r\n')
    expect(lines.at(-1)).toBe('')
    expect(lines).toHaveLength((await eventsOf(browser)).length + 2)
    const some = await browser.get(`/api/audit?format=csv&folder=${plus}&kind=folder-made`)
    expect(some.body.split('\r\n')).toHaveLength(3)
    const forCommas = await browser.get('/api/audit?format=csv&separator=semicolon&kind=folder-made')
    expect(forCommas.body).toMatch(/^\uFEFFid;at;kind;by;/)
    expect(forCommas.body).toContain(`;${folder.id};"'=HYPERLINK(""http://example.org""),\n""x""";`)
  })
})

describe('what was written', () => {
  it('is never changed', async () => {
    const server = await startTestServer()
    await server.signIn()
    const { db } = server.services
    await expect(db.updateTable('audit_event').set({ kind: 'signed-out' }).execute()).rejects.toThrow(
      'never changed',
    )
    await expect(sql`update audit_event set at = at`.execute(db)).rejects.toThrow('never changed')
  })

  it('goes after AUDIT_DAYS, with who owned what was deleted', async () => {
    const server = await startTestServer({ auditDays: 10 })
    const browser = await server.signIn()
    const { id } = await browser.createFolder()
    await browser.delete(`/api/folders/${id}`)
    server.passTime(9 * daySeconds)
    await server.app.housekeeping.sweep()
    const later = await server.newBrowser().signIn('admin')
    expect(await kindsOf(later)).toEqual(['signed-in', 'folder-made', 'folder-deleted', 'signed-in'])
    server.passTime(2 * daySeconds)
    await confirmClock(server.services)
    await server.app.housekeeping.sweep()
    expect(await kindsOf(await server.newBrowser().signIn('admin'))).toEqual(['signed-in', 'signed-in'])
    const owners = await server.services.db.selectFrom('deleted_folder_owner').selectAll().execute()
    expect(owners).toEqual([])
  })

  it('is nothing where AUDIT_DAYS is 0', async () => {
    const { server, browser, ids } = await startServerWithFiles(undefined, { auditDays: 0 })
    await browser.get(`/api/folders/download/${ids[0]}`)
    await server.newBrowser().post('/api/auth/token', { username: 'admin', password: wrongLoginVerifier })
    expect(await auditPage(browser)).toEqual({ events: [], next: null, days: 0 })
    expect(await server.services.db.selectFrom('audit_event').selectAll().execute()).toEqual([])
  })

  it('is undone with what it tells of', async () => {
    const { server, browser, folder } = await startServerWithFiles()
    const before = await kindsOf(browser)
    const reply = await browser.put(`/api/folders/${folder.id}`, { title: '' })
    expect(reply.statusCode).toBe(422)
    expect((await browser.post('/api/folders/files/delete', { file_ids: [999] })).statusCode).toBe(200)
    expect((await browser.delete('/api/folders/999')).statusCode).toBe(404)
    expect(await kindsOf(browser)).toEqual(before)
    expect(await uploadFiles(server.app, browser, folder, [])).toHaveLength(2)
  })

  it('holds nothing that opens anything', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles([{ name: 'canary-name.txt' }])
    const link = await createLink(browser, protectedLink(ids))
    const script = await newTokenClient(browser)
    await script.send('GET', '/api/folders/')
    await script.send('GET', '/api/audit')
    await browser.put(`/api/folders/${folder.id}`, { title: 'Tax', link_password: 'canary-password' })
    await browser.put(`/api/folders/${folder.id}/webhook`, { url: 'https://hooks.example.org/canary-path' })
    const stranger = server.newBrowser()
    await stranger.post('/api/auth/token', { username: 'admin', password: 'canary-guess' })
    await stranger.post('/api/auth/token', { username: 'canary-user', password: verifier })
    await stranger.post(`/api/upload/${folder.link_token}/verify-password`, { link_password: 'canary-typed' })
    await stranger.post(`/api/download/${link.link_token}/verify-password`, { password: linkVerifier })
    await stranger.get(`/api/download/${link.link_token}/file/${ids[0]}`)
    await server.app.auditBuffer.flush()
    const rows = await server.services.db.selectFrom('audit_event').selectAll().execute()
    expect(rows.length).toBeGreaterThan(8)
    const text = JSON.stringify(rows)
    const secrets = [folder.link_token, link.link_token, script.token, verifier, linkVerifier, recipientKey]
    for (const secret of [...secrets, ...browser.cookies.values(), 'canary'])
      expect(text).not.toContain(secret)
    for (const secret of secrets) expect(text).not.toContain(secret.slice(0, 12))
  })
})
