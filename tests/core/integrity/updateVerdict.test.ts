import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { updateVerdict } from '../../../core/integrity/updateVerdict.ts'
import { newSigningKey } from '../../../e2e/minisignKey.ts'

const signing = newSigningKey()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const next = {
  '/serviceWorker.js': 'service worker',
  '/assets/index-aaaaaaaa.js': 'script',
  '/index.html': 'page',
}
const list = JSON.stringify({
  ...{ v: 1, version: '0.2.0', build: '0'.repeat(16), headers: [{}] },
  files: [
    { path: '/', language: 'de', sha256: sha256('Seite'), headers: 0 },
    { path: '/', language: 'en', sha256: sha256('page'), headers: 0 },
    ...Object.entries(next).map(([path, text]) => ({ path, sha256: sha256(text), headers: 0 })),
  ],
})
const signature = signing.sign(Buffer.from(list))

/** What a server and the browser's cache have. */
type Files = Readonly<Record<string, string | number>>

async function verdict(served: Files = {}, stored: Files = {}) {
  const files: Files = { ...next, '/integrity.json': list, '/integrity.json.minisig': signature, ...served }
  const respond = (content: string | number | undefined) =>
    typeof content === 'string' ? new Response(content) : new Response(null, { status: content ?? 404 })
  return updateVerdict({
    key: signing.publicKey,
    fetch: (path) => Promise.resolve(respond(files[path])),
    stored: (async function* () {
      for (const [path, content] of Object.entries({ ...next, ...stored }))
        yield [path, respond(content)] as const
    })(),
  })
}

describe('the next version', () => {
  it('is that of the signed list if all of it is listed', async () => {
    expect(await verdict()).toEqual({ state: 'signed', version: '0.2.0' })
    expect(await verdict({}, { '/index.html': 'Seite' })).toEqual({ state: 'signed', version: '0.2.0' })
  })

  it.each([
    ['the service worker', { '/serviceWorker.js': 'service worker.' }, {}],
    ['a stored script', {}, { '/assets/index-aaaaaaaa.js': 'scripT' }],
    ['a stored page', {}, { '/index.html': 'page ' }],
    ['a file that no list has', {}, { '/assets/more-bbbbbbbb.js': 'script' }],
    ['a file in the place of another', {}, { '/assets/index-aaaaaaaa.js': 'page' }],
  ])('is another than the signed one by %s', async (_, served, stored) =>
    expect(await verdict(served, stored)).toEqual({ state: 'altered', version: '0.2.0' }),
  )

  it.each([
    ['without a list', { '/integrity.json': 404 }],
    ['without a signature', { '/integrity.json.minisig': 404 }],
    [
      'with a signature of another key',
      { '/integrity.json.minisig': newSigningKey().sign(Buffer.from(list)) },
    ],
    ['with a list that was altered', { '/integrity.json': list.replace('0.2.0', '0.3.0') }],
    ['with a page in place of the signature', { '/integrity.json.minisig': '<!doctype html>' }],
  ])('is not signed %s', async (_, served) => expect(await verdict(served)).toEqual({ state: 'unsigned' }))

  it('is not judged while the server fails', async () =>
    expect(await verdict({ '/integrity.json': 503 })).toEqual({ state: 'unknown' }))
})
