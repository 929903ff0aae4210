import { describe, expect, it } from 'vitest'
import type { CallBody } from '../../../contract/call.ts'
import type { createDownloadLink, updateDownloadLink } from '../../../contract/schemas/downloads.ts'
import {
  createLink,
  fileCommitments,
  openKeys,
  linkKdf,
  listedLinks,
  linkVerifier,
  openLink,
  protectedLink,
  randomLinkToken,
  randomSealedKey,
  sealedLinkFields,
  startServerWithFiles,
  uploadFiles,
} from '../links.ts'
import type { Browser } from '../testServer.ts'
import { newTokenClient } from '../tokenClient.ts'

type Reseal = NonNullable<CallBody<typeof updateDownloadLink>['resealed']>

const newVerifier = `v1.${'N'.repeat(43)}`
const newPassword = () => ({
  password: newVerifier,
  password_kdf: { ...linkKdf, salt: Buffer.alloc(16, 4).toString('base64') },
  sealed_master: randomSealedKey(),
})
const newBox = () => sealedLinkFields([]).sealed_link

/** The commitments of a link's files with those of others, ascending by id. */
const withFiles = (commitments: string, ids: readonly number[]) =>
  Buffer.concat([Buffer.from(commitments, 'base64'), Buffer.from(fileCommitments(ids), 'base64')]).toString(
    'base64',
  )

/** The commitments of a link's files without those of one. */
function withoutFile(commitments: string, id: number): string {
  const bytes = Buffer.from(commitments, 'base64')
  const entries = Array.from({ length: bytes.length / 40 }, (_, i) => bytes.subarray(i * 40, (i + 1) * 40))
  return Buffer.concat(entries.filter((entry) => Number(entry.readBigUInt64BE()) !== id)).toString('base64')
}

/** A link of three files, and how its maker seals it anew. */
async function startServerWithLink(
  make: (ids: number[]) => CallBody<typeof createDownloadLink> = protectedLink,
) {
  const all = await startServerWithFiles([{ name: 'a.txt' }, { name: 'b.txt' }, { name: 'c.txt' }])
  const payload = make(all.ids)
  const { link_token } = await createLink(all.browser, payload)
  const { sealed_link: replaces = '', file_commitments = '' } = payload
  const url = `/api/download/links/${link_token}`
  const reseal = (resealed: Partial<Reseal>, by: Browser = all.browser) =>
    by.put(url, { resealed: { replaces, sealed_link: newBox(), ...resealed } })
  const sealed = async () =>
    (await all.browser.get(`${url}/sealed`)).json<{ sealed_link: string; file_commitments: string }>()
  const recipientUrl = `/api/download/${link_token}`
  const open = (by: Browser, password = linkVerifier) =>
    by.post(`${recipientUrl}/verify-password`, { password })
  const fetchFile = async (by: Browser, id: number) => (await by.get(`${recipientUrl}/file/${id}`)).statusCode
  const changes = async () => {
    const { events } = (await all.browser.get(`/api/audit?folder=${all.folder.id}&kind=link-changed`)).json<{
      events: { details: { changed: string[] } }[]
    }>()
    return events.map(({ details }) => details.changed)
  }
  return { ...all, replaces, file_commitments, url, recipientUrl, reseal, sealed, open, fetchFile, changes }
}

const codeOf = (reply: Awaited<ReturnType<Browser['put']>>) => [
  reply.statusCode,
  reply.json<{ code?: string }>().code,
]

