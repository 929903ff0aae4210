import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { SharedFile } from '../../../contract/schemas/downloads.ts'
import { chunkBytes, MiB, sealedChunkBytes } from '../../../contract/limits.ts'
import { get } from '../../../cli/get/get.ts'
import { exitCodes } from '../../../cli/exitCodes.ts'
import { failureText } from '../../../cli/reporters/failureText.ts'
import { forSuite } from '../../forSuite.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { testContext, type TestContext, eventsOf } from '../testContext.ts'
import {
  type HostileAnswer,
  startHostileServer,
  type HostileServer,
  isFileContent,
  isLinkStatus,
} from './hostileServer.ts'
import { readFolder } from './readFolder.ts'
import { type SharedFiles, type ShareOptions, shareFiles, shareFilesInParts } from './sharedFiles.ts'

/** No test waits for a server that says nothing. */
const idleTimeoutMs = 400

interface GetResult {
  /** What the command ended with: its code, or the error's. */
  code: unknown
  files: Record<string, Buffer>
  context: TestContext
  eventsText: string
  proxy: HostileServer
}

/** What comes of a link whose server changes its answers. */
async function getAltered(
  contents: Record<string, Buffer>,
  change: (answer: HostileAnswer, socket: Socket) => unknown,
  options: ShareOptions & { answers?: string[]; args?: string[] } = {},
): Promise<GetResult> {
  const isLarge = Object.values(contents).some(({ length }) => length > 8e6)
  return getAlteredFrom(await (isLarge ? shareFilesInParts : shareFiles)(contents, options), change, options)
}

/** The same of a link that is there. */
async function getAlteredFrom(
  { origin, link }: SharedFiles,
  change: (answer: HostileAnswer, socket: Socket) => unknown,
  options: { answers?: string[]; args?: string[] } = {},
): Promise<GetResult> {
  const proxy = await startHostileServer(origin, change)
  const folder = await scratchFolder()
  const { answers, args = [folder] } = options
  const context = testContext(
    ['get', link.replace(origin, proxy.origin), ...args],
    answers === undefined ? {} : { answers },
  )
  const code = await get(context, { idleTimeoutMs }).catch((error: unknown) => {
    if (error instanceof Error && 'exitCode' in error) return [error.exitCode, error.message]
    throw error
  })
  const all = Object.entries(await readFolder(folder))
  const files = Object.fromEntries(all.filter(([path]) => !path.startsWith('.sealpost-parts')))
  return { code, files, context, proxy, eventsText: JSON.stringify(context.events) }
}

interface LinkStatus {
  files: SharedFile[]
  reencrypted_keys: Record<string, string>
  password_kdf: Record<string, unknown>
}

/** Changes what a status says. */
const alterStatus = (change: (status: LinkStatus) => void) => (answer: HostileAnswer) => {
  if (!isLinkStatus(answer)) return
  const status = JSON.parse(answer.body.toString('utf8')) as LinkStatus
  change(status)
  answer.body = Buffer.from(JSON.stringify(status))
  answer.headers['content-length'] = String(answer.body.length)
}

/** Changes sealed bytes, and keeps their number what it says. */
const alterBytes = (change: (bytes: Buffer, answer: HostileAnswer) => Buffer) => (answer: HostileAnswer) => {
  if (!isFileContent(answer)) return
  answer.body = change(answer.body, answer)
  answer.headers['content-length'] = String(answer.body.length)
}

const threeChunks = { 'three.bin': randomBytes(2 * chunkBytes + 5000) }
const twoFiles = { 'invoice.pdf': Buffer.from('invoice'), 'b.txt': Buffer.from('other') }
const sharedLinks = forSuite(async () => ({
  threeChunks: await shareFiles(threeChunks),
  two: await shareFiles(twoFiles),
  withPassword: await shareFiles({ 'a.txt': Buffer.from('a') }, { hasPassword: true }),
  large: await shareFilesInParts({ 'large.bin': randomBytes(12 * MiB) }),
}))

const sealedChunkAt = (bytes: Buffer, n: number) =>
  bytes.subarray(n * sealedChunkBytes, Math.min(bytes.length, (n + 1) * sealedChunkBytes))

