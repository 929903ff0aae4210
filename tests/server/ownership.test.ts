import { describe, expect, it } from 'vitest'
import type { Folder } from '../../contract/schemas/folders.ts'
import { minPartChunks, sealedChunkBytes } from '../../contract/limits.ts'
import { admissions } from '../../contract/scopes.ts'
import { everyCall } from '../../server/openapi/everyCall.ts'
import { createWebhookClient } from '../../server/notices/webhookClient.ts'
import { createLink, listedLinks, openLink, uploadFiles } from './links.ts'
import { registeredRoutes } from './registeredRoutes.ts'
import { newTokenClient } from './tokenClient.ts'
import { type Browser, recipientKey, startTestServer, verifier } from './testServer.ts'
import { hiddenNamesBody } from './uploads.ts'

const secretName = 'the-secret-of-alice.txt'

/** Nobody looks up what this machine may know. */
const webhookClientWithoutDns = createWebhookClient({
  isAllowed: undefined,
  resolve: () => Promise.resolve([]),
})

async function createTwoAdministrators() {
  const server = await startTestServer({ webhookClient: webhookClientWithoutDns })
  const alice = await server.signIn('alice')
  const bob = await server.signIn('bob')
  const folder = await alice.createFolder({ title: 'secret of alice' })
  await alice.put(`/api/folders/${folder.id}/webhook`, { url: 'https://hooks.example.org/' })
  const files = [{ name: secretName, bytes: Buffer.from('sealed bytes of alice') }]
  const [file = 0] = await uploadFiles(server.app, alice, folder, files)
  const { link_token } = await createLink(alice, openLink([file]))
  const [link] = await listedLinks(alice, folder)
  const begun = await server.app.inject({
    method: 'POST',
    url: `/api/upload/${folder.link_token}/files`,
    payload: { size: 1000, part_size: minPartChunks * sealedChunkBytes },
  })
  const { upload_id } = begun.json<{ upload_id: string }>()
  const { id: token } = await newTokenClient(alice)
  const { id: passkey } = (await alice.post('/api/auth/passkeys', passkeyBody)).json<{ id: number }>()
  const linked = { link: link?.id ?? 0, linkToken: link_token }
  const ids = { folder: folder.id, file, ...linked, upload: upload_id, token, passkey }
  return { server, alice, bob, folder, ids }
}

type ResourceIds = Awaited<ReturnType<typeof createTwoAdministrators>>['ids']

const passkeyBody = {
  ...{ password: verifier, name: 'Laptop', credential_id: 'AAAA', rp_id: 'files.example.org' },
  ...{
    transports: ['internal'],
    wrap: Buffer.alloc(1300, 1).toString('base64'),
    public_key_spki: recipientKey,
  },
}
const rosterChangeBody = { statement: '{}', signature: 'AAAA', grants: [] }
const copyBody = {
  copy_id: 'A'.repeat(22),
  sealed_to: 'A'.repeat(43),
  files: [{ file_id: 1, encrypted_key: 'AAAA' }],
}

/**
 * Every call of administrators that names something by an id in its path: whose id that is, and a body that passes
 * validation where the call takes one. Their owner can make all calls in this order. Who may do what in a folder of several people: tests/server/members.test.ts.
 */
const ownedRoutes: Record<
  string,
  { id: keyof ResourceIds | (keyof ResourceIds)[]; body?: object; ofSeveral?: true }
