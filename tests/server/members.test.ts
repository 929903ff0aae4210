import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { apiBase, type Call } from '../../contract/call.ts'
import { assertDefined } from '../../contract/assertDefined.ts'
import type { DownloadLink } from '../../contract/schemas/downloads.ts'
import type { FileRecord } from '../../contract/schemas/folders.ts'
import { minPartChunks, sealedChunkBytes } from '../../contract/limits.ts'
import { createWebhookClient } from '../../server/notices/webhookClient.ts'
import { everyCall } from '../../server/openapi/everyCall.ts'
import { createLink, listedLinks, openLink } from './links.ts'
import {
  changeFolder,
  reusePairs,
  addPeople,
  createSharedFolder,
  memberOf,
  newKeyPair,
  newPerson,
  nextChange,
  type Person,
  type SharedFolder,
  removePerson,
} from './people.ts'
import { startTestServer, type TestServer } from './testServer.ts'
import { hiddenNamesBody, uploadForm, wrappedKey } from './uploads.ts'

beforeEach(reusePairs)

const roles = ['stranger', 'removed', 'member', 'owner'] as const
type RoleName = (typeof roles)[number]

/** A folder of several people with files, links and an upload, and one of each kind of person. */
async function createSceneOfPeople() {
  const server = await startTestServer({
    webhookClient: createWebhookClient({ isAllowed: undefined, resolve: () => Promise.resolve([]) }),
  })
  const owner = await newPerson(server, 'anna')
  const coOwner = await newPerson(server, 'olga')
  const member = await newPerson(server, 'bert')
  const removed = await newPerson(server, 'carl')
  const stranger = await newPerson(server, 'dora')
  let shared = await createSharedFolder(owner)
  shared = await addPeople(shared, owner, [coOwner], 'owner')
  shared = await addPeople(shared, owner, [member, removed])
  const files = await sendFile(server, shared)
  const linkOfRemoved = await createLink(removed.browser, openLink([assertDefined(files[0])]))
  shared = await removePerson(shared, owner, removed)
  shared.folder = (await owner.browser.get(`/api/folders/${shared.folder.id}`)).json()
  await owner.browser.put(`/api/folders/${shared.folder.id}/webhook`, { url: 'https://hooks.example.org/' })
  const link = await createLink(owner.browser, openLink(files))
  const linkOfMember = await createLink(member.browser, openLink(files))
  const begun = await server.app.inject({
    method: 'POST',
    url: `/api/upload/${shared.folder.link_token}/files`,
    payload: { size: 1000, part_size: minPartChunks * sealedChunkBytes },
  })
  const listed = await listedLinks(owner.browser, shared.folder)
  const idOf = (token: string) => assertDefined(listed.find((one) => one.link_token === token)).id
  return {
    server,
    people: { owner, member, removed, stranger } satisfies Record<RoleName, Person>,
    shared,
    file: assertDefined(files[0]),
    upload: begun.json<{ upload_id: string }>().upload_id,
    tokens: { link: link.link_token, ofMember: linkOfMember.link_token, ofRemoved: linkOfRemoved.link_token },
    linkId: idOf(link.link_token),
  }
}
type Scene = Awaited<ReturnType<typeof createSceneOfPeople>>

const manifest = Buffer.alloc(300, 1).toString('base64')

/** Ids of the folder's files, after one more has come. */
async function sendFile({ app }: TestServer, { folder }: SharedFolder): Promise<number[]> {
  const form = uploadForm({
    files: [{ name: 'a.txt', bytes: Buffer.from('sealed bytes of anna'), manifest }],
  })
  const reply = await app.inject({ method: 'POST', url: `/api/upload/${folder.link_token}`, ...form })
  return reply.json<{ successful_files: { id: number }[] }>().successful_files.map(({ id }) => id)
}

/** What the server answers a person: it is done, or takes an owner, or there is no such thing. */
type RouteOutcome = 'done' | 'ownersOnly' | 'unknown'

interface RouteCase {
  path: (scene: Scene) => string
  body?: (scene: Scene, person: Person) => object
  member: RouteOutcome
}

const folderPath = (rest = '') => ({ path: ({ shared }: Scene) => `/api/folders/${shared.folder.id}${rest}` })