describe('bytes that are not those that were sent', () => {
  it.each<[string, (bytes: Buffer) => Buffer]>([
    [
      'in another order',
      (all) => Buffer.concat([sealedChunkAt(all, 1), sealedChunkAt(all, 0), sealedChunkAt(all, 2)]),
    ],
    [
      'repeated',
      (all) => Buffer.concat([sealedChunkAt(all, 0), sealedChunkAt(all, 0), sealedChunkAt(all, 2)]),
    ],
    ['one missing', (all) => Buffer.concat([sealedChunkAt(all, 0), sealedChunkAt(all, 2)])],
    ['the last one missing', (all) => Buffer.concat([sealedChunkAt(all, 0), sealedChunkAt(all, 1)])],
    ['cut short, with a length that fits', (all) => all.subarray(0, all.length - 20)],
    ['and more behind them', (all) => Buffer.concat([all, all])],
  ])('are no file: %s', async (_, change) => {
    const { code, files } = await getAlteredFrom(sharedLinks().threeChunks, alterBytes(change))
    expect([code, files]).toEqual([exitCodes.someFailed, {}])
  })

  it.each([0, 100, sealedChunkBytes + 7, 2 * sealedChunkBytes + 4999])(
    'are no file: one bit, at %i',
    async (at) => {
      const flip = alterBytes((bytes, { range }) => {
        const place = at - Number(/=(\d+)/.exec(range ?? '')?.[1] ?? 0)
        bytes[place] = (bytes[place] ?? 0) ^ 1
        return bytes
      })
      const { code, files, eventsText } = await getAlteredFrom(sharedLinks().threeChunks, flip)
      expect([code, files]).toEqual([exitCodes.someFailed, {}])
      expect(eventsText).toContain('stored-damaged')
    },
  )

  it('are asked for once more, and the file is whole where they are right then', async () => {
    let answers = 0
    const once = alterBytes((bytes) => (answers++ === 0 ? Buffer.alloc(bytes.length) : bytes))
    const { code, files } = await getAlteredFrom(sharedLinks().threeChunks, once)
    expect([code, files]).toEqual([exitCodes.success, threeChunks])
  })

  it('are those of another file', async () => {
    const contents = { 'a.bin': randomBytes(5000), 'b.bin': randomBytes(5000) }
    const swapped = alterBytes((bytes, { url }) =>
      url.includes('ids=')
        ? Buffer.concat([bytes.subarray(5016), bytes.subarray(0, 5016)])
        : Buffer.alloc(5016),
    )
    const { code, files } = await getAltered(contents, swapped)
    expect([code, files]).toEqual([exitCodes.someFailed, {}])
  })
})

describe('an answer that is not what it should be', () => {
  it.each<[string, (answer: HostileAnswer, socket: Socket) => unknown]>([
    ['of no length', ({ headers }) => (headers['content-length'] = undefined)],
    ['of five terabytes', ({ headers }) => void (headers['content-length'] = String(5e12))],
    [
      'compressed',
      (answer) => {
        answer.body = gzipSync(answer.body)
        answer.headers['content-encoding'] = 'gzip'
        answer.headers['content-length'] = String(answer.body.length)
      },
    ],
    [
      'a page',
      (answer) => void ((answer.body = Buffer.from('<html>')), (answer.headers['content-length'] = '6')),
    ],
    [
      'a redirect',
      (answer) => void ((answer.status = 302), (answer.headers.location = 'http://127.0.0.1:9/')),
    ],
    ['a status that nobody knows', (answer) => void (answer.status = 999)],
    [
      'of headers without an end',
      (_, socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const more = () => {
          if (!socket.destroyed) socket.write(`x-${'a'.repeat(8000)}: 1\r\n`, () => setImmediate(more))
        }
        more()
        return 'taken'
      },
    ],
  ])('brings no file, and ends: %s', async (_, change) => {
    const { code, files } = await getAlteredFrom(sharedLinks().threeChunks, (answer, socket) =>
      isFileContent(answer) ? change(answer, socket) : undefined,
    )
    expect(files).toEqual({})
    expect([exitCodes.someFailed, exitCodes.network]).toContain(Array.isArray(code) ? code[0] : code)
  })

  it('cut off is asked for again, until nobody waits any more', { tags: 'thorough' }, async () => {
    const { code, files, context } = await getAlteredFrom(sharedLinks().threeChunks, (answer) => {
      if (isFileContent(answer)) answer.body = answer.body.subarray(0, 1000)
    })
    expect(files).toEqual({})
    expect(code).toEqual([exitCodes.network, expect.stringContaining('Run the command again')])
    expect(context.events).toContainEqual(expect.objectContaining({ event: 'wait' }))
  })

  it('to a question for a part is taken for nothing else', { tags: 'thorough' }, async () => {
    const link = await shareFilesInParts({ 'large.bin': randomBytes(40 * 1024 * 1024) })
    const whole = await getAlteredFrom(link, (answer) => {
      if (isFileContent(answer) && answer.range !== undefined && !answer.range.includes('=0-'))
        answer.status = 200
    })
    expect([whole.code, whole.files]).toEqual([exitCodes.someFailed, {}])
    const other = await getAlteredFrom(
      link,
      alterBytes((bytes, { range }) => (range?.includes('=0-') ? bytes : randomBytes(bytes.length))),
    )
    expect([other.code, other.files]).toEqual([exitCodes.someFailed, {}])
    const exchanged = await getAlteredFrom(link, (answer) => {
      if (isFileContent(answer)) answer.headers.etag = `"${answer.range ?? ''}"`
    })
    expect([exchanged.code, exchanged.files]).toEqual([exitCodes.someFailed, {}])
  })

  it('is not followed to another server, and nothing of ours goes there', async () => {
    const elsewhere = await startHostileServer('http://127.0.0.1:9', () => undefined)
    const { code } = await getAlteredFrom(sharedLinks().threeChunks, (answer) => {
      if (!isLinkStatus(answer)) return
      answer.status = 307
      answer.headers.location = `${elsewhere.origin}/status`
    })
    expect(code).toEqual([exitCodes.refused, expect.any(String)])
    expect(elsewhere.requests).toEqual([])
  })
})

