import { describe, expect, it } from 'vitest'
import { exceededBound, maxJsonValues } from '../../../contract/jsonBounds.ts'
import { maxJsonDepth } from '../../../contract/limits.ts'
import { maxFormFields } from '../../../server/http/forms.ts'
import { createLink, openLink, startServerWithFiles } from '../links.ts'
import { startTestServer, type Browser } from '../testServer.ts'

const nestedArray = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const postText = (browser: Browser, path: string, payload: string) =>
  browser.send('POST', path, { payload, headers: { 'content-type': 'application/json' } })

describe('what is made of JSON', () => {
  const bounds = { depth: 2, values: 4 }
  const beyond = (json: string) => exceededBound(Buffer.from(json), bounds)

  it.each(['', '1', '"a"', '{}', '[[]]', '{"a":[]}', '[1,2,3]', '[{"a":1},2]', '[[1],2]'])(
    'takes %s',
    (json) => expect(beyond(json)).toBeUndefined(),
  )
  it.each(['[[[', '{"a":[{'])('finds %s too deep', (json) => expect(beyond(json)).toBe('depth'))
  it.each(['[1,2,3,4]', '[[1],[2]]', ',,,,'])('finds too much in %s', (json) =>
    expect(beyond(json)).toBe('values'),
  )
  it.each([
    ['brackets in a text', '["[[[["]', undefined],
    ['an escaped quote', String.raw`["\"[[[["]`, undefined],
    ['a backslash before the end of a text', String.raw`["\\",[[`, 'depth'],
    ['a backslash and a quote in a text', String.raw`["\\\"[[[["]`, undefined],
    ['an empty text', '["",[[', 'depth'],
    ['a text that does not end', '["[[[[', undefined],
    ['a text that ends with an escaped quote', String.raw`["\"`, undefined],
    ['a text of other letters', '["ä€😀[[[[",1]', undefined],
  ] as const)('knows %s', (_, json, bound) => expect(beyond(json)).toBe(bound))
})

describe('a body of JSON', () => {
  it.each([maxJsonDepth, 32_000])(
    'that is nested %i deep below an object is a 422 for strangers',
    async (depth) => {
      const { newBrowser } = await startTestServer()
      const reply = await postText(newBrowser(), '/api/auth/prelogin', `{"username":${nestedArray(depth)}}`)
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toEqual({
        detail: [{ loc: ['body'], msg: 'The JSON is nested too deeply.', type: 'custom' }],
      })
    },
  )

  it.each(['/api/folders/', '/api/download/links', '/api/folders/files/keys', '/api/folders/files/delete'])(
    'that is nested as deep as its length allows is refused by %s',
    async (path) => {
      const { signIn } = await startTestServer()
      const reply = await postText(await signIn(), path, `{"title":${nestedArray(400_000)}}`)
      expect(reply.statusCode).toBe(422)
    },
  )

  it('that is nested as deep as may be is looked at by its schema', async () => {
    const { newBrowser } = await startTestServer()
    const reply = await postText(
      newBrowser(),
      '/api/auth/prelogin',
      `{"username":${nestedArray(maxJsonDepth - 1)}}`,
    )
    expect(reply.json()).toMatchObject({ detail: [{ loc: ['body', 'username'], type: 'invalid_type' }] })
  })

  it('that has too many values is a 422', async () => {
    const { signIn } = await startTestServer()
    const browser = await signIn()
    const payload = `{"title":"a","more":[${'0,'.repeat(maxJsonValues)}0]}`
    const reply = await postText(browser, '/api/folders/', payload)
    expect(reply.json()).toEqual({
      detail: [{ loc: ['body'], msg: 'The JSON has too many values.', type: 'custom' }],
    })
  })

  it('that is none, or empty, is answered as ever', async () => {
    const { newBrowser } = await startTestServer()
    for (const payload of ['', '{', 'nothing', '{"__proto__":{}}'])
      expect((await postText(newBrowser(), '/api/auth/prelogin', payload)).statusCode).toBe(400)
  })
})

describe('a urlencoded form', () => {
  it.each([
    [maxFormFields, 200],
    [maxFormFields + 1, 422],
  ])('of %i fields is answered with %i', async (fields, status) => {
    const { signIn } = await startTestServer()
    const reply = await (
      await signIn()
    ).send('POST', '/api/folders/', {
      payload: `title=a${'&'.repeat(fields - 1)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(reply.statusCode).toBe(status)
    if (status === 422)
      expect(reply.json()).toEqual({
        detail: [{ loc: ['body'], msg: 'The form has too many fields.', type: 'custom' }],
      })
  })
})

describe('a NUL character', () => {
  const nulRefusal = (loc: (string | number)[]) => ({
    detail: [{ loc, msg: 'Must not contain a NUL character.', type: 'custom' }],
  })

  it('is refused where a body has it, and the place is told', async () => {
    const { signIn } = await startTestServer()
    const browser = await signIn()
    const field = { label: 'Which?', kind: 'choice', required: false, options: ['a', 'b'] }
    const folder = { title: 'a', description: 'b\0' }
    expect((await browser.post('/api/folders/', folder)).json()).toEqual(nulRefusal(['body', 'description']))
    const form = await browser.send('POST', '/api/folders/', {
      payload: 'title=a&description=b%00',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.json()).toEqual(nulRefusal(['body', 'description']))
    const days = { title: 'a', sender_fields: [field], expires_in_days: [{ a: ['\0'] }] }
    const { id } = await browser.createFolder()
    expect((await browser.put(`/api/folders/${id}`, days)).json()).toEqual(
      nulRefusal(['body', 'expires_in_days', 0, 'a', 0]),
    )
  })

  it('is refused in an address, too', async () => {
    const { signIn } = await startTestServer()
    const browser = await signIn()
    expect((await browser.get('/api/people?username=a%00b')).json()).toEqual(
      nulRefusal(['query', 'username']),
    )
  })
})

describe('the keys of a link', () => {
  const refusal = async (json: (ids: number[]) => string) => {
    const { browser, ids } = await startServerWithFiles([{ name: 'a' }])
    const reply = await browser.post('/api/download/links', {
      ...openLink(ids),
      reencrypted_keys_json: json(ids),
    })
    return [reply.statusCode, reply.json<{ detail: { msg: string }[] }>().detail[0]?.msg]
  }

  it('are refused before anything is made of what is nested, or too many', async () => {
    expect(await refusal((ids) => `{"${ids[0]}":${nestedArray(1_000_000)}}`)).toEqual([
      422,
      'Not a map of file ids to keys.',
    ])
    expect(await refusal(() => `{${'"":0,'.repeat(500_000)}"1":0}`)).toEqual([
      422,
      'There is a key for a file that is not in the list.',
    ])
  })

  it('are taken as they are meant', async () => {
    const { browser, ids } = await startServerWithFiles([{ name: 'a' }, { name: 'b' }])
    expect(await createLink(browser, openLink(ids))).toMatchObject({ has_password: false })
  })
})