describe('the password of a download link', () => {
  it('is replaced, with part1: the old one opens it no longer, nor does what it opened before', async () => {
    const { server, browser, folder, ids, reseal, open, fetchFile, changes } = await startServerWithLink()
    const [first = 0] = ids
    const early = server.newBrowser()
    const before = (await open(early)).json<{ reencrypted_keys: Record<string, string> }>()
    expect(await fetchFile(early, first)).toBe(200)
    const new_password = newPassword()
    expect((await reseal({ new_password })).statusCode).toBe(204)

    expect(await fetchFile(early, first)).toBe(401)
    const late = server.newBrowser()
    expect(codeOf(await open(late))).toEqual([401, 'badPassword'])
    const opened = await open(late, newVerifier)
    const parts = (keys: Record<string, string>) => ids.map((id) => keys[id]?.split(':') ?? [])
    const keys = parts(opened.json<{ reencrypted_keys: Record<string, string> }>().reencrypted_keys)
    expect(keys).toEqual(
      parts(before.reencrypted_keys).map(([, part2]) => [new_password.sealed_master, part2]),
    )
    expect(await fetchFile(late, first)).toBe(200)
    expect(await changes()).toEqual([['password']])
    expect((await listedLinks(browser, folder))[0]).toMatchObject({ has_password: true, file_count: 3 })
  })

  it('comes with the parameters that recipients derive it by', async () => {
    const { server, reseal, recipientUrl } = await startServerWithLink()
    const new_password = newPassword()
    await reseal({ new_password })
    expect((await server.newBrowser().get(`${recipientUrl}/status`)).json()).toMatchObject({
      requires_password: true,
      password_kdf: new_password.password_kdf,
    })
  })

  it('comes and goes with a new address: the old one ends, and so does what it opened', async () => {
    const { server, browser, folder, ids, reseal, recipientUrl, fetchFile, changes, replaces } =
      await startServerWithLink(openLink)
    const [first = 0] = ids
    const early = server.newBrowser()
    expect(await fetchFile(early, first)).toBe(200)
    const [link_token, sealed_link] = [randomLinkToken(), newBox()]
    const new_password = newPassword()
    expect((await reseal({ sealed_link, new_password, link_token })).statusCode).toBe(204)

    expect(await fetchFile(early, first)).toBe(404)
    expect((await early.get(`${recipientUrl}/status`)).statusCode).toBe(404)
    const late = server.newBrowser()
    const newUrl = `/api/download/${link_token}`
    expect((await late.get(`${newUrl}/file/${first}`)).statusCode).toBe(401)
    const opened = await late.post(`${newUrl}/verify-password`, { password: newVerifier })
    const { reencrypted_keys } = opened.json<{ reencrypted_keys: Record<string, string> }>()
    expect(reencrypted_keys[first]).toMatch(/:/)
    expect((await late.get(`${newUrl}/file/${first}`)).statusCode).toBe(200)
    expect(await listedLinks(browser, folder)).toMatchObject([
      { link_token, has_password: true, file_count: 3 },
    ])

    const again = randomLinkToken()
    const body = { replaces: sealed_link, sealed_link: newBox(), new_password: null }
    const put = (resealed: object) => browser.put(`/api/download/links/${link_token}`, { resealed })
    // A token that ever was one of a link stays that.
    for (const used of [recipientUrl.split('/').at(-1), link_token])
      expect(codeOf(await put({ ...body, link_token: used }))).toEqual([409, 'linkTokenUsed'])
    expect(codeOf(await put({ ...body, replaces, link_token: again }))).toEqual([409, 'linkChanged'])
    expect((await put({ ...body, link_token: again })).statusCode).toBe(204)
    const status = (await server.newBrowser().get(`/api/download/${again}/status`)).json<object>()
    expect(status).toMatchObject({ requires_password: false })
    expect((await server.newBrowser().get(`/api/download/${again}/file/${first}`)).statusCode).toBe(200)
    expect(await changes()).toEqual([
      ['password', 'address'],
      ['password', 'address'],
    ])
  })

  it('changes no address by itself, and does not go without one', async () => {
    const open = await startServerWithLink(openLink)
    const { reseal } = await startServerWithLink()
    expect((await open.reseal({ new_password: newPassword() })).statusCode).toBe(422)
    expect((await reseal({ new_password: null })).statusCode).toBe(422)
    const link_token = randomLinkToken()
    expect((await reseal({ link_token })).statusCode).toBe(422)
    expect((await reseal({ new_password: newPassword(), link_token })).statusCode).toBe(422)
    expect((await open.reseal({ new_password: null, link_token })).statusCode).toBe(422)
    expect((await open.reseal({ link_token: 'short', new_password: newPassword() })).statusCode).toBe(422)
  })

  it('is a verifier', async () => {
    const open = await startServerWithLink(openLink)
    const { reseal } = await startServerWithLink()
    for (const password of ['LaterneApfelbaum47583', 'v1.short', ''])
      expect((await reseal({ new_password: { ...newPassword(), password } })).statusCode).toBe(422)
    for (const wrong of [
      { sealed_master: 'AAAA' },
      { sealed_master: undefined },
      { password_kdf: undefined },
    ])
      expect(
        (await reseal({ new_password: { ...newPassword(), ...wrong } as Reseal['new_password'] })).statusCode,
      ).toBe(422)
    expect((await open.server.newBrowser().get(`${open.recipientUrl}/status`)).json()).toMatchObject({
      requires_password: false,
    })
  })
})