describe('a list that is not what was shared', () => {
  it('with a file left out is said to be incomplete', async () => {
    const { code, files, eventsText } = await getAlteredFrom(
      sharedLinks().two,
      alterStatus((status) => void status.files.pop()),
    )
    expect([code, Object.keys(files)]).toEqual([exitCodes.someFailed, ['invoice.pdf']])
    expect(eventsText).toContain('incomplete')
  })

  it.each([
    [0, 'none is left'],
    [1, 'one is left'],
    [2, '2 are left'],
  ])('with %i uses left says so in words', async (left, expected) => {
    const { eventsText } = await getAlteredFrom(
      sharedLinks().two,
      alterStatus((status) => Object.assign(status, { uses: { max: 5, left, until: null } })),
    )
    expect(eventsText).toContain(`can be used 5 times, of which ${expected}.`)
  })

  it('with words of a sender commands no terminal, and its lines are told from those of the program', async () => {
    const words = { owner_name: '\u001b[2JA\nb.txt: done', title: '\u001b]0;x', message: 'a\nb.txt: done' }
    const { context } = await getAlteredFrom(
      sharedLinks().two,
      alterStatus((status) => Object.assign(status, words)),
    )
    expect(context.events.find(({ event }) => event === 'note')).toMatchObject({
      message:
        '‹U+001B›[2JA‹U+000A›b.txt: done sends you 2 files, says the server.\n> ‹U+001B›]0;x\n> a\n> b.txt: done',
    })
  })

  it('with other names, sizes and checksums changes nothing, and is said', async () => {
    const { code, files, eventsText } = await getAlteredFrom(
      sharedLinks().two,
      alterStatus(({ files: [first, second] }) => {
        if (first) first.original_filename = 'invoice.exe'
        if (second) Object.assign(second, { file_size: 1, file_hash: '0'.repeat(64) })
      }),
    )
    expect([code, files]).toEqual([exitCodes.success, twoFiles])
    expect(eventsText).toMatch(/invoice\.pdf: the server altered its name/)
    expect(eventsText).toMatch(/b\.txt: the server altered its size, checksum/)
  })

  it.each(['manifest', 'encryption_iv'] as const)(
    'with two of them exchanged opens neither: %s',
    async (what) => {
      const exchanged = alterStatus(({ files: [first, second] }) => {
        if (first && second) [first[what], second[what]] = [second[what] ?? '', first[what] ?? '']
      })
      const { code, files } = await getAlteredFrom(sharedLinks().two, exchanged)
      expect([code, files]).toEqual([exitCodes.someFailed, {}])
    },
  )

  it('is not listed as whole where a file does not open', async () => {
    const wrong = alterStatus(({ files: [first] }) => void Object.assign(first ?? {}, { manifest: 'AAAA' }))
    const { code, context } = await getAlteredFrom(sharedLinks().two, wrong, { args: ['--list'] })
    expect(code).toBe(exitCodes.someFailed)
    expect(eventsOf(context, 'failed').map(({ file }) => file)).toEqual(['invoice.pdf'])
    expect(eventsOf(context, 'listed').map(({ file }) => file)).toEqual(['b.txt'])
  })

  it('with keys exchanged opens neither', async () => {
    const exchanged = alterStatus(({ reencrypted_keys: keys }) => {
      const [a, b] = Object.keys(keys)
      if (a !== undefined && b !== undefined) Object.assign(keys, { [a]: keys[b], [b]: keys[a] })
    })
    const { code, files } = await getAltered(twoFiles, exchanged, { isOneKey: true })
    expect([code, files]).toEqual([exitCodes.someFailed, {}])
  })

  it('without manifests is the server’s word, and that is said', async () => {
    const stripped = alterStatus((status) => {
      for (const file of status.files) file.manifest = null
    })
    const { code, files, eventsText } = await getAlteredFrom(sharedLinks().two, stripped)
    expect([code, files]).toEqual([exitCodes.success, twoFiles])
    expect(eventsText).toMatch(/invoice\.pdf: it has no manifest/)
  })

  it.each<[string, Partial<SharedFile>]>([
    ['an IV that is too short', { encryption_iv: 'AAAA' }],
    ['an IV that is none', { encryption_iv: '***' }],
    ['a manifest that is none', { manifest: 'AAAA' }],
    ['a manifest that is not base64', { manifest: '\u0000' }],
  ])('opens no file of %s, and the others', async (_, wrong) => {
    const { code, files } = await getAlteredFrom(
      sharedLinks().two,
      alterStatus(({ files: [first] }) => void Object.assign(first ?? {}, wrong)),
    )
    expect([code, Object.keys(files)]).toEqual([exitCodes.someFailed, ['b.txt']])
  })

  it.each(['[]', 'null', '{"files":7}', '<html>', ''])('of another shape is refused: %s', async (text) => {
    const { code } = await getAlteredFrom(sharedLinks().two, (answer) => {
      if (!isLinkStatus(answer)) return
      answer.body = Buffer.from(text)
      answer.headers['content-length'] = String(text.length)
    })
    expect(code).toEqual([exitCodes.refused, expect.any(String)])
  })
})