> = {
  'GET /api/folders/:id': { id: 'folder' },
  'PUT /api/folders/:id': { id: 'folder', body: { title: 'another title', private_names: true } },
  'GET /api/folders/:id/roster': { id: 'folder', ofSeveral: true },
  'POST /api/folders/:id/roster': { id: 'folder', body: rosterChangeBody, ofSeveral: true },
  'PUT /api/folders/:id/leaving': { id: 'folder', ofSeveral: true },
  'DELETE /api/folders/:id/leaving': { id: 'folder', ofSeveral: true },
  'POST /api/folders/:id/copies': { id: 'folder', body: copyBody, ofSeveral: true },
  'POST /api/folders/:id/hidden-names': { id: 'folder', body: hiddenNamesBody },
  'PUT /api/folders/:id/mail': { id: 'folder', body: { notify_by_email: true } },
  'GET /api/folders/:id/webhook': { id: 'folder' },
  'PUT /api/folders/:id/webhook': { id: 'folder', body: { url: 'https://hooks.example.org/other' } },
  'POST /api/folders/:id/webhook/secret': { id: 'folder' },
  'POST /api/folders/:id/webhook/test': { id: 'folder' },
  'DELETE /api/folders/:id/webhook': { id: 'folder' },
  'GET /api/folders/:id/files': { id: 'folder' },
  'GET /api/folders/:id/trash': { id: 'folder' },
  'POST /api/folders/:id/restore': { id: 'folder' },
  'GET /api/folders/:id/answers': { id: 'folder' },
  'GET /api/folders/:id/uploads': { id: 'folder' },
  'DELETE /api/folders/:id/uploads/:upload_id': { id: 'folder' },
  'GET /api/folders/download/:id': { id: 'file' },
  'HEAD /api/folders/download/:id': { id: 'file' },
  'GET /api/download/links/folder/:id': { id: 'folder' },
  'GET /api/download/links/:id/details': { id: 'linkToken' },
  'GET /api/download/links/:id/sealed': { id: 'linkToken' },
  'PUT /api/download/links/:id': { id: ['link', 'linkToken'], body: { max_downloads: 2 } },
  'DELETE /api/auth/api-tokens/:id': { id: 'token' },
  'POST /api/auth/passkeys/:id/wrap': { id: 'passkey' },
  'PUT /api/auth/passkeys/:id': { id: 'passkey', body: { password: verifier, name: 'Phone' } },
  'POST /api/auth/passkeys/:id/delete': { id: 'passkey', body: { password: verifier } },
  'DELETE /api/download/links/:id': { id: ['link', 'linkToken'] },
  'DELETE /api/folders/:id': { id: 'folder' },
}

/** Calls for whoever holds a link: a random token in the path is what allows them, and no administrator owns them. */
const linkRoutes = [
  'GET /api/upload/:link_token/status',
  'POST /api/upload/:link_token/request-code',
  'POST /api/upload/:link_token/verify-password',
  'POST /api/upload/:link_token/verify-code',
  'POST /api/upload/:link_token/confirmation',
  'GET /api/upload/:link_token/public-key',
  'POST /api/upload/:link_token',
  'POST /api/upload/:link_token/files',
  'GET /api/upload/:link_token/files/:upload_id',
  'DELETE /api/upload/:link_token/files/:upload_id',
  'PUT /api/upload/:link_token/files/:upload_id/parts/:n',
  'POST /api/upload/:link_token/files/:upload_id/parts/:n/address',
  'GET /api/download/:link_token/status',
  'POST /api/download/:link_token/verify-password',
  'POST /api/download/:link_token/request-code',
  'POST /api/download/:link_token/verify-code',
  'GET /api/download/:link_token/file/:id',
  'HEAD /api/download/:link_token/file/:id',
  'GET /api/download/:link_token/files',
  'GET /api/reminders/:token/off',
  'POST /api/reminders/:token/off',
]

const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const bodyFor = (method: string, body: object = {}) =>
  method === 'GET' || method === 'HEAD' ? {} : { payload: body }

/** Those that API tokens are good for. */
const tokenRoutes = Object.keys(ownedRoutes).filter((route) => {
  const path = route.replace(/^[A-Z]+ \/api/, '')
  const method = route.startsWith('HEAD') ? 'GET' : route.split(' ')[0]
  const call = everyCall.find((one) => one.path === path && one.method === method)
  return call !== undefined && typeof admissions[call.name] !== 'string'
})

