import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { maxServedBytes } from '../../../contract/integrityFiles.ts'
import { updateVerdict } from '../../../core/integrity/updateVerdict.ts'
import { newMinisignKey } from '../../../e2e/minisignKey.ts'

const signingKey = newMinisignKey()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const serviceWorkerScript = `self.list=[{"revision":null,"url":"assets/index-aaaaaaaa.js"},\
{"isForAdministrators":true,"revision":null,"url":"assets/profile-cccccccc.js"},\
{"revision":"0f","url":"index.html"}]`
const listedFiles = {
  '/serviceWorker.js': serviceWorkerScript,
  '/assets/index-aaaaaaaa.js': 'script',
  '/assets/profile-cccccccc.js': 'profile',
  '/index.html': 'page',
}
const integrityJson = JSON.stringify({
  ...{ v: 1, version: '0.2.0', build: '0'.repeat(16), headers: [{}] },
  files: [
    { path: '/index.html', language: 'de', sha256: sha256('Seite'), headers: 0 },
    ...Object.entries(listedFiles).map(([path, text]) => ({ path, sha256: sha256(text), headers: 0 })),
  ],
})
const signature = signingKey.sign(Buffer.from(integrityJson))

/** Texts of files that a server has, or statuses without one. */
type ServedFiles = Readonly<Record<string, string | number>>
/** Texts of files in the browser's cache, by key. */
type CachedFiles = Readonly<Record<string, string>>

async function verdictFor(served: ServedFiles = {}, stored: CachedFiles = {}, installed = '0.1.0') {
  const files: ServedFiles = {
    '/serviceWorker.js': serviceWorkerScript,
    '/integrity.json': integrityJson,
    '/integrity.json.minisig': signature,
    ...served,
  }
  const kept: CachedFiles = {
    '/assets/index-aaaaaaaa.js': 'script',
    '/index.html?__WB_REVISION__=0f': 'page',
    ...stored,
  }
  return updateVerdict({
    key: signingKey.publicKey,
    installed,
    fetch: (path) => {
      const content = files[path] ?? 404
      return Promise.resolve(
        typeof content === 'string' ? new Response(content) : new Response(null, { status: content }),
      )
    },
    stored: (key) => Promise.resolve(kept[key] === undefined ? undefined : new Response(kept[key])),
  })
}

describe('the next version', () => {
  it('is that of the signed list if all of it is listed', async () => {
    expect(await verdictFor()).toEqual({ state: 'signed', version: '0.2.0' })
    expect(await verdictFor({}, { '/index.html?__WB_REVISION__=0f': 'Seite' })).toMatchObject({
      state: 'signed',
    })
    expect(await verdictFor({}, { '/assets/profile-cccccccc.js': 'profile' })).toMatchObject({
      state: 'signed',
    })
  })

  it('is not judged by what versions that were never activated left in the cache', async () => {
    const leftovers = { '/assets/index-bbbbbbbb.js': 'skipped', '/index.html?__WB_REVISION__=0e': 'skipped' }
    expect(await verdictFor({}, leftovers)).toEqual({ state: 'signed', version: '0.2.0' })
  })

  it.each([
    ['the service worker', { '/serviceWorker.js': `${serviceWorkerScript}\n//` }, {}],
    [
      'a service worker that precaches another file',
      { '/serviceWorker.js': serviceWorkerScript.replace('0f', '0d') },
      {},
    ],
    ['a stored script', {}, { '/assets/index-aaaaaaaa.js': 'scripT' }],
    ['a stored page', {}, { '/index.html?__WB_REVISION__=0f': 'page ' }],
    ['a stored page of administrators', {}, { '/assets/profile-cccccccc.js': 'Profile' }],
    ['a file in the place of another', {}, { '/assets/index-aaaaaaaa.js': 'page' }],
  ])('is another than the signed one by %s', async (_, served, stored) =>
    expect(await verdictFor(served, stored)).toEqual({ state: 'altered', version: '0.2.0' }),
  )

  it.each([
    ['without a list', { '/integrity.json': 404 }],
    ['without a signature', { '/integrity.json.minisig': 404 }],
    [
      'with a signature of another key',
      { '/integrity.json.minisig': newMinisignKey().sign(Buffer.from(integrityJson)) },
    ],
    ['with a list that was altered', { '/integrity.json': integrityJson.replace('0.2.0', '0.3.0') }],
    ['with a page in place of the signature', { '/integrity.json.minisig': '<!doctype html>' }],
  ])('is not signed %s', async (_, served) => expect(await verdictFor(served)).toEqual({ state: 'unsigned' }))

  it('is older if the signed list is of an older version, whatever is in the cache', async () => {
    const older = { state: 'older', version: '0.2.0' }
    expect(await verdictFor({}, {}, '0.10.0')).toEqual(older)
    expect(await verdictFor({}, { '/assets/index-aaaaaaaa.js': 'scripT' }, '0.2.1')).toEqual(older)
  })

  it('is not judged by the list of the installed version, which answers during an upgrade', async () => {
    expect(await verdictFor({}, {}, '0.2.0')).toEqual({ state: 'unknown' })
    const fromNext = { '/serviceWorker.js': serviceWorkerScript.replace('0f', '0d') }
    expect(await verdictFor(fromNext, {}, '0.2.0')).toEqual({ state: 'unknown' })
  })

  it.each([
    ['/integrity.json', 429],
    ['/integrity.json', 503],
    ['/integrity.json.minisig', 429],
    ['/integrity.json.minisig', 503],
    ['/serviceWorker.js', 404],
    ['/serviceWorker.js', 503],
  ])('is not judged while the server answers for %s with %i', async (path, status) =>
    expect(await verdictFor({ [path]: status })).toEqual({ state: 'unknown' }),
  )

  it('is not judged by bodies longer than a served file', async () => {
    const spaces = ' '.repeat(maxServedBytes)
    const signed = (content: string) => ({
      '/integrity.json': content,
      '/integrity.json.minisig': signingKey.sign(Buffer.from(content)),
    })
    const longScript = serviceWorkerScript + spaces
    for (const served of [
      signed(integrityJson + spaces),
      { '/integrity.json.minisig': signature + spaces },
      {
        ...signed(integrityJson.replace(sha256(serviceWorkerScript), sha256(longScript))),
        '/serviceWorker.js': longScript,
      },
    ])
      expect(await verdictFor(served)).toEqual({ state: 'unknown' })
  })

  it('is not judged by a service worker that lists its files in another form', async () => {
    const other = 'self.list=[["assets/index-aaaaaaaa.js",null]]'
    const files = [{ path: '/serviceWorker.js', sha256: sha256(other), headers: 0 }]
    const signed = JSON.stringify({ v: 1, version: '0.2.0', build: '0'.repeat(16), headers: [{}], files })
    const served = {
      '/serviceWorker.js': other,
      '/integrity.json': signed,
      '/integrity.json.minisig': signingKey.sign(Buffer.from(signed)),
    }
    expect(await verdictFor(served)).toEqual({ state: 'unknown' })
  })
})