describe('a password', () => {
  it.each([0, 1, 1000, 599_999, 1e12, '6e5', null])(
    'is not stretched less than it has to be: %s',
    async (iterations) => {
      const weak = alterStatus((status) => void (status.password_kdf.iterations = iterations))
      const options = { answers: ['TischSonne26417'] }
      const { code, proxy } = await getAlteredFrom(sharedLinks().withPassword, weak, options)
      expect(code).toEqual([exitCodes.refused, expect.any(String)])
      expect(proxy.requests.some((request) => request.startsWith('POST'))).toBe(false)
    },
  )

  it('is not asked for where the server says not how it is stretched', async () => {
    const unknown = alterStatus((status) => void Object.assign(status, { password_kdf: null }))
    const { code } = await getAlteredFrom(sharedLinks().withPassword, unknown, { answers: [] })
    expect(code).toEqual([exitCodes.refused, expect.any(String)])
  })

  it('opens no key that has another shape', async () => {
    const options = { answers: ['TischSonne26417'] }
    const malformed = (answer: HostileAnswer) => {
      if (!answer.url.endsWith('/verify-password')) return
      answer.body = Buffer.from(answer.body.toString('utf8').replace(/("\d+":")/, '$1a:b:'))
      answer.headers['content-length'] = String(answer.body.length)
    }
    const { code, files } = await getAlteredFrom(sharedLinks().withPassword, malformed, options)
    expect([code, files]).toEqual([[exitCodes.refused, expect.any(String)], {}])
  })

  it('opens nothing that was sealed with another', async () => {
    const options = { answers: ['TischSonne26417'] }
    const swapped = (answer: HostileAnswer) => {
      if (!answer.url.endsWith('/verify-password')) return
      const status = JSON.parse(answer.body.toString('utf8')) as { reencrypted_keys: Record<string, string> }
      for (const [id, text] of Object.entries(status.reencrypted_keys))
        status.reencrypted_keys[id] = randomBytes(60).toString('base64') + text.slice(text.indexOf(':'))
      answer.body = Buffer.from(JSON.stringify(status))
      answer.headers['content-length'] = String(answer.body.length)
    }
    const { code, files } = await getAlteredFrom(sharedLinks().withPassword, swapped, options)
    expect([code, files]).toEqual([[exitCodes.refused, expect.any(String)], {}])
  })
})

describe('names that strangers gave', () => {
  const hostileNames = [
    ...['..\\..\\evil.txt', 'CON', 'lpt1.txt', 'C:evil.txt', 'trailing. ', 'a<b>c|d?.txt', '‮gnp.exe'],
    ...['\u001b[31mred.txt', 'zero\u200bwidth.txt', '-rf', `${'x'.repeat(240)}.txt`, 'Icon\r', 'new\nline'],
  ]

  it('stay in the folder, and are names that every system takes', async () => {
    const contents = Object.fromEntries(
      hostileNames.map((_, at) => [`${at}.txt`, Buffer.from(`content ${at}`)]),
    )
    const manifests = Object.fromEntries(hostileNames.map((name, at) => [`${at}.txt`, { name }]))
    const { code, files } = await getAltered(contents, () => undefined, { manifests })
    expect(code).toBe(exitCodes.success)
    expect(Object.keys(files)).toHaveLength(hostileNames.length)
    expect(Object.values(files).map(String).sort()).toEqual(Object.values(contents).map(String).sort())
    for (const name of Object.keys(files)) {
      expect(name).not.toMatch(/[<>:"/\\|?*\u0000-\u001f\u007f\u200b\u202e]|[. ]$/)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    }
  })

  it('that differ in case or spelling alone stay apart', async () => {
    const contents = Object.fromEntries(
      ['A.txt', 'b.txt', 'c.txt', 'd.txt'].map((name, at) => [name, Buffer.from(`content ${at}`)]),
    )
    const manifests = {
      'b.txt': { name: 'a.TXT' },
      'c.txt': { name: '\u00e4' },
      'd.txt': { name: 'a\u0308' },
    }
    const { code, files } = await getAltered(contents, () => undefined, { manifests })
    expect([code, Object.keys(files).length]).toEqual([exitCodes.success, 4])
    expect(new Set(Object.keys(files).map((name) => name.normalize('NFC').toLowerCase())).size).toBe(4)
  })

  it('and words of a server command no terminal', () => {
    expect(failureText('\u001b[2Jgone')).not.toContain('\u001b')
    expect(failureText({ code: 'refused', status: 400, said: '\u001b]0;title\u0007' })).not.toContain(
      '\u001b',
    )
  })
})

it('leaves nothing that looks finished of a file that fails in its middle', async () => {
  const contents = { 'large.bin': randomBytes(12 * 1024 * 1024), 'small.txt': Buffer.from('small') }
  const flip = alterBytes((bytes, { url }) => {
    if (bytes.length > 11e6 && !url.includes('ids=')) bytes[11_000_000] = (bytes[11_000_000] ?? 0) ^ 1
    else if (bytes.length > 1e6) bytes.fill(0)
    return bytes
  })
  const { code, files } = await getAltered(contents, flip)
  expect([code, files]).toEqual([exitCodes.someFailed, { 'small.txt': contents['small.txt'] }])
})

/** Answers with a status and the `detail` that every refusal of the server has. */
const refuseWith = (status: number) => (answer: HostileAnswer) => {
  answer.status = status
  answer.headers = { 'content-type': 'application/json' }
  answer.body = Buffer.from(JSON.stringify({ detail: 'No.' }))
}

it.each<[string, number, (answer: HostileAnswer) => void]>([
  ['the link expires', exitCodes.refused, refuseWith(410)],
  ['nobody is let in', exitCodes.refused, refuseWith(403)],
  [
    'the file is damaged',
    exitCodes.someFailed,
    (answer) => void (answer.body = Buffer.alloc(answer.body.length)),
  ],
  ['the file is gone', exitCodes.someFailed, (answer) => void (answer.status = 404)],
])('says by its exit code why an archive ends in the middle of a file: %s', async (_, exitCode, change) => {
  const args = ['--zip', join(await scratchFolder(), 'all.zip')]
  let answers = 0
  const cutOff = (answer: HostileAnswer) => {
    if (!isFileContent(answer)) return
    if (answers++ === 0) answer.body = answer.body.subarray(0, 5 * sealedChunkBytes)
    else change(answer)
  }
  const { code } = await getAlteredFrom(sharedLinks().large, cutOff, { args })
  expect(code).toEqual([exitCode, expect.any(String)])
})
