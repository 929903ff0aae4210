import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { constants, createZstdCompress } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { exitCodes } from '../../../../cli/exitCodes.ts'
import { failureText } from '../../../../cli/reporters/failureText.ts'
import { maxUnansweredFiles } from '../../../../cli/verifyServer/compareFiles.ts'
import { decompress } from '../../../../cli/verifyServer/decompress.ts'
import { maxServedBytes } from '../../../../contract/integrityFiles.ts'
import { maxServedMs } from '../../../../cli/verifyServer/fetchServed.ts'
import { maxIntegrityListBytes } from '../../../../cli/verifyServer/readIntegrityList.ts'
import { maxVerifyMs, verifyServer } from '../../../../cli/verifyServer/verifyServer.ts'
import { transact } from '../../../../server/db/transact.ts'
import { findUserByName, makeOperator } from '../../../../server/db/accounts/users.ts'
import { maxListedFiles } from '../../../../contract/schemas/integrity.ts'
import { listen } from '../../../listen.ts'
import { forSuite } from '../../../forSuite.ts'
import { webManifestPath } from '../../../../core/integrity/webManifest.ts'
import { scratchFolder } from '../../../server/scratchFolder.ts'
import { type Browser, startTestServer, type TestServer } from '../../../server/testServer.ts'
import { testContext, messagesOf, type TestContext, eventsOf } from '../../testContext.ts'
import { MiB } from '../../../../contract/limits.ts'
import { acceptedTags, languages } from '../../../../contract/languages.ts'
import { pagePaths } from '../../../../scripts/listServedFiles.ts'
import { newMinisignKey } from '../../../../e2e/minisignKey.ts'
import { writeServedBuild } from './servedBuild.ts'
import { type TamperedResponse, startTamperingProxy } from './tamperingProxy.ts'

const build = forSuite(writeServedBuild)
const sharedServer = forSuite(() => startServerOfBuild())

async function startServerOfBuild(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer({ ...options, distDir: build().distDir })
  return { server, origin: await server.listen() }
}

/** The list of the build, or what it has of some paths. */
async function writeIntegrityList(paths?: readonly string[]): Promise<string> {
  if (paths === undefined) return build().listPath
  const list = JSON.parse(await readFile(build().listPath, 'utf8')) as { files: { path: string }[] }
  const files = list.files.filter(({ path }) => paths.includes(path))
  const narrowed = join(await scratchFolder(), 'integrity.json')
  await writeFile(narrowed, JSON.stringify({ ...list, files }))
  return narrowed
}

async function verify(line: readonly string[]): Promise<{ code: number; context: TestContext }> {
  const context = testContext(['verify-server', ...line])
  return { code: await verifyServer(context), context }
}

const failuresOf = (context: TestContext) =>
  eventsOf(context, 'failed').map(({ file, why }) => `${file}: ${failureText(why)}`)

/** A comparison through a proxy that alters what it says: of all files, or those of some paths. */
async function verifyTampered(
  tamper: Parameters<typeof startTamperingProxy>[1],
  paths?: readonly string[],
  line: string[] = [],
) {
  const altered = await startTamperingProxy(sharedServer().origin, tamper)
  const { code, context } = await verify([
    altered,
    '--list',
    await writeIntegrityList(paths),
    '--unsigned',
    ...line,
  ])
  return { code, failures: failuresOf(context), context }
}

/** Pages and the web app manifest in each language, and other files. */
const listedFileCount = languages.length * (pagePaths.length + 1) + 10

/** A page of each kind and the manifest, which have the look of the operator. */
const brandedPaths = ['/', '/login', '/upload/', '/download/', webManifestPath]

const withChangedByte = (body: Buffer): Buffer => {
  const changed = Buffer.from(body)
  changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1
  return changed
}