/** A re-admission with a new key pair, as the browser of anybody could send it. */
function readmissionBody({ shared }: Scene, person: Person): object {
  const key = newKeyPair()
  const own = memberOf({ ...person, pair: key }, 'owner')
  const others = shared.head.members.filter(({ user }) => user !== person.id)
  const statement = nextChange(shared, person, { members: [...others, own], key: newKeyPair() })
  return {
    encryptedPrivateKey: Buffer.alloc(100, 9).toString('base64'),
    kdfSalt: Buffer.alloc(16, 5).toString('base64'),
    public_key_spki: key.spki,
    rosters: [{ folder_id: shared.folder.id, ...statement }],
  }
}

const copyBody = ({ shared, file }: Scene): object => ({
  copy_id: randomBytes(16).toString('base64url'),
  sealed_to: assertDefined(shared.keys.at(-1)).fp,
  files: [{ file_id: file, encrypted_key: wrappedKey }],
})

/** Every call that names a folder, file, link or upload of administrators, and what a member gets. */
const routeCases: Record<string, RouteCase> = {
  'GET /api/folders/:id': { ...folderPath(), member: 'done' },
  'PUT /api/folders/:id': {
    ...folderPath(),
    body: ({ shared }) => ({ title: shared.head.title, description: 'changed', private_names: true }),
    member: 'ownersOnly',
  },
  'GET /api/folders/:id/roster': { ...folderPath('/roster'), member: 'done' },
  'POST /api/folders/:id/roster': {
    ...folderPath('/roster'),
    body: ({ shared }, person) => nextChange(shared, person, { title: 'another' }),
    member: 'ownersOnly',
  },
  'PUT /api/folders/:id/leaving': { ...folderPath('/leaving'), member: 'done' },
  'DELETE /api/folders/:id/leaving': { ...folderPath('/leaving'), member: 'done' },
  'POST /api/folders/:id/copies': { ...folderPath('/copies'), body: copyBody, member: 'ownersOnly' },
  'POST /api/folders/:id/hidden-names': {
    ...folderPath('/hidden-names'),
    body: () => hiddenNamesBody,
    member: 'ownersOnly',
  },
  'PUT /api/folders/:id/mail': {
    ...folderPath('/mail'),
    body: () => ({ notify_by_email: true }),
    member: 'done',
  },
  'GET /api/folders/:id/webhook': { ...folderPath('/webhook'), member: 'ownersOnly' },
  'PUT /api/folders/:id/webhook': {
    ...folderPath('/webhook'),
    body: () => ({ url: 'https://hooks.example.org/other' }),
    member: 'ownersOnly',
  },
  'POST /api/folders/:id/webhook/secret': { ...folderPath('/webhook/secret'), member: 'ownersOnly' },
  'POST /api/folders/:id/webhook/test': { ...folderPath('/webhook/test'), member: 'ownersOnly' },
  'DELETE /api/folders/:id/webhook': { ...folderPath('/webhook'), member: 'ownersOnly' },
  'GET /api/folders/:id/files': { ...folderPath('/files'), member: 'done' },
  'GET /api/folders/:id/trash': { ...folderPath('/trash'), member: 'ownersOnly' },
  'GET /api/folders/:id/answers': { ...folderPath('/answers'), member: 'done' },
  'GET /api/folders/:id/uploads': { ...folderPath('/uploads'), member: 'done' },
  'DELETE /api/folders/:id/uploads/:upload_id': {
    path: ({ shared, upload }) => `/api/folders/${shared.folder.id}/uploads/${upload}`,
    member: 'ownersOnly',
  },
  'GET /api/folders/download/:id': { path: ({ file }) => `/api/folders/download/${file}`, member: 'done' },
  'HEAD /api/folders/download/:id': { path: ({ file }) => `/api/folders/download/${file}`, member: 'done' },
  'GET /api/folders/files/content': {
    path: ({ file }) => `/api/folders/files/content?ids=${file}`,
    member: 'done',
  },
  'POST /api/folders/files/keys': {
    path: () => '/api/folders/files/keys',
    body: ({ file }) => ({ file_ids: [file] }),
    member: 'done',
  },
  'POST /api/download/links': {
    path: () => '/api/download/links',
    body: ({ file }) => openLink([file]),
    member: 'done',
  },
  'GET /api/download/links/folder/:id': {
    path: ({ shared }) => `/api/download/links/folder/${shared.folder.id}`,
    member: 'done',
  },
  'GET /api/download/links/:id/details': {
    path: ({ tokens }) => `/api/download/links/${tokens.link}/details`,
    member: 'done',
  },
  'GET /api/download/links/:id/sealed': {
    path: ({ tokens }) => `/api/download/links/${tokens.link}/sealed`,
    member: 'done',
  },
  'PUT /api/download/links/:id': {
    path: ({ linkId }) => `/api/download/links/${linkId}`,
    body: () => ({ max_downloads: 5 }),
    member: 'ownersOnly',
  },
  'DELETE /api/download/links/:id': {
    path: ({ linkId }) => `/api/download/links/${linkId}`,
    member: 'ownersOnly',
  },
  'POST /api/folders/files/retention': {
    path: () => '/api/folders/files/retention',
    body: ({ file }) => ({ file_ids: [file], expires_at: null }),
    member: 'ownersOnly',
  },
  'POST /api/folders/files/restore': {
    path: () => '/api/folders/files/restore',
    body: ({ file }) => ({ file_ids: [file] }),
    member: 'ownersOnly',
  },
  'POST /api/folders/:id/restore': { ...folderPath('/restore'), member: 'ownersOnly' },
  'POST /api/folders/files/delete': {
    path: () => '/api/folders/files/delete',
    body: ({ file }) => ({ file_ids: [file] }),
    member: 'ownersOnly',
  },
  'PUT /api/auth/users/me/encrypted-key': {
    path: () => '/api/auth/users/me/encrypted-key',
    body: readmissionBody,
    member: 'ownersOnly',
  },
  'DELETE /api/folders/:id': { ...folderPath(), member: 'ownersOnly' },
}

