import { describe, expect, it } from 'vitest'
import type { DownloadLink } from '../../contract/schemas/downloads.ts'
import { insertFiles } from '../../server/db/files/files.ts'
import { newToken } from '../../server/util/tokens.ts'
import { fileRow } from './fileRows.ts'
import {
  createLink,
  fileCommitments,
  linkKdf,
  randomLinkToken,
  linkVerifier,
  listedLinks,
  openKeys,
  openLink,
  protectedKeys,
  protectedLink,
  randomSealedKey,
  uploadFiles,
  startServerWithFiles,
  wrongVerifier,
} from './links.ts'
import type { Browser } from './testServer.ts'

const json = (value: unknown) => JSON.stringify(value)
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString()

const sealedKeyPart = randomSealedKey()
const keysField = (value: unknown) => ({ reencrypted_keys_json: json(value) })
const sameKeyForBoth = (key: unknown) => keysField({ 1: key, 2: key })
const base64OfLength = (bytes: number) => Buffer.alloc(bytes).toString('base64')

/** By field: what is changed in a right request for a protected link to the files 1 and 2. */
const refusedFields: Record<string, Record<string, object>> = {
  file_ids: {
    none: { file_ids: [] },
    'no list': { file_ids: 'x' },
    'one twice': { file_ids: [1, 2, 1] },
    'more than 10 000': { file_ids: Array.from({ length: 10_001 }, (_, i) => i + 1) },
  },
  password: {
    empty: { password: '' },
    short: { password: '1234567', password_kdf: null },
    'a broken verifier': { password: 'v1.short' },
    missing: { password: undefined },
  },
  password_kdf: {
    'missing for a verifier': { password_kdf: null },
    'given for a password itself': { password: 'TischSonne26417' },
    'given without a password': { password: null, ...keysField(openKeys([1, 2])) },
    'too few iterations': { password_kdf: { ...linkKdf, iterations: 599_999 } },
    'another function': { password_kdf: { ...linkKdf, kdf: 'md5' } },
    'a short salt': { password_kdf: { ...linkKdf, salt: 'AAAA' } },
  },
  expiration_date: {
    'no date': { expiration_date: 'tomorrow' },
    past: { expiration_date: inDays(-1) },
    'behind all calendars': { expiration_date: '9999-12-31T23:59:59-14:00' },
    missing: { expiration_date: undefined },
  },
  link_token: {
    missing: { link_token: undefined },
    short: { link_token: randomLinkToken().slice(1) },
    'of another spelling': { link_token: `${'A'.repeat(21)}B` },
    'of a path': { link_token: '../../../../../../../A' },
  },
  sealed_link: { missing: { sealed_link: undefined }, 'no base64': { sealed_link: '*' } },
  file_commitments: {
    missing: { file_commitments: undefined },
    'no base64': { file_commitments: '*' },
    'of one file': { file_commitments: fileCommitments([1]) },
    'of another file': { file_commitments: fileCommitments([1, 3]) },
    'of one twice': { file_commitments: fileCommitments([1, 1]) },
    'in another order': { file_commitments: fileCommitments([2, 1]) },
    'cut off': { file_commitments: Buffer.alloc(79).toString('base64') },
  },
  reencrypted_keys_json: {
    missing: { reencrypted_keys_json: undefined },
    'no JSON': { reencrypted_keys_json: '{' },
    'no map': keysField([sealedKeyPart, sealedKeyPart]),
    null: keysField(null),
    'a file without a key': keysField(protectedKeys([1])),
    'a key for another file': keysField(protectedKeys([1, 2, 3])),
    'a key for no id': {
      reencrypted_keys_json: `{"__proto__":"${sealedKeyPart}:${sealedKeyPart}",${json(protectedKeys([1, 2])).slice(1)}`,
    },
    'of a public link': keysField(openKeys([1, 2])),
    'first parts that differ': keysField({
      1: `${sealedKeyPart}:${sealedKeyPart}`,
      2: `${randomSealedKey()}:${sealedKeyPart}`,
    }),
    'a number': sameKeyForBoth(1),
    empty: sameKeyForBoth(''),
    'empty parts': sameKeyForBoth(':'),
    'no second part': sameKeyForBoth(`${sealedKeyPart}:`),
    'no first part': sameKeyForBoth(`:${sealedKeyPart}`),
    'three parts': sameKeyForBoth(`${sealedKeyPart}:${sealedKeyPart}:${sealedKeyPart}`),
    'a space behind': sameKeyForBoth(`${sealedKeyPart}:${sealedKeyPart} `),
    'a line break behind': sameKeyForBoth(`${sealedKeyPart}:${sealedKeyPart}\n`),
    'a short second part': sameKeyForBoth(`${sealedKeyPart}:${base64OfLength(59)}`),
    'a long second part': sameKeyForBoth(`${sealedKeyPart}:${base64OfLength(61)}`),
    'a short first part': sameKeyForBoth(`${base64OfLength(59)}:${sealedKeyPart}`),
    'URL-safe base64': sameKeyForBoth(`${sealedKeyPart}:${'-'.repeat(80)}`),
  },
}