describe('a server that sends what was built', () => {
  it('is found to, in every language and form', async () => {
    const { code, context } = await verify([sharedServer().origin, '--list', build().listPath, '--unsigned'])
    expect(failuresOf(context)).toEqual([])
    expect(code).toBe(exitCodes.success)
    expect(eventsOf(context, 'done')).toHaveLength(listedFileCount)
    expect(messagesOf(context)).toContain('A server may send other pages to others, or later.')
    expect(messagesOf(context)).toContain('not signed')
  })

  it('is found to behind https, where it promises that for a year', async () => {
    const { origin } = await startServerOfBuild({ publicOrigin: 'https://files.example.org' })
    const { context } = await verify([origin, '--list', build().listPath, '--unsigned'])
    // It is asked by http here, where the promise is one too many.
    expect(
      failuresOf(context).every((text) => text.includes('strict-transport-security is not listed')),
    ).toBe(true)
    expect(failuresOf(context)).toHaveLength(listedFileCount)
  })

  it.each([
    { name: 'Kanzlei <Ada> & "Söhne"', accent: '#aa3311', greeting: 'Guten Tag\n> Ada' },
    { name: 'e', accent: null, greeting: null },
    { name: null, accent: '#00aa00', greeting: null },
  ])('is found to with the look of its operator: %j', async (look) => {
    const { origin, server } = await startServerOfBuild()
    await setBranding(await signInOperator(server), look)
    const { context } = await verify([origin, '--list', await writeIntegrityList(brandedPaths), '--unsigned'])
    expect(failuresOf(context)).toEqual([])
  })

  it('is found to behind a content delivery network that says how responses came', async () => {
    const { code, failures } = await verifyTampered(
      (_, { headers }) => {
        headers['cf-ray'] = '8d1f0a2b3c4d5e6f-FRA'
        headers['cf-cache-status'] = 'HIT'
        headers['x-cache'] = 'HIT, MISS'
        headers['server-timing'] = 'cdn-cache; desc=HIT'
      },
      ['/login', '/serviceWorker.js'],
    )
    expect({ code, failures }).toEqual({ code: exitCodes.success, failures: [] })
  })

  it('is found to with a logo', async () => {
    const { origin, server } = await startServerOfBuild()
    const operator = await signInOperator(server)
    await setBranding(operator, { name: 'Ada', accent: '#aa3311', greeting: null })
    const png = await readFile('public/icons/icon-192.png')
    const reply = await operator.put('/api/look/logo', png, { headers: { 'content-type': 'image/png' } })
    expect(reply.statusCode).toBe(200)
    expect((await operator.get(webManifestPath)).body).toContain('/look/logo-')
    const { context } = await verify([origin, '--list', await writeIntegrityList(brandedPaths), '--unsigned'])
    expect(failuresOf(context)).toEqual([])
  })
})

