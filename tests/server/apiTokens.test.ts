import { describe, expect, it } from 'vitest'
import type { ApiToken } from '../../contract/schemas/apiTokens.ts'
import { apiBase } from '../../contract/call.ts'
import { admissions, scopes } from '../../contract/scopes.ts'
import { userCommands } from '../../server/ops/admin/users.ts'
import type { CommandContext } from '../../server/ops/admin/command.ts'
import { readConfig } from '../../server/config/config.ts'
import { everyCall } from '../../server/openapi/everyCall.ts'
import { openLink, startServerWithFiles } from './links.ts'
import { createSharedFolder, newPerson } from './people.ts'
import { newTokenClient, TokenClient } from './tokenClient.ts'
import { type Browser, startTestServer, type TestServer, verifier } from './testServer.ts'

const tokensUrl = '/api/auth/api-tokens'
const newTokenBody = { password: verifier, name: 'nightly', scopes: ['files:read'], expires_in_days: 30 }

const listTokens = async (browser: Browser) => (await browser.get(tokensUrl)).json<ApiToken[]>()
const tokenUnknown = {
  detail: 'This API token is unknown, was revoked or has expired.',
  code: 'tokenUnknown',
}

describe('an API token', () => {
  it('is shown once: afterwards neither a list nor the database has it', async () => {
    const { services, ...server } = await startTestServer()
    const browser = await server.signIn()
    const { token } = await newTokenClient(browser, ['files:read', 'key:read'])
    expect(token).toMatch(/^sealpost_[A-Za-z0-9_-]{43}[0-9a-f]{8}$/)
    const [entry] = await listTokens(browser)
    expect(entry).toMatchObject({ name: 'nightly', scopes: ['files:read', 'key:read'], last_used_at: null })
    const days = Date.parse(entry?.expires_at ?? '') - Date.parse(entry?.created_at ?? '')
    expect(days).toBe(30 * 24 * 3_600_000)
    const rows = JSON.stringify(await services.db.selectFrom('api_token').selectAll().execute())
    expect(rows).toContain('nightly')
    for (const text of [rows, JSON.stringify(entry), server.logged()]) {
      expect(text).not.toContain(token.slice(9, 30))
      expect(text).not.toContain(token.slice(30, 52))
    }
  })

  it('is made for the password alone, and never for longer than a year', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const wrong = await browser.post(tokensUrl, { ...newTokenBody, password: `v1.${'x'.repeat(43)}` })
    expect([wrong.statusCode, wrong.json()]).toMatchObject([401, { code: 'badPassword' }])
    for (const [field, value] of [
      ['expires_in_days', undefined],
      ['expires_in_days', 0],
      ['expires_in_days', 366],
      ['expires_in_days', 1.5],
      ['scopes', []],
      ['scopes', ['files:read', 'files:read']],
      ['scopes', ['tokens:write']],
      ['name', '  '],
    ] as const) {
      const reply = await browser.post(tokensUrl, { ...newTokenBody, [field]: value })
      expect(reply.statusCode, `${field}: ${String(value)}`).toBe(422)
      expect(reply.json<{ detail: { loc: unknown[] }[] }>().detail[0]?.loc).toContain(field)
    }
    expect(await listTokens(browser)).toEqual([])
  })

  it('is one of at most fifty', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const { id } = await newTokenClient(browser)
    const row = await server.services.db.selectFrom('api_token').selectAll().executeTakeFirstOrThrow()
    const copies = Array.from({ length: 49 }, (_, i) => ({
      ...row,
      id: row.id + 1 + i,
      token_hash: String(i),
    }))
    await server.services.db.insertInto('api_token').values(copies).execute()
    const refused = await browser.post(tokensUrl, newTokenBody)
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'tooManyTokens' }])
    expect((await browser.delete(`${tokensUrl}/${id}`)).statusCode).toBe(204)
  })

  it('lets a script in without CSRF token, and gives it no cookie, whatever is answered', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    const script = await newTokenClient(browser)
    const answers = [
      await script.send('GET', `/api/folders/${folder.id}/files`),
      await script.send('GET', `/api/folders/download/${ids[0]}`),
      await script.send('POST', '/api/folders/files/delete', { payload: { file_ids: ids } }),
      await script.send('POST', '/api/folders/', { payload: { title: 'Made by a script' } }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await server.storedFiles()).toEqual([])
    const refused = [
      await script.send('GET', '/api/folders/999'),
      await script.send('GET', '/api/auth/users/me'),
      await new TokenClient(server.app, 0, 'sealpost_no').send('GET', '/api/folders/'),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 403, 401])
    for (const { headers } of [...answers, ...refused]) expect(headers).not.toHaveProperty('set-cookie')
  })

  it('is not taken beside cookies', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const { token } = await newTokenClient(browser)
    const both = await browser.get('/api/folders/', { headers: { authorization: `Bearer ${token}` } })
    expect([both.statusCode, both.json()]).toMatchObject([400, { code: 'tokenWithCookies' }])
    // What a proxy adds to sign people in is none of ours.
    const ofProxy = await browser.get('/api/folders/', { headers: { authorization: 'Bearer ey.J.x' } })
    expect(ofProxy.statusCode).toBe(200)
    const stranger = await server.app.inject({ url: '/api/folders/', headers: { authorization: 'Bearer x' } })
    expect(stranger.json()).toMatchObject({ code: 'notAuthenticated' })
  })

  it('tells its last use, and writes it once a minute at most', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const script = await newTokenClient(browser)
    const lastUse = async () => (await listTokens(browser))[0]?.last_used_at
    await script.send('GET', '/api/auth/users/me')
    expect(await lastUse(), 'a call that it is not good for').toBeNull()
    await script.send('GET', '/api/folders/')
    const first = await lastUse()
    expect(first).toMatch(/Z$/)
    server.passTime(50)
    await script.send('GET', '/api/folders/')
    expect(await lastUse()).toBe(first)
    server.passTime(11)
    await script.send('GET', '/api/folders/')
    expect(Date.parse((await lastUse()) ?? '')).toBeGreaterThan(Date.parse(first ?? '') + 60_000)
  })
})