/** The paths of one route that name what is Alice's. */
function ownedUrls(route: string, ids: ResourceIds): string[] {
  const [, path = ''] = route.split(' ')
  return [ownedRoutes[route]?.id ?? []]
    .flat()
    .map((name) => path.replace(':id', String(ids[name])).replace(':upload_id', ids.upload))
}

describe('the tables of this file', () => {
  it('name every route with an id in its path: a new one belongs into one of them', async () => {
    const { app } = await startTestServer()
    const withId = registeredRoutes(app).filter((route) => / \/api\/.*:/.test(route))
    expect(withId.sort()).toEqual([...Object.keys(ownedRoutes), ...linkRoutes].sort())
  })
})

describe('what belongs to another administrator', () => {
  it('does not exist, by any HTTP method', async () => {
    const { server, alice, bob, folder, ids } = await createTwoAdministrators()
    for (const route of Object.keys(ownedRoutes)) {
      const [, path = ''] = route.split(' ')
      for (const url of ownedUrls(route, ids)) {
        for (const method of httpMethods) {
          const reply = await bob.send(method, url, bodyFor(method, ownedRoutes[`${method} ${path}`]?.body))
          expect(reply.statusCode, `${method} ${url}`).toBe(404)
          expect(reply.body).not.toMatch(/alice/)
          expect(reply.headers).not.toHaveProperty('x-encrypted-key')
          expect(reply.headers).not.toHaveProperty('x-encryption-iv')
        }
      }
      // All of it is still there.
      expect(await listedLinks(alice, folder), route).toHaveLength(1)
      expect((await alice.get(`/api/folders/download/${ids.file}`)).body).toBe('sealed bytes of alice')
      expect((await server.app.inject(`/api/download/${ids.linkToken}/status`)).statusCode).toBe(200)
    }
    await expectAnswers(
      (method, url, options) => alice.send(method, url, options),
      ids,
      Object.keys(ownedRoutes),
    )
  })

  it('does not exist for a script of somebody else, either', async () => {
    const { server, alice, bob, ids } = await createTwoAdministrators()
    const [ofAlice, ofBob] = [await newTokenClient(alice), await newTokenClient(bob)]
    for (const route of tokenRoutes) {
      const [method = ''] = route.split(' ')
      for (const url of ownedUrls(route, ids)) {
        const reply = await ofBob.send(method, url, bodyFor(method, ownedRoutes[route]?.body))
        expect(reply.statusCode, `${method} ${url}`).toBe(404)
        expect(reply.body).not.toMatch(/alice/)
        for (const header of ['x-encrypted-key', 'x-encryption-iv', 'set-cookie'])
          expect(reply.headers).not.toHaveProperty(header)
      }
      expect((await alice.get(`/api/folders/download/${ids.file}`)).body).toBe('sealed bytes of alice')
    }
    await expectAnswers((method, url, options) => ofAlice.send(method, url, options), ids, tokenRoutes)
    expect(server.logged()).not.toContain(ofAlice.token)
  })

  /** The calls are ones that answer their owner. */
  async function expectAnswers(send: Browser['send'], ids: ResourceIds, routes: readonly string[]) {
    for (const route of routes) {
      const [method = ''] = route.split(' ')
      const [url = ''] = ownedUrls(route, ids)
      const own = await send(method as 'GET', url, bodyFor(method, ownedRoutes[route]?.body))
      if (ownedRoutes[route]?.ofSeveral) expect(own.json()).toMatchObject({ code: 'notShared' })
      else expect(own.statusCode, route).toBeLessThan(300)
    }
  }

  it('cannot be changed, and a change that is wrong in itself is not told so', async () => {
    const { alice, bob, folder } = await createTwoAdministrators()
    for (const id of [folder.id, 999]) {
      for (const payload of [{ title: 'of bob', link_password: '' }, { is_active: false }, {}]) {
        const reply = await bob.put(`/api/folders/${id}`, payload)
        expect([reply.statusCode, reply.json()]).toEqual([
          404,
          { detail: 'Folder not found or could not be loaded.', code: 'folderNotFound' },
        ])
      }
    }
    const { title, is_active } = (await alice.get(`/api/folders/${folder.id}`)).json<Folder>()
    expect([title, is_active]).toEqual(['secret of alice', true])
  })

  it('is in no list and in no bulk answer', async () => {
    const { alice, bob, folder, ids } = await createTwoAdministrators()
    expect((await bob.get('/api/folders/')).json()).toEqual([])
    const calls = [
      ['/api/folders/files/keys', { file_ids: [ids.file] }],
      ['/api/download/links', openLink([ids.file])],
    ] as const
    for (const [url, body] of calls) {
      const reply = await bob.post(url, body)
      expect(reply.statusCode, url).toBe(404)
      expect(reply.body, url).not.toMatch(/alice|AAAA/)
    }
    const deleted = await bob.post('/api/folders/files/delete', { file_ids: [ids.file] })
    expect(deleted.json()).toEqual({ errors: [{ file_id: ids.file, error: 'File not found.' }] })
    const restored = await bob.post('/api/folders/files/restore', { file_ids: [ids.file] })
    expect(restored.json()).toEqual(deleted.json())
    const kept = { file_ids: [ids.file], expires_at: null }
    expect((await bob.post('/api/folders/files/retention', kept)).json()).toEqual(deleted.json())
    expect(await listedLinks(alice, folder)).toHaveLength(1)
  })

  it('is answered like what nobody has', async () => {
    const { bob, ids } = await createTwoAdministrators()
    const nobody: ResourceIds = {
      ...{ folder: 999, file: 999, link: 999, token: 999, passkey: 999 },
      ...{ linkToken: 'A'.repeat(22), upload: 'A'.repeat(22) },
    }
    const repliesTo = async (browser: Browser, route: string, of: ResourceIds) => {
      const [method = ''] = route.split(' ')
      const replies = ownedUrls(route, of).map((url) =>
        browser.send(method as 'GET', url, bodyFor(method, ownedRoutes[route]?.body)),
      )
      return (await Promise.all(replies)).map((reply) => [reply.statusCode, reply.body])
    }
    for (const route of Object.keys(ownedRoutes)) {
      expect(await repliesTo(bob, route, ids), route).toEqual(await repliesTo(bob, route, nobody))
    }
  })
})