describe('files of a download link', () => {
  it('are removed for recipients, and nowhere else', async () => {
    const { server, browser, folder, ids, file_commitments, reseal, sealed, open, fetchFile, changes } =
      await startServerWithLink()
    const [first = 0, second = 0, third = 0] = ids
    const recipient = server.newBrowser()
    await open(recipient)
    const kept = withoutFile(file_commitments, second)
    const sealed_link = newBox()
    expect((await reseal({ sealed_link, file_commitments: kept })).statusCode).toBe(204)

    expect(await sealed()).toEqual({ sealed_link, file_commitments: kept })
    expect(await fetchFile(recipient, second)).toBe(404)
    expect(await fetchFile(recipient, first)).toBe(200)
    expect(
      Object.keys((await open(recipient)).json<{ reencrypted_keys: object }>().reencrypted_keys),
    ).toEqual([first, third].map(String))
    expect((await listedLinks(browser, folder))[0]).toMatchObject({ file_count: 2, file_ids: [first, third] })
    expect((await browser.get(`/api/folders/download/${second}`)).statusCode).toBe(200)
    expect(await changes()).toEqual([['files']])
  })

  it('are not removed if none would be left, or none but deleted ones', async () => {
    const { browser, ids, file_commitments, folder, reseal, sealed, replaces } = await startServerWithLink()
    const [first = 0, ...others] = ids
    expect(codeOf(await reseal({ file_commitments: '' }))).toEqual([422, 'lastFileOfLink'])
    await browser.post('/api/folders/files/delete', { file_ids: others })
    expect(codeOf(await reseal({ file_commitments: withoutFile(file_commitments, first) }))).toEqual([
      422,
      'lastFileOfLink',
    ])
    expect(await sealed()).toEqual({ sealed_link: replaces, file_commitments })
    expect((await listedLinks(browser, folder))[0]).toMatchObject({ file_ids: [first] })
  })

  it('are counted once, though some were deleted before', async () => {
    const { browser, ids, file_commitments, folder, reseal } = await startServerWithLink()
    const [first = 0, second = 0, third = 0] = ids
    await browser.post('/api/folders/files/delete', { file_ids: [third] })
    const kept = withoutFile(withoutFile(file_commitments, third), second)
    expect((await reseal({ file_commitments: kept })).statusCode).toBe(204)
    expect((await listedLinks(browser, folder))[0]).toMatchObject({ file_count: 1, file_ids: [first] })
  })

  it('stay those that the link was made for', async () => {
    const { ids, file_commitments, reseal, sealed, replaces } = await startServerWithLink()
    const [first = 0, second = 0] = ids
    const bytes = Buffer.from(file_commitments, 'base64')
    const others = {
      'other keys': fileCommitments([first]),
      'one more': withFiles(file_commitments, [second + 1000]),
      'another order': Buffer.concat([bytes.subarray(40), bytes.subarray(0, 40)]).toString('base64'),
      'one twice': Buffer.concat([bytes.subarray(0, 40), bytes]).toString('base64'),
      'half of one': bytes.subarray(0, 60).toString('base64'),
    }
    for (const [what, other] of Object.entries(others))
      expect((await reseal({ file_commitments: other })).statusCode, what).toBe(422)
    expect(await sealed()).toEqual({ sealed_link: replaces, file_commitments })
  })
})

