import { describe, expect, it } from 'vitest'
import type { Folder } from '../../contract/folders.ts'
import { type Browser, startTestServer } from './testServer.ts'
import { uploadForm } from './uploads.ts'

const secretName = 'the-secret-of-alice.txt'

async function twoAdministrators() {
  const server = await startTestServer()
  const alice = await server.signIn('alice')
  const bob = await server.signIn('bob')
  const folder = await alice.createFolder({ title: 'secret of alice' })
  const url = `/api/upload/${folder.link_token}`
  const files = [{ name: secretName, bytes: Buffer.from('sealed bytes of alice') }]
  await server.app.inject({ method: 'POST', url, ...uploadForm({ files }) })
  return { server, alice, bob, folder }
}

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const

describe('what belongs to another administrator', () => {
  it.each(['/api/folders/1', '/api/folders/1/files', '/api/folders/download/1'])(
    'does not exist: %s, by any verb',
    async (path) => {
      const { alice, bob } = await twoAdministrators()
      for (const verb of verbs) {
        const reply = await bob.send(verb, path, verb === 'GET' || verb === 'HEAD' ? {} : { payload: {} })
        expect(reply.statusCode, verb).toBe(404)
        expect(reply.body).not.toMatch(/alice/)
        expect(reply.headers).not.toHaveProperty('x-encrypted-key')
      }
      expect((await alice.get(path)).statusCode).toBe(200)
    },
  )

  it('cannot be changed, and a change that is wrong in itself is not told so', async () => {
    const { alice, bob, folder } = await twoAdministrators()
    for (const id of [folder.id, 999]) {
      for (const payload of [{ title: 'of bob', link_password: '' }, { is_active: false }, {}]) {
        const reply = await bob.put(`/api/folders/${id}`, payload)
        expect([reply.statusCode, reply.json()]).toEqual([
          404,
          { detail: 'Folder not found or could not be loaded.' },
        ])
      }
    }
    const { title, is_active } = (await alice.get(`/api/folders/${folder.id}`)).json<Folder>()
    expect([title, is_active]).toEqual(['secret of alice', true])
  })

  it('is in no list and in no bulk answer', async () => {
    const { bob } = await twoAdministrators()
    expect((await bob.get('/api/folders/')).json()).toEqual([])
    const reply = await bob.post('/api/folders/files/keys', { file_ids: [1] })
    expect(reply.statusCode).toBe(404)
    expect(reply.body).not.toMatch(/alice|AAAA/)
  })

  it('is answered like what nobody has', async () => {
    const { bob } = await twoAdministrators()
    const body = async (browser: Browser, path: string) => (await browser.get(path)).body
    expect(await body(bob, '/api/folders/1')).toBe(await body(bob, '/api/folders/999'))
    expect(await body(bob, '/api/folders/download/1')).toBe(await body(bob, '/api/folders/download/999'))
  })
})

describe('a stranger', () => {
  it.each([
    ['GET', '/api/auth/users/me'],
    ['POST', '/api/auth/verify-password'],
    ['GET', '/api/auth/public-key'],
    ['PUT', '/api/auth/public-key'],
    ['GET', '/api/auth/users/me/encrypted-key'],
    ['PUT', '/api/auth/users/me/encrypted-key'],
    ['GET', '/api/folders/'],
    ['POST', '/api/folders/'],
    ['GET', '/api/folders/1'],
    ['PUT', '/api/folders/1'],
    ['DELETE', '/api/folders/1'],
    ['GET', '/api/folders/1/files'],
    ['POST', '/api/folders/files/keys'],
    ['GET', '/api/folders/download/1'],
    ['HEAD', '/api/folders/download/1'],
  ] as const)('may not %s %s', async (method, url) => {
    const { server } = await twoAdministrators()
    const reply = await server.app.inject({ method, url })
    expect(reply.statusCode).toBe(401)
    expect(reply.body).not.toMatch(/alice/)
  })
})