describe('POST /api/download/links', () => {
  it('makes a public link', async () => {
    const { browser, ids } = await startServerWithFiles()
    const reply = await browser.post('/api/download/links', openLink(ids), {
      headers: { host: 'files.example:81' },
    })
    expect(reply.statusCode).toBe(200)
    const link = reply.json<{ link_token: string }>()
    expect(link).toEqual({
      full_url: `http://files.example:81/download/${link.link_token}`,
      has_password: false,
      link_token: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/) as string,
    })
  })

  it('names the public origin where it is known', async () => {
    const { browser, ids } = await startServerWithFiles(undefined, {
      publicOrigin: 'https://files.example.org',
    })
    const { full_url, link_token } = await createLink(browser, openLink(ids))
    expect(full_url).toBe(`https://files.example.org/download/${link_token}`)
  })

  it('makes a link with a password, of which a slow hash is kept', async () => {
    const { server, browser, ids } = await startServerWithFiles()
    expect(await createLink(browser, protectedLink(ids))).toMatchObject({ has_password: true })
    const row = await server.services.db.selectFrom('download_link').selectAll().executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$/)
    expect(json(row)).not.toContain(linkVerifier)
  })

  it('takes the password itself of a client that knows no verifiers', async () => {
    const { server, browser, ids } = await startServerWithFiles()
    const payload = { ...protectedLink(ids), password: 'TischSonne26417', password_kdf: null }
    const { link_token } = await createLink(browser, payload)
    const recipient = server.newBrowser()
    const status = (await recipient.get(`/api/download/${link_token}/status`)).json<object>()
    expect(status).toMatchObject({ requires_password: true, password_kdf: null })
    const verify = async (password: string) =>
      (await recipient.post(`/api/download/${link_token}/verify-password`, { password })).statusCode
    expect(await verify('TischSonne26418')).toBe(401)
    expect(await verify('TischSonne26417')).toBe(200)
    expect(server.logged()).not.toContain('TischSonne')
  })

  it('takes the same password in another Unicode form', async () => {
    const { server, browser, ids } = await startServerWithFiles()
    const composed = 'Schlüssel'.normalize('NFC')
    const payload = { ...protectedLink(ids), password: composed, password_kdf: null }
    const { link_token } = await createLink(browser, payload)
    const url = `/api/download/${link_token}/verify-password`
    const reply = await server.newBrowser().post(url, { password: composed.normalize('NFD') })
    expect(reply.statusCode).toBe(200)
  })

  it('takes no password itself where the operator has turned that off', async () => {
    const { browser, ids } = await startServerWithFiles(undefined, { allowRawPassword: false })
    const raw = { ...protectedLink(ids), password: 'TischSonne26417', password_kdf: null }
    expect((await browser.post('/api/download/links', raw)).statusCode).toBe(422)
    expect((await browser.post('/api/download/links', protectedLink(ids))).statusCode).toBe(200)
  })

  it.each(Object.entries(refusedFields))('refuses a wrong %s', async (field, changes) => {
    const { browser, folder, ids } = await startServerWithFiles()
    expect(ids).toEqual([1, 2])
    for (const [name, change] of Object.entries(changes)) {
      const reply = await browser.post('/api/download/links', { ...protectedLink(ids), ...change })
      expect(reply.statusCode, name).toBe(422)
      const [{ loc = [] } = {}] = reply.json<{ detail: { loc?: string[] }[] }>().detail
      expect(loc.slice(0, 2), name).toEqual(['body', field])
      expect(reply.body, name).not.toContain(sealedKeyPart)
    }
    expect(await listedLinks(browser, folder)).toEqual([])
  })

  it.each([
    ['Password must be at least 8 characters long.', { password: 'Tisch12', password_kdf: null }],
    ['Please select a valid expiration date.', { expiration_date: 'tomorrow' }],
    ['Please select a valid expiration date.', { expiration_date: '9999-12-31T23:59:59-12:00' }],
  ])('says %j', async (msg, change) => {
    const { browser, ids } = await startServerWithFiles()
    const reply = await browser.post('/api/download/links', { ...protectedLink(ids), ...change })
    expect([reply.statusCode, reply.json()]).toMatchObject([422, { detail: [{ msg }] }])
  })

  it('refuses the keys of a protected link for a public one', async () => {
    const { browser, ids } = await startServerWithFiles()
    const payload = { ...openLink(ids), reencrypted_keys_json: json(protectedKeys(ids)) }
    expect((await browser.post('/api/download/links', payload)).statusCode).toBe(422)
  })

  it('refuses files of several folders', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    const second = await browser.createFolder()
    const others = await uploadFiles(server.app, browser, second, [{ name: 'c.txt' }])
    const reply = await browser.post('/api/download/links', openLink([...ids, ...others]))
    expect(reply.statusCode).toBe(422)
    expect(reply.body).toContain('same folder')
    expect(await listedLinks(browser, folder)).toEqual([])
  })

  it('knows files of others as little as files that are not there, wherever they lie', async () => {
    const { server, browser, ids } = await startServerWithFiles()
    const other = await server.signIn('other')
    const theirs: number[] = []
    for (const name of ['c.txt', 'd.txt']) {
      theirs.push(...(await uploadFiles(server.app, other, await other.createFolder(), [{ name }])))
    }
    for (const mine of [[], ids]) {
      const createLinkOf = async (more: number[]) => {
        const reply = await browser.post('/api/download/links', openLink([...mine, ...more]))
        return { status: reply.statusCode, body: reply.body }
      }
      const unknown = await createLinkOf([9998, 9999])
      expect(unknown).toEqual({
        status: 404,
        body: json({ detail: 'File not found.', code: 'fileNotFound' }),
      })
      expect(await createLinkOf(theirs)).toEqual(unknown)
      expect(await createLinkOf(theirs.slice(0, 1))).toEqual(unknown)
    }
    const rows = await server.services.db.selectFrom('download_link').selectAll().execute()
    expect(rows).toEqual([])
  })

  it('takes 10 000 files, and shows them all', { tags: 'thorough' }, async () => {
    const { server, browser, folder } = await startServerWithFiles([])
    const ids = await insertManyFiles(server.services.db, folder.id, 10_000)
    const keys = protectedKeys(ids)
    const payload = { ...protectedLink(ids), reencrypted_keys_json: json(keys) }
    expect(json(payload).length).toBeGreaterThan(1024 * 1024)
    const { link_token } = await createLink(browser, payload)
    const recipient = server.newBrowser()
    const status = await recipient.get(`/api/download/${link_token}/status`)
    expect(status.json<{ files: unknown[] }>().files).toHaveLength(10_000)
    const opened = await recipient.post(`/api/download/${link_token}/verify-password`, {
      password: linkVerifier,
    })
    expect(opened.json<{ reencrypted_keys: object }>().reencrypted_keys).toEqual(keys)
    expect((await listedLinks(browser, folder))[0]?.file_count).toBe(10_000)
  })
})

