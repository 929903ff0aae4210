import { expect, it } from 'vitest'
import { maxReportedNameLength } from '../../server/http/calls.ts'
import { maxIssues } from '../../server/http/validation.ts'
import { openLink, startServerWithFiles } from './links.ts'
import { startTestServer } from './testServer.ts'

const unknownFieldIssue = (...loc: (string | number)[]) => ({
  ...{ loc: ['body', ...loc], msg: 'Unknown field.', type: 'unknown_field' },
})

it('refuses a member that is mistyped, and changes nothing', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  const made = await browser.post('/api/folders/', { title: 'Report', expires_in_day: 7 })
  expect([made.statusCode, made.json()]).toEqual([
    422,
    { detail: [unknownFieldIssue('expires_in_day')], code: 'unknownField' },
  ])
  expect((await browser.get('/api/folders/')).json()).toEqual([])
  const { id } = await browser.createFolder()
  const changed = await browser.put(`/api/folders/${id}`, { title: 'x', isActive: false })
  expect(changed.json()).toMatchObject({ detail: [unknownFieldIssue('isActive')] })
})

it('names what it does not know within objects and lists, within bounds', async () => {
  const { signIn } = await startTestServer()
  const browser = await signIn()
  const field = { label: 'Name', kind: 'text', required: true, requird: false }
  const nested = await browser.post('/api/folders/', { title: 'x', sender_fields: [field] })
  expect(nested.json()).toMatchObject({ detail: [unknownFieldIssue('sender_fields', 0, 'requird')] })
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`x${i}`, 1]))
  const bounded = await browser.post('/api/folders/', { title: 'x', ...many })
  expect(bounded.json<{ detail: object[] }>().detail).toHaveLength(maxIssues)
  const long = await browser.post('/api/folders/', { title: 'x', ['y'.repeat(10_000)]: 1 })
  expect(long.json()).toMatchObject({ detail: [unknownFieldIssue('y'.repeat(maxReportedNameLength))] })
})

it('refuses it of strangers too, and where all members may be left out', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  const { link_token } = await browser.createFolder()
  const url = `/api/upload/${link_token}/verify-password`
  const payload = { link_password: 'a', pasword: 'b' }
  const reply = await server.app.inject({ method: 'POST', url, payload })
  expect([reply.statusCode, reply.json()]).toMatchObject([422, { detail: [unknownFieldIssue('pasword')] }])
})

it('ignores fields of forms that it does not know, as OAuth clients send them', async () => {
  const server = await startTestServer()
  const password = 'not the password'
  for (const [type, payload] of [
    ['application/x-www-form-urlencoded', `grant_type=password&username=admin&password=${password}`],
    [
      'multipart/form-data; boundary=b',
      ['grant_type', 'username', 'password']
        .map((name) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n`)
        .join('') + '--b--\r\n',
    ],
  ] as const) {
    const headers = { 'content-type': type }
    const reply = await server.app.inject({ method: 'POST', url: '/api/auth/token', payload, headers })
    expect(reply.statusCode, reply.body).toBe(401)
  }
})

it('takes a folder back as it was answered, with what was changed in it', async () => {
  const { signIn } = await startTestServer()
  const browser = await signIn()
  const { id } = await browser.createFolder()
  const read = (await browser.get(`/api/folders/${id}`)).json<object>()
  const reply = await browser.put(`/api/folders/${id}`, { ...read, title: 'Another' })
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { title: 'Another' }])
  expect((await browser.post('/api/folders/', { ...read })).statusCode).toBe(422)
})

it('takes what pages of ours have sent once, and ignores it', async () => {
  const { browser, ids } = await startServerWithFiles()
  const made = await browser.post('/api/download/links', { ...openLink(ids), wrapped_link_key: 'AAAA' })
  expect(made.statusCode, made.body).toBe(200)
})