/** Whether a call names something of administrators: in its path, its query or its body. */
function hasIdFields(call: Call): boolean {
  // A token or a passkey is its maker's, and of no folder.
  if (call.path.includes(':link_token') || /\/(?:api-tokens|passkeys)(?:\/|$)/.test(call.path)) return false
  const names = [call.params, call.query, call.body].flatMap((schema) =>
    schema === undefined ? [] : propertiesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  )
  return names.some((name) => /^(?:ids?|.*_ids?)$/.test(name))
}

function propertiesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...own, ...Object.values(schema).flatMap(propertiesOf)]
}

describe('the table of this file', () => {
  it('has every call that names a folder, file, link or upload: a new one belongs into it', () => {
    const named = everyCall.filter(hasIdFields).map(({ method, path }) => `${method} ${apiBase}${path}`)
    const listed = Object.keys(routeCases).filter((route) => !route.startsWith('HEAD '))
    expect(named.sort()).toEqual(listed.sort())
  })
})

async function requestOutcome(scene: Scene, route: string, person: Person): Promise<RouteOutcome> {
  const { path, body } = assertDefined(routeCases[route])
  const [method = ''] = route.split(' ')
  const payload = body?.(scene, person)
  const reply = await person.browser.send(method as 'GET', path(scene), payload && { payload })
  const { code, errors } = isJsonObject(reply.body) ? (JSON.parse(reply.body) as ErrorAnswer) : {}
  const text = errors?.[0]?.error
  if (reply.statusCode === 404 || text === 'File not found.') return 'unknown'
  if ((reply.statusCode === 403 && code === 'ownersOnly') || text?.startsWith('Only an owner'))
    return 'ownersOnly'
  expect(reply.statusCode, `${route}: ${reply.body}`).toBeLessThan(300)
  return 'done'
}
interface ErrorAnswer {
  code?: string
  errors?: { error: string }[]
}
const isJsonObject = (text: string) => text.startsWith('{')