type Database = Awaited<ReturnType<typeof startServerWithFiles>>['server']['services']['db']

/** Rows alone: their bytes are not asked for. */
async function insertManyFiles(db: Database, folderId: number, count: number): Promise<number[]> {
  const ids = await insertFiles(
    db,
    Array.from({ length: count }, (_, i) => fileRow(folderId, i)),
  )
  return [...ids.values()]
}

describe('a link token that the browser draws', () => {
  it('is the token of the link, and gives its maker what was sealed', async () => {
    const { browser, ids } = await startServerWithFiles()
    const payload = protectedLink(ids)
    const made = await createLink(browser, payload)
    expect(made.link_token).toBe(payload.link_token)
    const sealed = await browser.get(`/api/download/links/${made.link_token}/sealed`)
    const { sealed_link, file_commitments } = payload
    expect(sealed.json()).toEqual({ sealed_link, file_commitments })
  })

  it('may be missing: then the server draws one, and has nothing sealed', async () => {
    const { browser, ids } = await startServerWithFiles()
    const { file_ids, password, expiration_date, reencrypted_keys_json } = openLink(ids)
    const { link_token } = await createLink(browser, {
      file_ids,
      password,
      expiration_date,
      reencrypted_keys_json,
    })
    expect(link_token).toMatch(/^[A-Za-z0-9_-]{22}$/)
    const sealed = await browser.get(`/api/download/links/${link_token}/sealed`)
    expect(sealed.json()).toEqual({ sealed_link: null, file_commitments: null })
  })

  it('keeps what was sealed when files are deleted', async () => {
    const { browser, ids } = await startServerWithFiles()
    const payload = openLink(ids)
    await createLink(browser, payload)
    await browser.post('/api/folders/files/delete', { file_ids: ids.slice(1) })
    const sealed = await browser.get(`/api/download/links/${payload.link_token}/sealed`)
    expect(sealed.json()).toMatchObject({ file_commitments: payload.file_commitments })
  })

  it.each(['open', 'protected'])('gives a repeat of what made an %s link the first answer', async (kind) => {
    const { browser, folder, ids } = await startServerWithFiles()
    const payload = kind === 'open' ? openLink(ids) : protectedLink(ids)
    const [first, ...repeats] = await Promise.all([1, 2, 3].map(() => createLink(browser, payload)))
    for (const repeat of repeats) expect(repeat).toEqual(first)
    expect(await createLink(browser, payload)).toEqual(first)
    expect(await listedLinks(browser, folder)).toHaveLength(1)
  })

  it('is refused for anything else, for ever', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    const payload = protectedLink(ids)
    const { link_token } = payload
    await createLink(browser, payload)
    const other = await server.signIn('other')
    const theirs = await uploadFiles(server.app, other, await other.createFolder(), [{ name: 'c.txt' }])
    const expectTokenRefused = async (by: Browser, request: object) => {
      const reply = await by.post('/api/download/links', request)
      expect([reply.statusCode, reply.json()]).toEqual([
        409,
        { detail: 'This link token was used before.', code: 'linkTokenUsed' },
      ])
    }
    const uses = [
      { ...protectedLink(ids), link_token },
      { ...payload, password: wrongVerifier },
      { ...payload, expiration_date: inDays(1) },
      { ...payload, sealed_link: Buffer.alloc(304).toString('base64') },
    ]
    for (const use of uses) await expectTokenRefused(browser, use)
    await expectTokenRefused(other, { ...protectedLink(theirs), link_token })
    expect(await listedLinks(browser, folder)).toHaveLength(1)

    await browser.delete(`/api/download/links/${link_token}`)
    await expectTokenRefused(browser, payload)
    expect(await listedLinks(browser, folder)).toEqual([])
  })

  it('is not used up by a request that is refused', async () => {
    const { browser, ids } = await startServerWithFiles()
    const payload = openLink([9999])
    expect((await browser.post('/api/download/links', payload)).statusCode).toBe(404)
    await createLink(browser, { ...openLink(ids), link_token: payload.link_token })
  })
})