describe('scopes', () => {
  const fill = (path: string) => apiBase + path.replace(':id', '1').replace(':upload_id', 'A'.repeat(22))
  const ofTokens = everyCall.filter(({ name }) => typeof admissions[name] !== 'string')
  const others = everyCall.filter(({ name }) => typeof admissions[name] === 'string')

  it('are said for every call, and hold for it: without one of them it is refused by its name', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const able = await newTokenClient(browser)
    for (const { name, method, path } of ofTokens) {
      const needed = admissions[name]
      if (typeof needed === 'string') continue
      for (const scope of needed) {
        const unable = await newTokenClient(
          browser,
          scopes.filter((one) => one !== scope),
        )
        const reply = await unable.send(method, fill(path))
        const detail = `This API token lacks the scope ${scope}.`
        expect([reply.statusCode, reply.json()], name).toEqual([403, { detail, code: 'tokenScope' }])
        await browser.delete(`${tokensUrl}/${unable.id}`)
      }
      const reply = await able.send(method, fill(path))
      expect([401, 403], `${name}: ${reply.body}`).not.toContain(reply.statusCode)
    }
    expect(ofTokens.length).toBeGreaterThan(10)
  })

  it('to read keys show what opens folders, and change none of it', async () => {
    const server = await startTestServer()
    const alice = await newPerson(server, 'alice')
    const { folder, chain } = await createSharedFolder(alice)
    const script = await newTokenClient(alice.browser, ['key:read'])
    const roster = await script.send('GET', `/api/folders/${folder.id}/roster`)
    expect(roster.json()).toMatchObject({ statements: chain, generations: [{ gen: 1 }] })
    expect((await script.send('GET', '/api/contacts')).json()).toEqual({ n: 0, sealed: null })
    for (const [method, url] of [
      ['POST', `/api/folders/${folder.id}/roster`],
      ['PUT', '/api/contacts'],
      ['PUT', '/api/auth/users/me/recovery-box'],
      ['POST', '/api/auth/users/me/recovery-box/delete'],
    ] as const) {
      const reply = await script.send(method, url, { payload: {} })
      expect(reply.json(), url).toMatchObject({ code: 'tokenNotTaken' })
    }
  })

  it('to write links make and end them, in the name of the token; a link outlives it', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    const script = await newTokenClient(browser, ['files:read', 'links:write'])
    const createLinkAs = (who: TokenClient) =>
      who.send('POST', '/api/download/links', { payload: openLink(ids) })
    const [stays, ends] = [await createLinkAs(script), await createLinkAs(script)]
    const tokenOf = (reply: typeof stays) => reply.json<{ link_token: string }>().link_token
    const url = `/api/download/links/${tokenOf(ends)}`
    expect((await script.send('PUT', url, { payload: { max_downloads: 2 } })).statusCode).toBe(204)
    expect((await script.send('DELETE', url)).statusCode).toBe(204)
    const sealed = await script.send('GET', `/api/download/links/${tokenOf(stays)}/sealed`)
    expect(sealed.json()).toMatchObject({ code: 'tokenNotTaken' })
    // Names and hashes are in a link, so the scope alone makes none.
    const blind = await newTokenClient(browser, ['links:write'])
    expect((await createLinkAs(blind)).json()).toMatchObject({ code: 'tokenScope' })

    await browser.delete(`${tokensUrl}/${script.id}`)
    const links = (await browser.get(`/api/download/links/folder/${folder.id}`)).json<object[]>()
    expect(links).toMatchObject([{ link_token: tokenOf(stays) }])
    const { events } = (await browser.get('/api/audit?kind=link-made,link-changed,link-deleted')).json<{
      events: object[]
    }>()
    expect(events).toMatchObject(
      ['link-deleted', 'link-changed', 'link-made', 'link-made'].map((kind) => ({
        ...{ kind, by: 'api-token', api_token: 'nightly' },
      })),
    )
    expect(await server.app.inject(`/api/download/${tokenOf(stays)}/status`)).toMatchObject({
      statusCode: 200,
    })
  })

  it('to write webhooks set, read and remove them for owners, in the name of the token', async () => {
    const { browser, folder } = await startServerWithFiles()
    const script = await newTokenClient(browser, ['webhooks:write'])
    const url = `/api/folders/${folder.id}/webhook`
    const payload = { url: 'https://hooks.example.org/arrived' }
    const set = await script.send('PUT', url, { payload })
    expect(set.json()).toMatchObject({ webhook: { url: payload.url }, secret: expect.any(String) as string })
    expect((await script.send('GET', url)).json()).toMatchObject({ webhook: { url: payload.url } })
    const replaced = await script.send('POST', `${url}/secret`)
    expect(replaced.json<{ secret: string }>().secret).not.toBe(set.json<{ secret: string }>().secret)
    expect((await script.send('DELETE', url)).statusCode).toBe(204)
    expect((await browser.get(url)).json()).toEqual({ webhook: null })
    const { events } = (await browser.get('/api/audit?kind=webhook-set,webhook-removed')).json<{
      events: object[]
    }>()
    expect(events).toMatchObject(
      ['webhook-removed', 'webhook-set'].map((kind) => ({ kind, by: 'api-token', api_token: 'nightly' })),
    )
    const other = await newTokenClient(browser, ['files:read', 'folders:write', 'links:write'])
    expect((await other.send('PUT', url, { payload })).json()).toMatchObject({ code: 'tokenScope' })
  })

  it('of all kinds together do not reach accounts, people, keys of links and tokens', async () => {
    const server = await startTestServer()
    const script = await newTokenClient(await server.signIn())
    for (const { name, method, path } of others) {
      const url = fill(path).replace(':link_token', 'A'.repeat(22)).replace(':n', '1')
      const reply = await script.send(method, url)
      expect([reply.statusCode, reply.json()], name).toMatchObject([403, { code: 'tokenNotTaken' }])
    }
    const roster = { statement: '{}', signature: 'AAAA', grants: [], generation: keyGeneration }
    const several = await script.send('POST', '/api/folders/', { payload: { title: 'Ours', roster } })
    expect([several.statusCode, several.json()]).toMatchObject([403, { code: 'tokenNotTaken' }])
  })

  it('are asked of nobody where strangers may call, and of nobody else', async () => {
    const server = await startTestServer()
    for (const { name, method, path } of everyCall) {
      const url = fill(path).replace(':link_token', 'A'.repeat(22)).replace(':n', '1')
      const reply = await server.app.inject({ method, url })
      const isRefused =
        reply.statusCode === 401 && reply.json<{ code?: string }>().code === 'notAuthenticated'
      expect(isRefused, name).toBe(!['anybody', 'upload-link'].includes(String(admissions[name])))
    }
  })
})
const keyGeneration = { public_key_spki: 'AAAA', sealed_private: 'AAAA' }