describe('in a folder of several people', () => {
  // After it, another statement would not follow that of the scene.
  const ofNewKey = ['PUT /api/auth/users/me/encrypted-key']
  it.each([
    ['a new key pair', ofNewKey],
    ['every other call', Object.keys(routeCases).filter((route) => !ofNewKey.includes(route))],
  ])('%s is for its people, and some of it for owners alone', async (_, together) => {
    const world = await createSceneOfPeople()
    const outcomes: Record<string, Partial<Record<RoleName, RouteOutcome>>> = {}
    for (const role of roles) {
      // The owner last, and in this order: what is asked for may be gone then.
      if (role === 'owner') await expectAllThere(world)
      for (const route of together)
        outcomes[route] = {
          ...outcomes[route],
          [role]: await requestOutcome(world, route, world.people[role]),
        }
    }
    for (const route of together) {
      const member = assertDefined(routeCases[route]).member
      expect(outcomes[route], route).toEqual({
        stranger: 'unknown',
        removed: 'unknown',
        member,
        owner: 'done',
      })
    }
  })

  /** What was refused has changed nothing. */
  async function expectAllThere({ people: { owner, removed, stranger }, shared, file, tokens }: Scene) {
    const { id } = shared.folder
    const { description, several } = (await owner.browser.get(`/api/folders/${id}`)).json<{
      description: string | null
      several: { seq: number }
    }>()
    expect([description, several.seq]).toEqual([null, shared.head.seq])
    const listed = (await owner.browser.get(`/api/folders/${id}/files`)).json<FileRecord[]>()
    expect(listed.map((one) => [one.id, one.copied])).toEqual([[file, undefined]])
    const links = await listedLinks(owner.browser, shared.folder)
    expect(links.map((one) => one.link_token)).toEqual(expect.arrayContaining(Object.values(tokens)))
    expect((await owner.browser.get(`/api/folders/${id}/uploads`)).json()).toHaveLength(1)
    for (const { browser, pair } of [removed, stranger])
      expect((await browser.get('/api/auth/public-key')).json()).toEqual({ public_key_spki: pair.spki })
  }

  it('members delete the links they made, owners all, and who was removed none', async () => {
    const { people, shared, tokens } = await createSceneOfPeople()
    const { owner, member, removed } = people
    const isOwn = async ({ browser }: Person) =>
      Object.fromEntries(
        (await listedLinks(browser, shared.folder)).map((one: DownloadLink) => [one.link_token, one.is_own]),
      )
    const { link, ofMember, ofRemoved } = tokens
    expect(await isOwn(owner)).toEqual({ [link]: true, [ofMember]: false, [ofRemoved]: false })
    expect(await isOwn(member)).toEqual({ [link]: false, [ofMember]: true, [ofRemoved]: false })
    const statusOf = async (token: string, { browser }: Person) =>
      (await browser.delete(`/api/download/links/${token}`)).statusCode
    expect(await statusOf(ofRemoved, removed)).toBe(404)
    expect((await removed.browser.get(`/api/download/links/${ofRemoved}/sealed`)).statusCode).toBe(404)
    expect(await statusOf(ofRemoved, member)).toBe(403)
    expect(await statusOf(ofMember, member)).toBe(204)
    expect(await statusOf(ofRemoved, owner)).toBe(204)
    expect(await isOwn(member)).toEqual({ [link]: false })
  })

  it('is listed by its people and nobody else, each with their role', async () => {
    const { people, shared } = await createSceneOfPeople()
    const { folder, seq } = shared.head
    for (const [role, { browser }] of Object.entries(people)) {
      const folders = (await browser.get('/api/folders/')).json<{ several: object }[]>()
      const isOfThem = role === 'owner' || role === 'member'
      expect(folders.map(({ several }) => several)).toEqual(
        isOfThem ? [{ folder, role, people: 3, seq, leaving: 0 }] : [],
      )
    }
  })

  it('a download by anybody of its people marks the file for all of them', async () => {
    const { people, shared, file } = await createSceneOfPeople()
    await people.member.browser.get(`/api/folders/download/${file}`)
    const [listed] = (await people.owner.browser.get(`/api/folders/${shared.folder.id}/files`)).json<
      FileRecord[]
    >()
    expect(listed?.last_downloaded_admin).toMatch(/Z$/)
  })

  it('who becomes an owner does what owners do, and who is one no longer does not', async () => {
    const { people, shared } = await createSceneOfPeople()
    const { owner, member } = people
    const members = shared.head.members.map((one) =>
      one.user === member.id ? { ...one, role: 'owner' as const } : one,
    )
    const handed = await changeFolder(shared, owner, { members })
    const left = await removePerson(handed, member, owner)
    expect((await owner.browser.get(`/api/folders/${shared.folder.id}`)).statusCode).toBe(404)
    expect((await member.browser.delete(`/api/folders/${left.folder.id}`)).statusCode).toBe(204)
  })
})