describe('link tokens', () => {
  it('have 128 random bits, fit into a URL and never repeat', () => {
    const tokens = Array.from({ length: 10_000 }, newToken)
    expect(new Set(tokens).size).toBe(10_000)
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/)
    // Every place takes many values: nothing of it is fixed or counts up. The last one has only two of its six bits.
    for (let place = 0; place < 22; place++) {
      expect(new Set(tokens.map((token) => token[place])).size).toBe(place < 21 ? 64 : 4)
    }
  })
})

describe('GET /api/download/links/folder/{id}', () => {
  it('lists the links of the folder, newest first', async () => {
    const { browser, folder, ids } = await startServerWithFiles()
    expect(await listedLinks(browser, folder)).toEqual([])
    const expiration_date = inDays(3)
    const first = await createLink(browser, { ...protectedLink(ids), expiration_date })
    const second = await createLink(browser, openLink(ids.slice(1)))
    expect(await listedLinks(browser, folder)).toEqual([
      {
        id: 2,
        link_token: second.link_token,
        creation_date: expect.stringMatching(/Z$/) as string,
        expiration_date: null,
        has_password: false,
        file_count: 1,
        files: ['b.txt'],
        file_ids: ids.slice(1),
        download_count: 0,
        max_downloads: null,
        used_downloads: 0,
        title: null,
        message: null,
        named_people: null,
        is_own: true,
      },
      {
        id: 1,
        link_token: first.link_token,
        creation_date: expect.stringMatching(/Z$/) as string,
        expiration_date,
        has_password: true,
        file_count: 2,
        files: ['a.txt', 'b.txt'],
        file_ids: ids,
        download_count: 0,
        max_downloads: null,
        used_downloads: 0,
        title: null,
        message: null,
        named_people: null,
        is_own: true,
      },
    ])
    const another = await browser.createFolder()
    expect(await listedLinks(browser, another)).toEqual([])
  })

  it('gives times in UTC, and lists what has expired apart', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    const soon = new Date(Date.now() + 3600 * 1000)
    const local = new Date(soon.getTime() + 2 * 3600 * 1000).toISOString().replace('Z', '+02:00')
    await createLink(browser, { ...openLink(ids), expiration_date: local })
    await createLink(browser, openLink(ids))
    expect((await listedLinks(browser, folder)).map((link) => link.expiration_date)).toEqual([
      null,
      soon.toISOString(),
    ])
    const expired = async () =>
      (await browser.get(`/api/download/links/folder/${folder.id}?state=expired`)).json<DownloadLink[]>()
    expect(await expired()).toEqual([])
    server.passTime(3601)
    expect((await listedLinks(browser, folder)).map((link) => link.expiration_date)).toEqual([null])
    expect((await expired()).map((link) => link.expiration_date)).toEqual([soon.toISOString()])
  })

  it.each(['99', '0', 'x'])('knows no folder %s', async (id) => {
    const { browser } = await startServerWithFiles()
    const reply = await browser.get(`/api/download/links/folder/${id}`)
    expect(reply.statusCode).toBe(id === '99' ? 404 : 422)
  })
})

