import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { maxResponseValues } from '../../../cli/platform/serverClient.ts'
import { MiB } from '../../../contract/limits.ts'
import type { UploadResult } from '../../../contract/schemas/uploads.ts'
import { fingerprint, fromBase64 } from '../../../core/crypto/index.ts'
import { otherRecipientKey, recipientKey } from '../../server/testServer.ts'
import { messagesOf, eventsOf } from '../testContext.ts'
import { type AlterAnswer, startLyingServer } from './lyingServer.ts'
import { runSend, setUpSend, storedHashes } from './setUpSend.ts'

/** A server that lies, and one small file. */
async function setUpLyingServer(alterAnswer: AlterAnswer, settings: object = {}) {
  const setup = await setUpSend(settings)
  const lyingServer = await startLyingServer(setup.proxy.origin, alterAnswer)
  await setup.writeFile('a.txt', 'a')
  const link = `${lyingServer.origin}/upload/${setup.folder.link_token}`
  const sentRequests = () =>
    lyingServer.requests.filter(({ method, url }) => method !== 'GET' && !url.includes('verify'))
  const formRequests = () =>
    lyingServer.requests.filter(({ method, url }) => method === 'POST' && /\/upload\/[\w-]+$/.test(url))
  return {
    ...setup,
    liar: lyingServer,
    link,
    sent: sentRequests,
    forms: formRequests,
    run: (args = ['a.txt'], idleTimeoutMs = 60_000) =>
      runSend(setup, { args: [link, ...args] }, { idleTimeoutMs }),
  }
}

const jsonAnswer = (body: unknown) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const isCall = (url: string, name: string) => url.endsWith(`/${name}`)
const newRsaKey = (modulusLength: number, publicExponent = 65_537) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64')

describe('a key', () => {
  it.each([
    ['of 1024 bits', () => newRsaKey(1024)],
    ['with the exponent 3', () => newRsaKey(2048, 3)],
    [
      'with something behind it',
      () => Buffer.concat([Buffer.from(recipientKey, 'base64'), Buffer.of(0)]).toString('base64'),
    ],
    ['that is none', () => 'AAAA'],
    ['that is no base64', () => '!'],
    ['that is missing', () => ''],
  ])('%s is refused, and nothing is sent', async (_, key) => {
    const setup = await setUpLyingServer(({ url }) =>
      isCall(url, 'public-key') ? jsonAnswer({ public_key_spki: key() }) : undefined,
    )
    const { outcome } = await setup.run()
    expect(outcome).toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('no key to encrypt for') as string,
    })
    expect(setup.sent()).toEqual([])
  })

  it('is asked for once: whatever the server gives later, nothing is sealed to it', async () => {
    let given = 0
    const setup = await setUpLyingServer(({ url }) =>
      isCall(url, 'public-key') && given++ > 0
        ? jsonAnswer({ public_key_spki: otherRecipientKey })
        : undefined,
    )
    await setup.writeFile('here/large.bin', randomBytes(18 * MiB))
    expect((await setup.run(['a.txt', 'here'])).outcome).toBe(0)
    expect(given).toBe(1)
    const own = (await fingerprint(fromBase64(recipientKey))).b64u
    for (const { body } of setup.forms()) expect(body.toString('latin1')).toContain(own)
  })

  it('is another for each file and each try: no key, IV or wrapped key twice', async () => {
    let lost = 0
    const setup = await setUpLyingServer((request) =>
      request.method === 'POST' && lost++ < 2 ? { status: 413, body: '' } : undefined,
    )
    for (let n = 0; n < 30; n++) await setup.writeFile(`here/${n}`, 'the same')
    expect((await setup.run(['here'])).outcome).toBe(0)
    const texts = setup.forms().map(({ body }) => body.toString('latin1'))
    expect(texts.length).toBeGreaterThan(2)
    for (const field of ['encrypted_keys', 'encryption_ivs']) {
      const all = texts.flatMap((text) => [
        ...text.matchAll(new RegExp(`name="${field}"\r\n\r\n([^\r]*)`, 'g')),
      ])
      const values = all.map(([, value]) => value)
      expect(values.length).toBeGreaterThan(60)
      expect(new Set(values).size).toBe(values.length)
    }
  })
})