describe('what a server alters is found:', () => {
  it('a byte of a script, a worker, styles, a font, WebAssembly, a service worker, a page that is framed, a picture', async () => {
    const paths = [
      ...['/assets/index-aaaaaaaa.js', '/assets/sealing.worker-cccccccc.js', '/assets/index-dddddddd.css'],
      ...['/assets/inter-eeeeeeee.woff2', '/assets/hash-ffffffff.wasm', '/serviceWorker.js'],
      ...['/save/mitm.html', '/icon.svg'],
    ]
    const { code, failures } = await verifyTampered((path, passing) => {
      if (paths.includes(path)) passing.body = withChangedByte(passing.body)
    })
    expect(code).toBe(exitCodes.someFailed)
    expect(failures.map((text) => text.split(':')[0]).sort()).toEqual(paths.sort())
    for (const text of failures)
      expect(text).toMatch(/SHA-256 is [0-9a-f]{64}, and [0-9a-f]{64} is listed\.$/)
  })

  it('a byte in one form alone', async () => {
    const forms: Record<string, readonly [encoding: string, asked: string]> = {
      '/assets/Login-bbbbbbbb.js': ['gzip', 'gzip, deflate'],
      '/assets/index-aaaaaaaa.js': ['br', 'gzip, deflate, br, zstd'],
      '/assets/sealing.worker-cccccccc.js': ['', 'identity'],
    }
    const { failures } = await verifyTampered((path, passing) => {
      if (forms[path]?.[0] === passing.encoding) passing.body = withChangedByte(passing.body)
    })
    expect(failures.map((text) => text.replace(/:.*(?=\()/, ' '))).toEqual(
      Object.entries(forms).map(([path, [, asked]]) => `${path} (Accept-Encoding: ${asked})`),
    )
  })

  it('a byte that a proxy compresses by zstd or deflate', async () => {
    const altered: Record<string, string> = { deflate: '/icon.svg', zstd: '/save/mitm.js' }
    const { failures } = await verifyTampered((path, passing, _, asked) => {
      const encoding = ['zstd', 'deflate'].find((one) => asked['accept-encoding']?.includes(one))
      if (encoding === undefined) return
      passing.encoding = encoding
      if (path === altered[encoding]) passing.body = withChangedByte(passing.body)
    })
    expect(failures).toEqual([
      expect.stringMatching(/^\/icon.svg: Its content differs.*\(Accept-Encoding: gzip, deflate\)$/),
      expect.stringMatching(/^\/save\/mitm.js: Its content .*\(Accept-Encoding: gzip, deflate, br, zstd\)$/),
    ])
  })

  it('a byte of a page anywhere', async () => {
    const { failures } = await verifyTampered(
      (path, passing, language) => {
        if (path.startsWith('/upload/') && language === 'de') passing.body = withChangedByte(passing.body)
      },
      ['/upload/'],
    )
    expect(failures).toEqual([expect.stringContaining('/upload/ (de): Its content differs')])
  })

  it('a script that a page has besides', async () => {
    const { failures } = await verifyTampered(
      (path, passing) => {
        if (path === '/login')
          passing.body = Buffer.from(
            passing.body
              .toString()
              .replace('</head>', '<script src="/assets/evil-aaaaaaaa.js"></script></head>'),
          )
      },
      ['/login'],
    )
    expect(failures).toHaveLength(2)
    expect(failures[0]).toContain('/login (en): Its content differs')
  })

  it('a page of nothing but open brackets, as long as a response may be', { tags: 'thorough' }, async () => {
    const { failures } = await verifyTampered(
      (path, passing) => {
        if (path === '/login') passing.body = Buffer.alloc(maxServedBytes, '<')
      },
      ['/login'],
    )
    expect(failures).toHaveLength(2)
  })

  it.each([
    ['another address of an icon', '"/icon.svg"', '"https://evil.example/icon.svg"'],
    ['another page to start with', '"start_url":"/dashboard"', '"start_url":"/login?x"'],
    ['a member besides', '{"id"', '{"share_target":{"action":"/x"},"id"'],
    ['nothing that is JSON', '{', ''],
  ])('of the web app manifest, %s', async (_, listed, altered) => {
    const { code, failures } = await verifyTampered(
      (path, passing) => {
        if (path === webManifestPath)
          passing.body = Buffer.from(passing.body.toString().replace(listed, () => altered))
      },
      [webManifestPath],
    )
    expect(code).toBe(exitCodes.someFailed)
    expect(failures.map((text) => text.split(':')[0])).toEqual([
      `${webManifestPath} (en)`,
      `${webManifestPath} (de)`,
    ])
  })

  it.each([
    [
      'a directive of the policy',
      'content-security-policy',
      (value: string) => value.replace("default-src 'none'", 'default-src *'),
    ],
    [
      'a nonce',
      'content-security-policy',
      (value: string) =>
        value.replace("script-src 'self'", "script-src 'self' 'nonce-AAAAAAAAAAAAAAAAAAAAAA=='"),
    ],
    [
      'any style',
      'content-security-policy',
      (value: string) => value.replace('form-action', "style-src 'unsafe-inline'; form-action"),
    ],
    ['a second policy', 'content-security-policy', (value: string) => [value, 'script-src *']],
    ['no policy', 'content-security-policy', () => undefined],
    ['the kind of content', 'content-type', () => 'text/plain'],
    ['no nosniff', 'x-content-type-options', () => undefined],
    ['a worker for other pages', 'service-worker-allowed', () => '/'],
    ['reports to others', 'reporting-endpoints', () => 'a="https://evil.example"'],
    ['a cookie', 'set-cookie', () => '__cf_bm=1; Path=/'],
    ['reports of failed requests', 'nel', () => '{"report_to":"a","max_age":9}'],
    ['where reports go', 'report-to', () => '{"group":"a","max_age":9}'],
    ['another page in a second', 'refresh', () => '1; url=https://evil.example'],
    ['how long it is kept', 'cache-control', () => 'public, max-age=31536000'],
  ])('of the headers, %s', async (_, name, alter) => {
    const { code, failures } = await verifyTampered(
      (path, { headers }) => {
        if (path === '/serviceWorker.js' || path === '/login') headers[name] = alter(String(headers[name]))
      },
      ['/login', '/serviceWorker.js'],
    )
    expect(code).toBe(exitCodes.someFailed)
    expect(failures.map((text) => text.split(':')[0])).toEqual([
      '/login (en)',
      '/login (de)',
      '/serviceWorker.js',
    ])
    expect(failures[2]).toContain(`The header ${name}`)
  })

  it('a missing file, a redirect and an error', async () => {
    const { failures } = await verifyTampered((path, passing) => {
      if (path === '/icon.svg') passing.status = 404
      if (path === '/assets/hash-ffffffff.wasm') passing.status = 302
      if (path === '/save/mitm.js') passing.status = 500
    })
    expect(failures).toHaveLength(3)
    const text = failures.join('\n')
    expect(text).toContain('/icon.svg: It is missing.')
    expect(text).toContain('/assets/hash-ffffffff.wasm: The server redirects to another address')
    expect(text).toContain('/save/mitm.js: The server answers with status 500.')
  })

  it('an address that pages may send to, unless it is the store that was named', async () => {
    const store = 'https://store.example.org'
    const paths = ['/login', '/assets/sealing.worker-cccccccc.js', '/serviceWorker.js', '/save/mitm.html']
    const pagesAndWorkers = languages.length + 2
    const alter = (path: string, { headers }: TamperedResponse) => {
      if (path.startsWith('/save/')) return
      headers['content-security-policy'] = String(headers['content-security-policy']).replace(
        "connect-src 'self'",
        `connect-src 'self' ${store}`,
      )
    }
    const without = await verifyTampered(alter, paths)
    expect(without.failures).toHaveLength(pagesAndWorkers)
    expect(without.failures[0]).toContain(
      `Pages may connect to ${store}. If that is the object store, as its operator told you, name it by --store; otherwise pages can send files there.`,
    )
    expect((await verifyTampered(alter, paths, ['--store', store])).failures).toEqual([])
    expect(
      (await verifyTampered(alter, paths, ['--store', 'https://other.example.org'])).failures,
    ).toHaveLength(pagesAndWorkers)
    expect((await verifyTampered(() => undefined, paths, ['--store', store])).failures).toHaveLength(
      pagesAndWorkers,
    )
  })
})

describe('a request', () => {
  /** Headers of all requests to a server that sets a cookie on each response. */
  async function requests(paths?: string[]): Promise<readonly (readonly [string, IncomingHttpHeaders])[]> {
    const found: [string, IncomingHttpHeaders][] = []
    const { code } = await verifyTampered((path, passing, _, headers) => {
      passing.headers['set-cookie'] = 'seen=1; Path=/'
      found.push([path, headers])
    }, paths)
    expect(code).toBe(exitCodes.someFailed)
    return found
  }

  it('carries no cookie, so that none is known by an earlier one', async () => {
    const found = await requests()
    expect(found.length).toBeGreaterThan(3 * listedFileCount)
    expect(found.filter(([, { cookie }]) => cookie !== undefined)).toEqual([])
  })

  it('of a page has the headers of a browser, and the language of the page first', async () => {
    const found = await requests(['/login'])
    const pages = found.filter(([path]) => path === '/login').map(([, headers]) => headers)
    expect(pages.every(({ accept }) => accept?.startsWith('text/html,application/xhtml+xml'))).toBe(true)
    const asked = new Set(pages.map((headers) => headers['accept-language']))
    expect([...asked].map((header) => String(acceptedTags(header))).sort()).toEqual([
      'de,en-US,en',
      'en-US,en',
    ])
    expect(pages.every((headers) => headers['user-agent']?.startsWith('Mozilla/5.0'))).toBe(true)
  })
})

describe('a server that does not answer every request', () => {
  const isFont = (path: string) => path.endsWith('.woff2')
  const isScript = (path: string) => path === '/assets/index-aaaaaaaa.js'
  const paths = ['/login', '/assets/index-aaaaaaaa.js', '/assets/inter-eeeeeeee.woff2']
  const alterScript = (path: string, passing: TamperedResponse) => {
    if (isScript(path)) passing.body = withChangedByte(passing.body)
  }

  it.each([429, 502, 503, 504, 0])('but sends status %i has the other files compared', async (status) => {
    const result = await verifyTampered((path, passing) => {
      alterScript(path, passing)
      if (isFont(path)) passing.status = status
    }, paths)
    expect(result.code).toBe(exitCodes.someFailed)
    expect(result.failures.sort()).toEqual([
      expect.stringMatching(/index-aaaaaaaa\.js: Its content differs/),
      '/assets/inter-eeeeeeee.woff2: It was not compared: the server did not answer.',
    ])
    expect(eventsOf(result.context, 'done')).toHaveLength(languages.length)
    expect(messagesOf(result.context)).toContain('1 could not be compared.')
  })

  it('is not found to send what is listed', async () => {
    const context = await unanswered(isFont, paths)
    expect(eventsOf(context, 'done')).toHaveLength(languages.length + 1)
  })

  it('is asked a second time', async () => {
    let requests = 0
    const { code, failures } = await verifyTampered((path, passing) => {
      if (isFont(path) && requests++ === 0) passing.status = 503
    }, paths)
    expect({ code, failures }).toEqual({ code: exitCodes.success, failures: [] })
  })

  it('is not asked for the rest once it has stopped', async () => {
    const asked = new Set<string>()
    const context = await unanswered((path, language) => {
      asked.add(`${path.replace(/(?<=\/(?:up|down)load\/).*/, '')} ${language}`)
      return true
    })
    expect(eventsOf(context, 'done')).toEqual([])
    expect(asked.size).toBe(maxUnansweredFiles)
  })

  /** Compares with a server of which some requests get no answer, which ends the command. */
  async function unanswered(
    isUnanswered: (path: string, language: string) => boolean,
    among?: string[],
  ): Promise<TestContext> {
    const altered = await startTamperingProxy(sharedServer().origin, (path, passing, language) => {
      if (isUnanswered(path, language)) passing.status = 0
    })
    const context = testContext([
      'verify-server',
      altered,
      '--list',
      await writeIntegrityList(among),
      '--unsigned',
    ])
    await expect(verifyServer(context)).rejects.toMatchObject({ exitCode: exitCodes.network })
    return context
  }
})

describe('a server that calls itself another version', () => {
  /** What is said of it if it claims version 9.9.9 by a list of this many bytes, and sends an altered icon. */
  async function claiming(bytes: number) {
    const older = JSON.parse(await readFile(build().listPath, 'utf8')) as object
    const claimed = JSON.stringify({ ...older, version: '9.9.9', build: '0'.repeat(16) }).padEnd(bytes)
    const { code, context } = await verifyTampered(
      (path, passing) => {
        if (path === '/icon.svg') passing.body = withChangedByte(passing.body)
        if (path !== '/integrity.json') return
        passing.status = 200
        passing.body = Buffer.from(claimed)
      },
      ['/icon.svg'],
    )
    expect(code).toBe(exitCodes.someFailed)
    return messagesOf(context)
  }

  it('is not believed, but it is said', async () => {
    expect(await claiming(0)).toContain('The server calls itself version 9.9.9')
  })

  it('is not asked for it if all is as listed', async () => {
    const paths = new Set<string>()
    const { code } = await verifyTampered((path) => void paths.add(path), ['/icon.svg', '/login'])
    expect(code).toBe(exitCodes.success)
    expect(paths).not.toContain('/integrity.json')
  })

  it('by a list that is longer than any of ours is not listened to', async () => {
    expect(await claiming(maxIntegrityListBytes)).toContain('9.9.9')
    expect(await claiming(maxIntegrityListBytes + 1)).not.toContain('9.9.9')
  })
})

describe('a list', () => {
  const at = 'http://127.0.0.1:9'
  async function signed() {
    const folder = await scratchFolder()
    const [list, key] = [join(folder, 'integrity.json'), join(folder, 'key.pub')]
    const signing = newMinisignKey()
    const text = await readFile(build().listPath)
    await writeFile(list, text)
    await writeFile(key, signing.publicKey)
    await writeFile(`${list}.minisig`, signing.sign(text))
    return { list, key, text, signing }
  }
  const refused = (line: string[], exitCode: number, message: RegExp) =>
    expect(verify(line)).rejects.toMatchObject({
      exitCode,
      message: expect.stringMatching(message) as string,
    })

  it('that is signed is used, and its comment is said', async () => {
    const { list, key, signing, text } = await signed()
    await writeFile(`${list}.minisig`, signing.sign(text, 'sealpost 0.1.0 for everybody'))
    const context = testContext(['verify-server', at, '--list', list, '--public-key', key])
    await expect(verifyServer(context)).rejects.toMatchObject({ exitCode: exitCodes.network })
    expect(messagesOf(context)).toContain('signed: sealpost 0.1.0 for everybody')
    expect(messagesOf(context)).not.toContain('not signed')
  })

  it('with one other byte, another signature or none is refused', async () => {
    const { list, key, text } = await signed()
    await writeFile(list, withChangedByte(text))
    await refused([at, '--list', list, '--public-key', key], exitCodes.refused, /does not match/)
    await writeFile(list, text)
    await writeFile(`${list}.minisig`, newMinisignKey().sign(text))
    await refused([at, '--list', list, '--public-key', key], exitCodes.refused, /another key/)
    const alone = join(await scratchFolder(), 'integrity.json')
    await writeFile(alone, text)
    await refused([at, '--list', alone, '--public-key', key], exitCodes.refused, /not signed/)
  })

  it('without any key is refused, as there is no key of releases yet', async () => {
    const { list } = await signed()
    await refused([at, '--list', list], exitCodes.usage, /no release key yet/)
    await refused([at], exitCodes.usage, /contains no list/)
  })

  it('that is none, or has no end, is refused', async () => {
    const path = join(await scratchFolder(), 'integrity.json')
    const list = JSON.parse(await readFile(build().listPath, 'utf8')) as { files: object[] }
    const files = Array.from({ length: maxListedFiles + 1 }, () => list.files[0])
    for (const [text, message] of [
      ['{}', /not an integrity list/],
      [JSON.stringify({ ...list, files }), /not an integrity list/],
      ['nonsense', /not an integrity list/],
      ['x'.repeat(maxIntegrityListBytes + 1), /is longer than/],
    ] as const) {
      await writeFile(path, text)
      await refused([at, '--list', path, '--unsigned'], exitCodes.usage, message)
    }
  })

  it.each([
    'files.example.org',
    'ftp://files.example.org',
    'https://ada:word@files.example.org',
    'https://:word@files.example.org',
  ])('is compared with no server of the address %s', async (address) => {
    const { list } = await signed()
    await refused([address, '--list', list, '--unsigned'], exitCodes.usage, /Give the address of one server/)
  })
})

describe('a server that answers without end', () => {
  it.each([
    ['identity', 'identity'],
    ['gzip', 'gzip, deflate'],
    ['deflate', 'gzip, deflate'],
    ['br', 'gzip, deflate, br, zstd'],
    ['zstd', 'gzip, deflate, br, zstd'],
  ])('in the form %s is read to a limit', async (encoding, accepted) => {
    const { failures } = await verifyTampered(
      (path, passing, _, asked) => {
        if (path !== '/assets/index-aaaaaaaa.js' || asked['accept-encoding'] !== accepted) return
        passing.encoding = encoding === 'identity' ? '' : encoding
        passing.body = Buffer.alloc(maxServedBytes + 1)
      },
      ['/assets/index-aaaaaaaa.js'],
    )
    expect(failures).toEqual([
      expect.stringContaining(`It is too long, or cannot be decompressed. (Accept-Encoding: ${accepted})`),
    ])
  })

  it('in a window of zstd that no browser allows is not decompressed', async () => {
    const params = { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_contentSizeFlag]: 0 }
    // A compressor that does not know the length in advance keeps the window.
    const compressor = createZstdCompress({ params })
    const pieces: Buffer[] = []
    compressor.on('data', (piece: Buffer) => pieces.push(piece))
    for (let at = 0; at < 4; at++) compressor.write(Buffer.alloc(MiB, at))
    compressor.end()
    await once(compressor, 'end')
    expect(await decompress(Buffer.concat(pieces), 'zstd', 'zstd')).toBeNull()
  })

  it.each([
    [
      'switches to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: a\r\n\r\n',
    ],
    ['closes the connection', ''],
    ['is none of HTTP', '220 ready\r\n'],
  ])('and %s ends the command', async (_, answer) => {
    const other = createServer()
    other.on('connection', (socket) =>
      socket.removeAllListeners('data').once('data', () => socket.end(answer)),
    )
    const origin = await listen(other)
    await expect(verify([origin, '--list', build().listPath, '--unsigned'])).rejects.toMatchObject({
      exitCode: exitCodes.network,
    })
  })

  it('and never comes to one ends the command', async () => {
    const timeouts: number[] = []
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      timeouts.push(milliseconds)
      return milliseconds === maxServedMs ? AbortSignal.abort() : new AbortController().signal
    })
    try {
      const silent = await listen(createServer(() => undefined))
      await expect(verify([silent, '--list', build().listPath, '--unsigned'])).rejects.toMatchObject({
        exitCode: exitCodes.network,
      })
      expect(new Set(timeouts)).toEqual(new Set([maxVerifyMs, maxServedMs]))
    } finally {
      timeout.mockRestore()
    }
  })
})

async function signInOperator(server: TestServer): Promise<Browser> {
  const browser = await server.signIn()
  const { id } = (await findUserByName(server.services.db, 'admin')) ?? { id: 0 }
  await transact(server.services.db, (trx) => makeOperator(trx, id))
  return browser
}

async function setBranding(operator: Browser, look: object): Promise<void> {
  const reply = await operator.put('/api/look', {
    imprint_url: null,
    privacy_url: null,
    support: null,
    ...look,
  })
  expect(reply.statusCode).toBe(200)
}