describe('DELETE /api/download/links/{id}', () => {
  it.each(['token', 'number'] as const)('deletes by %s, for recipients too', async (by) => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    const { link_token } = await createLink(browser, openLink(ids))
    const kept = await createLink(browser, openLink(ids))
    const url = `/api/download/links/${by === 'token' ? link_token : 1}`
    const status = async (token: string) =>
      (await server.app.inject(`/api/download/${token}/status`)).statusCode
    expect(await status(link_token)).toBe(200)
    expect((await browser.delete(url)).statusCode).toBe(204)
    expect(await status(link_token)).toBe(404)
    expect(await status(kept.link_token)).toBe(200)
    expect((await browser.delete(url)).json()).toEqual({
      detail: 'Download link not found.',
      code: 'downloadLinkNotFound',
    })
    expect((await listedLinks(browser, folder)).map((link) => link.link_token)).toEqual([kept.link_token])
  })

  it.each(['0', '-1', '1.0', '01', 'x', '99999999999999999999', 'A'.repeat(22)])(
    'knows no link %s',
    async (id) => {
      const { browser, ids } = await startServerWithFiles()
      await createLink(browser, openLink(ids))
      expect((await browser.delete(`/api/download/links/${id}`)).statusCode).toBe(404)
    },
  )
})