describe('what the server says of files', () => {
  const lyingResult =
    (change: (result: UploadResult) => unknown): AlterAnswer =>
    ({ method, url }, { status, body }) =>
      method === 'POST' && /\/upload\/[\w-]+$/.test(url) && status === 200
        ? jsonAnswer(change(JSON.parse(body.toString()) as UploadResult))
        : undefined
  const ofEach = (change: object): AlterAnswer =>
    lyingResult(({ successful_files }) => ({
      failed_files: [],
      successful_files: successful_files.map((file) => ({ ...file, ...change })),
    }))

  it.each([
    ['another content', ofEach({ sha256: '0'.repeat(64) })],
    ['another name', ofEach({ original_raw_name_from_client: 'b.txt' })],
    ['another place in the batch', ofEach({ index: 7 })],
    ['nothing of any', lyingResult(() => ({ successful_files: [], failed_files: [] }))],
    ['no verdict', lyingResult(() => ({}))],
    [
      'what is no JSON',
      ({ method }) => (method === 'POST' ? { status: 200, headers: {}, body: 'Welcome' } : undefined),
    ],
  ] satisfies [string, AlterAnswer][])(
    'that names %s is not believed: the file has failed, and no receipt has it',
    async (_, alterAnswer) => {
      const setup = await setUpLyingServer(alterAnswer)
      const { outcome, context } = await setup.run()
      expect(outcome).toBe(2)
      expect(eventsOf(context, 'failed')).toMatchObject([{ file: 'a.txt' }])
      expect(eventsOf(context, 'done')).toEqual([])
      expect(eventsOf(context, 'wrote')).toEqual([])
    },
  )

  it('that is a page is of something else: it is waited for, but not for ever', async () => {
    const page = { status: 200, headers: {}, body: '<h1>Welcome</h1>' }
    const setup = await setUpLyingServer(({ method }) => (method === 'POST' ? page : undefined))
    const { outcome, context } = await setup.run(['a.txt'], 1500)
    expect(outcome).toMatchObject({ exitCode: 4 })
    expect(eventsOf(context, 'wait')).toHaveLength(1)
    expect(eventsOf(context, 'done')).toEqual([])
  })

  it('that has no end is believed to be no Sealpost’s', async () => {
    const setup = await setUpLyingServer(({ url }) =>
      isCall(url, 'status') ? { body: Buffer.alloc(65 * MiB, ' ') } : undefined,
    )
    expect((await setup.run()).outcome).toMatchObject({ exitCode: 3 })
    expect(setup.sent()).toEqual([])
  })

  it.each([
    ['nested, behind blanks', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['of values without end', `[${'0,'.repeat(maxResponseValues)}0]`],
  ])('that is %s is believed to be no Sealpost’s', async (_, more) => {
    const setup = await setUpLyingServer(({ url }, { status, headers, body }) =>
      isCall(url, 'status')
        ? {
            status,
            headers: { ...headers, 'content-length': undefined },
            body: body.toString().replace('{', `${' '.repeat(100)}{"more":${more},`),
          }
        : undefined,
    )
    expect((await setup.run()).outcome).toMatchObject({ exitCode: 3 })
    expect(setup.sent()).toEqual([])
  })

  it.each([
    ['no JSON', 'hello'],
    ['other fields', '{"title": 7}'],
  ])('of the link that is %s ends it', async (_, body) => {
    const setup = await setUpLyingServer(({ url }) =>
      isCall(url, 'status') ? { status: 200, body } : undefined,
    )
    expect((await setup.run()).outcome).toMatchObject({ exitCode: 3 })
    expect(setup.sent()).toEqual([])
  })

  it('reaches the terminal without what could move it', async () => {
    const setup = await setUpLyingServer(({ url }) =>
      isCall(url, 'status') ? { ...jsonAnswer({ detail: 'No.\u001b[2J\u202E' }), status: 403 } : undefined,
    )
    const { outcome } = await setup.run()
    expect((outcome as Error).message).not.toMatch(/[\u001b\u202e]/)
  })
})

describe('another server', () => {
  it('is not gone to where this one sends there, and gets no cookie', async () => {
    const other = await startLyingServer('http://127.0.0.1:9')
    for (const name of ['status', 'public-key', '']) {
      const setup = await setUpLyingServer(({ url }) =>
        isCall(url, name === '' ? (url.split('/').at(-1) ?? '') : name) &&
        (name !== '' || /\/upload\/[\w-]+$/.test(url))
          ? { status: 307, headers: { location: other.origin + url }, body: '' }
          : undefined,
      )
      expect([2, 3, 4]).toContain(
        ((end) => (typeof end === 'number' ? end : end.exitCode))((await setup.run(['a.txt'], 1500)).outcome),
      )
    }
    expect(other.requests).toEqual([])
  })

  it('gets parts where this one sends them straight there, and nothing else of ours', async () => {
    const other = await startLyingServer('http://127.0.0.1:9')
    const setup = await setUpLyingServer(({ url, method }, { body }) => {
      if (method === 'POST' && url.endsWith('/files'))
        return jsonAnswer({ ...(JSON.parse(body.toString()) as object), direct: true })
      if (url.endsWith('/address'))
        return jsonAnswer({
          url: `${other.origin}/part`,
          expires_at: new Date(Date.now() + 60_000).toISOString(),
        })
      return undefined
    })
    await setup.writeFile('large.bin', randomBytes(18 * MiB))
    expect((await setup.run(['large.bin'])).outcome).toBe(0)
    expect(other.requests.length).toBeGreaterThan(0)
    for (const { headers } of other.requests) {
      expect(headers.cookie).toBeUndefined()
      expect(headers['x-csrftoken']).toBeUndefined()
    }
    expect(Object.keys(await storedHashes(setup))).toEqual(['large.bin'])
  })

  it('gets no part after the first storage, and the upload ends with both names', async () => {
    const [first, second] = [
      await startLyingServer('http://127.0.0.1:9'),
      await startLyingServer('http://127.0.0.1:9'),
    ]
    let addresses = 0
    const setup = await setUpLyingServer(({ url, method }, { body }) => {
      if (method === 'POST' && url.endsWith('/files'))
        return jsonAnswer({ ...(JSON.parse(body.toString()) as object), direct: true })
      if (!url.endsWith('/address')) return undefined
      const { origin } = addresses++ === 0 ? first : second
      return jsonAnswer({ url: `${origin}/part`, expires_at: new Date(Date.now() + 60_000).toISOString() })
    })
    await setup.writeFile('large.bin', randomBytes(18 * MiB))
    const { outcome, context } = await setup.run(['large.bin'])
    expect(outcome).toMatchObject({ exitCode: 3 })
    expect((outcome as Error).message).toContain(first.origin)
    expect((outcome as Error).message).toContain(second.origin)
    expect(second.requests).toEqual([])
    expect(messagesOf(context).split(first.origin)).toHaveLength(2)
  })

  it('has no cookies set, and this one a few', async () => {
    const flood = Array.from({ length: 100 }, (_, n) => `c${n}=1; Domain=example.org`)
    const setup = await setUpLyingServer(({ url }, { headers }) =>
      isCall(url, 'status')
        ? { headers: { ...headers, 'set-cookie': [...(headers['set-cookie'] as string[]), ...flood] } }
        : undefined,
    )
    expect((await setup.run()).outcome).toBe(0)
    for (const { headers } of setup.liar.requests)
      expect((headers.cookie ?? '').split(';').length).toBeLessThan(40)
  })
})

it('tells nobody what stands behind the # of a link: no server, no file, no message', async () => {
  const setup = await setUpLyingServer(() => undefined)
  const secret = randomBytes(16).toString('base64url')
  const key = (await fingerprint(fromBase64(recipientKey))).b64u
  await setup.writeFile('here/large.bin', randomBytes(18 * MiB))
  const { outcome, context } = await runSend(setup, {
    args: [`${setup.link}#k=${key}&s=${secret}`, 'a.txt', 'here', 'missing'],
    options: { receipt: 'receipt.txt' },
  })
  expect(outcome).toBe(2)
  for (const { url, headers, body } of setup.liar.requests)
    expect(`${url} ${JSON.stringify(headers)} ${body.toString('latin1')}`).not.toContain(secret)
  const stateEntries = await readdir(setup.pathOf('state'), { recursive: true, withFileTypes: true })
  const files = stateEntries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(0)
  for (const path of [...files, setup.pathOf('receipt.txt')])
    expect(await readFile(path, 'utf8')).not.toContain(secret)
  expect(JSON.stringify(context.events)).not.toContain(secret)
})

it('seals no second content with a key: a file that changes while it is sent fails, and nothing of it stays', async () => {
  const setup = await setUpSend()
  const path = await setup.writeFile('large.bin', randomBytes(66 * MiB))
  // So early that not all of it is sealed, however far that is ahead of the network.
  void setup.proxy.holdAt(MiB).then(async () => {
    await appendFile(path, 'more')
    setup.proxy.resume()
  })
  const { outcome, context } = await runSend(setup, { args: [setup.link, 'large.bin'] })
  expect(outcome).toBe(2)
  expect(eventsOf(context, 'failed')).toMatchObject([{ why: { code: 'file-changed' } }])
  expect(messagesOf(context)).toContain('Run the same command again')
  expect((await runSend(setup, { args: [setup.link, 'large.bin'] })).outcome).toBe(0)
})