describe('files that are added to a download link', () => {
  /** A link of the first of three files, and the call that adds others. */
  async function startServerWithShortLink(make: typeof protectedLink = protectedLink) {
    const all = await startServerWithLink((ids) => make(ids.slice(0, 1)))
    const [first = 0, ...others] = all.ids
    const add = (ids: readonly number[], keys = openKeys(ids)) =>
      all.reseal({
        file_commitments: withFiles(all.file_commitments, ids),
        added_keys_json: JSON.stringify(keys),
      })
    return { ...all, first, others, add }
  }

  it('are there for recipients under the same address and password, also if they have it open', async () => {
    const { server, browser, folder, ids, others, add, open, fetchFile, changes } =
      await startServerWithShortLink()
    const [, second = 0] = ids
    const early = server.newBrowser()
    const before = (await open(early)).json<{ reencrypted_keys: Record<string, string> }>()
    expect(await fetchFile(early, second)).toBe(404)
    const keys = openKeys(others)
    expect((await add(others, keys)).statusCode).toBe(204)

    expect(await fetchFile(early, second)).toBe(200)
    const opened = (await open(server.newBrowser())).json<{ reencrypted_keys: Record<string, string> }>()
    const [part1 = ''] = Object.values(before.reencrypted_keys)[0]?.split(':') ?? []
    const added = Object.entries(keys).map(([id, key]) => [id, `${part1}:${key}`])
    expect(opened.reencrypted_keys).toEqual({ ...before.reencrypted_keys, ...Object.fromEntries(added) })
    expect((await listedLinks(browser, folder))[0]).toMatchObject({ file_count: 3, file_ids: ids })
    expect(await changes()).toEqual([['files']])
  })

  it('take the place of others in one call, and are there without a password', async () => {
    const { server, browser, folder, first, others, file_commitments, reseal, recipientUrl } =
      await startServerWithShortLink(openLink)
    const [second = 0] = others
    const body = {
      file_commitments: withoutFile(withFiles(file_commitments, [second]), first),
      added_keys_json: JSON.stringify(openKeys([second])),
    }
    expect((await reseal(body)).statusCode).toBe(204)
    expect((await listedLinks(browser, folder))[0]).toMatchObject({ file_count: 1, file_ids: [second] })
    const { files } = (await server.newBrowser().get(`${recipientUrl}/status`)).json<{
      files: { id: number }[]
    }>()
    expect(files.map(({ id }) => id)).toEqual([second])
  })

  it('come with one key each, and are in the folder; else nothing is changed', async () => {
    const { server, browser, folder, first, others, file_commitments, replaces, add, sealed } =
      await startServerWithShortLink()
    const [second = 0, third = 0] = others
    const other = await browser.createFolder()
    const elsewhere = (await uploadFiles(server.app, browser, other, [{ name: 'd.txt' }]))[0] ?? 0
    await browser.post('/api/folders/files/delete', { file_ids: [third] })
    const refused = [
      [add([second], {}), 422],
      [add([second], openKeys([second, third])), 422],
      [add([second], { [second]: 'AAAA' }), 422],
      [add([first]), 422],
      [add([elsewhere]), 422],
      [add([second, elsewhere]), 422],
      [add([third]), 404],
      [add([999]), 404],
    ] as const
    for (const [reply, status] of refused) expect((await reply).statusCode).toBe(status)
    expect(await sealed()).toEqual({ sealed_link: replaces, file_commitments })
    expect((await listedLinks(browser, folder))[0]).toMatchObject({ file_count: 1, file_ids: [first] })
  })

  it('are those of the first of two changes alone', async () => {
    const { browser, folder, first, others, add } = await startServerWithShortLink()
    const replies = await Promise.all(others.map((id) => add([id])))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
    const added = others.filter((_, i) => replies[i]?.statusCode === 204)
    expect((await listedLinks(browser, folder))[0]).toMatchObject({ file_ids: [first, ...added] })
  })
})

describe('a download link that is sealed anew', () => {
  it('is changed by the first of two, and by the second in no part', async () => {
    const { server, browser, file_commitments, ids, folder, url, replaces, open } =
      await startServerWithLink()
    const kept = withoutFile(file_commitments, ids[0] ?? 0)
    const bodies = [
      { resealed: { replaces, sealed_link: newBox(), new_password: newPassword() } },
      { title: 'Plans', resealed: { replaces, sealed_link: newBox(), file_commitments: kept } },
    ]
    const replies = await Promise.all(bodies.map((body) => browser.put(url, body)))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'linkChanged',
    })
    const isPassword = replies[0]?.statusCode === 204
    expect((await listedLinks(browser, folder))[0]).toMatchObject(
      isPassword ? { file_count: 3, title: null } : { file_count: 2, title: 'Plans' },
    )
    expect((await open(server.newBrowser(), isPassword ? newVerifier : linkVerifier)).statusCode).toBe(200)
  })

  it('needs something that was sealed before', async () => {
    const nothing = { link_token: undefined, sealed_link: undefined, file_commitments: undefined }
    const unsealed = await startServerWithLink((ids) => ({ ...protectedLink(ids), ...nothing }))
    expect(codeOf(await unsealed.reseal({ replaces: newBox(), new_password: newPassword() }))).toEqual([
      409,
      'linkChanged',
    ])
  })

  it('is changed by nobody else, and by tokens that may change links', async () => {
    const { server, browser, url, replaces } = await startServerWithLink()
    const body = { resealed: { replaces, sealed_link: newBox(), new_password: newPassword() } }
    expect((await (await server.signIn('other')).put(url, body)).statusCode).toBe(404)
    const reader = await newTokenClient(browser, ['files:read'])
    expect((await reader.send('PUT', url, { payload: body })).statusCode).toBe(403)
    const changer = await newTokenClient(browser, ['links:write'])
    expect((await changer.send('PUT', url, { payload: body })).statusCode).toBe(204)
  })
})