describe('a deletion of files', () => {
  it('takes them out of links, and links left empty with them', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    const [first = 0, second = 0] = ids
    const both = await createLink(browser, openLink(ids))
    const one = await createLink(browser, openLink([first]))
    const status = (token: string) => server.app.inject(`/api/download/${token}/status`)
    await browser.post('/api/folders/files/delete', { file_ids: [first] })
    expect((await status(one.link_token)).statusCode).toBe(404)
    const left = (await status(both.link_token)).json<{ files: { id: number }[]; reencrypted_keys: object }>()
    expect(left.files.map((file) => file.id)).toEqual([second])
    expect(Object.keys(left.reencrypted_keys)).toEqual([String(second)])
    expect((await listedLinks(browser, folder)).map((link) => link.files)).toEqual([['b.txt']])
    await browser.post('/api/folders/files/delete', { file_ids: [second] })
    expect((await status(both.link_token)).statusCode).toBe(404)
    await server.app.housekeeping.whenIdle()
    expect(await readLinkRows(server.services.db)).toEqual([[], []])
  })

  it('that fails leaves files and links as they were', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    await createLink(browser, openLink(ids))
    await server.services.db.schema.dropTable('garbage').execute()
    expect((await browser.post('/api/folders/files/delete', { file_ids: ids })).statusCode).toBe(500)
    expect((await listedLinks(browser, folder)).map((link) => link.file_count)).toEqual([2])
  })

  it('with their folder takes its links, and no others', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    const { link_token } = await createLink(browser, openLink(ids))
    const second = await browser.createFolder()
    const others = await uploadFiles(server.app, browser, second, [{ name: 'c.txt' }])
    await createLink(browser, openLink(others))
    expect((await browser.delete(`/api/folders/${folder.id}`)).statusCode).toBe(204)
    expect((await server.app.inject(`/api/download/${link_token}/status`)).statusCode).toBe(404)
    expect(await listedLinks(browser, second)).toHaveLength(1)
    await server.app.housekeeping.whenIdle()
    const [links, places] = await readLinkRows(server.services.db)
    expect([links.length, places.length]).toEqual([1, 1])
  })
})

const readLinkRows = (db: Database) =>
  Promise.all([
    db.selectFrom('download_link').selectAll().execute(),
    db.selectFrom('download_link_file').selectAll().execute(),
  ])

describe('CSRF', () => {
  it('protects what changes links', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    const { link_token } = await createLink(browser, openLink(ids))
    const old = browser.cookies.get('csrftoken') ?? ''
    await browser.signIn('admin')
    const foreign = (await server.signIn('other')).cookies.get('csrftoken') ?? ''
    const calls = [
      (by: Browser, headers: Record<string, string>) =>
        by.post('/api/download/links', openLink(ids), { headers }),
      (by: Browser, headers: Record<string, string>) =>
        by.delete(`/api/download/links/${link_token}`, { headers }),
    ]
    for (const call of calls) {
      for (const token of ['', old, foreign]) {
        const reply = await call(browser, { 'x-csrftoken': token })
        expect(reply.statusCode).toBe(403)
        expect(reply.json()).toEqual({ detail: 'CSRF validation failed', code: 'csrf' })
      }
    }
    expect(await listedLinks(browser, folder)).toHaveLength(1)
  })
})