describe('an API token ends', () => {
  const expectTokenRefused = async (script: TokenClient) => {
    const reply = await script.send('GET', '/api/folders/')
    expect([reply.statusCode, reply.json()]).toEqual([401, tokenUnknown])
  }
  const runUserCommand = async (server: TestServer, name: string, ...words: string[]) => {
    const context: CommandContext = {
      config: readConfig({ DATA_DIR: server.dataDir }, '/package'),
      openDatabase: () => Promise.resolve(server.services.db),
      openInstallation: () => Promise.reject(new Error('not asked')),
      migrate: () => Promise.resolve([]),
      record: () => Promise.resolve(),
      print: () => undefined,
    }
    await userCommands.find((one) => one.name === name)?.run(context, words, {}, new Set())
  }

  it('by its date, and is forgotten a month later', async () => {
    const server = await startTestServer()
    const script = await newTokenClient(await server.signIn())
    server.passTime(30 * 24 * 3600 - 60)
    expect((await script.send('GET', '/api/folders/')).statusCode).toBe(200)
    server.passTime(120)
    await expectTokenRefused(script)
    const again = await server.newBrowser().signIn('admin')
    expect(await listTokens(again)).toHaveLength(1)
    server.passTime(30 * 24 * 3600)
    await server.app.housekeeping.sweep()
    expect(await listTokens(await again.signIn('admin'))).toEqual([])
  })

  it('when it is revoked, by its owner alone', async () => {
    const server = await startTestServer()
    const [alice, bob] = [await server.signIn('alice'), await server.signIn('bob')]
    const script = await newTokenClient(alice)
    const foreign = await bob.delete(`${tokensUrl}/${script.id}`)
    expect([foreign.statusCode, foreign.json()]).toMatchObject([404, { code: 'tokenNotFound' }])
    expect(await listTokens(bob)).toEqual([])
    expect((await script.send('GET', '/api/folders/')).statusCode).toBe(200)
    expect((await alice.delete(`${tokensUrl}/${script.id}`)).statusCode).toBe(204)
    await expectTokenRefused(script)
  })

  it('when the password is changed', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const [script, other] = [
      await newTokenClient(browser),
      await newTokenClient(await server.signIn('other')),
    ]
    const body = { old_password: verifier, new_password: `v1.${'N'.repeat(43)}` }
    const parameters = { salt: Buffer.alloc(16, 8).toString('base64'), iterations: 600_000 }
    const changed = await browser.post('/api/auth/change-password', { ...body, ...parameters })
    expect(changed.statusCode).toBe(200)
    await expectTokenRefused(script)
    expect((await other.send('GET', '/api/folders/')).statusCode).toBe(200)
  })

  it.each(['reset', 'disable'])('by the command %s', async (command) => {
    const server = await startTestServer()
    const script = await newTokenClient(await server.signIn())
    await runUserCommand(server, command, 'admin')
    await expectTokenRefused(script)
    // Nor does it come back.
    await runUserCommand(server, 'enable', 'admin')
    await expectTokenRefused(script)
  })
})

it('is not guessed for long: beyond sixty an hour the address waits, and no other does', async () => {
  const server = await startTestServer()
  const script = await newTokenClient(await server.signIn())
  const fromAddress = (remoteAddress: string) => ({ remoteAddress })
  // Also one that is formed like a token.
  const guess = new TokenClient(server.app, 0, script.token.replace(/.{8}$/, '00000000'))
  for (let i = 0; i < 60; i++)
    expect((await guess.send('GET', '/api/folders/', fromAddress('10.1.1.1'))).json()).toEqual(tokenUnknown)
  const blocked = await guess.send('GET', '/api/folders/', fromAddress('10.1.1.1'))
  expect([blocked.statusCode, blocked.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
  expect((await script.send('GET', '/api/folders/', fromAddress('10.1.1.1'))).statusCode).toBe(429)
  expect((await script.send('GET', '/api/folders/', fromAddress('10.1.1.2'))).statusCode).toBe(200)
})