it('no stranger may do what an administrator may', async () => {
  const { server, ids } = await createTwoAdministrators()
  const routes = [
    ...Object.keys(ownedRoutes),
    'GET /api/auth/users/me',
    'PUT /api/auth/users/me',
    'PUT /api/auth/users/me/language',
    'PUT /api/auth/users/me/reminders',
    'POST /api/auth/users/me/email/request-code',
    'POST /api/auth/users/me/email/confirm',
    'POST /api/auth/change-password',
    'POST /api/auth/2fa/setup',
    'POST /api/auth/2fa/enable',
    'POST /api/auth/2fa/disable',
    'POST /api/auth/verify-password',
    'GET /api/auth/public-key',
    'PUT /api/auth/public-key',
    'GET /api/auth/users/me/encrypted-key',
    'PUT /api/auth/users/me/encrypted-key',
    'GET /api/folders/',
    'POST /api/folders/',
    'POST /api/folders/files/keys',
    'GET /api/folders/files/content?ids=1',
    'POST /api/folders/files/delete',
    'POST /api/folders/files/restore',
    'POST /api/folders/files/retention',
    'GET /api/folders/trash',
    'GET /api/deliveries',
    'POST /api/download/links',
    'GET /api/people?username=alice',
    'GET /api/contacts',
    'PUT /api/contacts',
    'GET /api/auth/api-tokens',
    'POST /api/auth/api-tokens',
  ]
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    for (const url of ownedRoutes[route] ? ownedUrls(route, ids) : [path]) {
      const reply = await server.app.inject({ method: method as 'GET', url })
      expect(reply.statusCode, route).toBe(401)
      expect(reply.body, route).not.toMatch(/alice/)
    }
  }
})
