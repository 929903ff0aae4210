import { describe, expect, it } from 'vitest'
import { assertDefined } from '../../../contract/assertDefined.ts'
import type { SeenRequest, ServerFacts } from '../../../contract/schemas/diagnosis.ts'
import { forgedVisitor, type PathFacts } from '../../../contract/doctor/facts.ts'
import { type Finding, hasNoProblem } from '../../../contract/doctor/finding.ts'
import { evaluateFacts } from '../../../contract/doctor/evaluateFacts.ts'
import { formatSentence } from '../../../contract/doctor/sentence.ts'
import { languages } from '../../../contract/languages.ts'
import { GiB, MiB } from '../../../contract/limits.ts'
import { findingsSummary, findingTexts } from '../../../server/ops/admin/doctor.ts'
import { formatMessage } from '../../../i18n/formatMessage.ts'
import { messageOf } from '../../../i18n/messages.ts'

const measuredAt = '2026-11-24T12:00:00.000Z'
const url = 'https://files.example.org'

const goodRequest: SeenRequest = {
  http_version: '1.1',
  origin: url,
  has_public_url: true,
  trusts_proxies: true,
  peer: '172.17.0.1',
  peer_is_trusted: true,
  visitor: '198.51.100.4',
  forwarded_for: [forgedVisitor, '198.51.100.4'],
  forwarded_proto: 'https',
  names_last_forwarded: false,
  time: measuredAt,
}

/** Set up as deploy/ has it. */
const goodPath: PathFacts = {
  url,
  seen: goodRequest,
  http: 'h2',
  hsts: true,
  certificate: { left_days: 60, of_days: 90 },
  body: { asked: 32 * MiB, passed: 32 * MiB, status: 200 },
  body_spread: { sent_ms: 2000, seen_ms: 1998 },
  answer_spread: { sent_ms: 2000, seen_ms: 2003 },
  waits: (['server', 'sender', 'reader'] as const).map((who) => ({ who, tried_s: 65, cut_after_s: null })),
  range: { status: 206, is_right: true },
  clock_ahead_ms: 20,
}

const goodServer: ServerFacts = {
  node: '22.18.0',
  public_url: url,
  time: measuredAt,
  database: {
    kind: 'sqlite',
    problem: null,
    read_ms: 0.2,
    write_ms: 3,
    schema: '0017',
    integrity: 'ok',
    clock_ahead_ms: null,
  },
  store: {
    kind: 'disk',
    problem: null,
    put_ms: 3,
    get_ms: 1,
    delete_ms: 2,
    free_bytes: 90 * GiB,
    min_free_bytes: GiB,
    max_file_bytes: 5 * GiB,
    link_quota_bytes: 1024 * GiB,
    clock_ahead_ms: null,
  },
  disk: { problem: null, bytes_per_second: 300 * MiB, sync_ms: 2 },
  mail: {
    kind: 'smtp',
    problem: null,
    destination: 'mail.example.org:465',
    from: 'files@example.org',
  },
  sign_in: {
    issuer: 'https://login.example.org/',
    callback: `${url}/api/auth/oidc/callback`,
    problem: null,
    clock_ahead_ms: 300,
    has_secret: true,
    client: 'taken',
    redirect: 'known',
  },
  last_backup: '2026-11-23T12:00:00.000Z',
  unswept: 0,
  open_names: [],
}

const goodPathWithout = (...names: (keyof PathFacts)[]): PathFacts => {
  const rest = Object.entries(goodPath).filter(([name]) => !names.includes(name as keyof PathFacts))
  return Object.fromEntries(rest) as unknown as PathFacts
}

const findingsOfPath = (change: Partial<PathFacts>, by: 'command line' | 'browser' = 'command line') =>
  evaluateFacts({ by, time: measuredAt, path: { ...goodPath, ...change } })
const findingsOfRequest = (change: Partial<SeenRequest>) =>
  findingsOfPath({ seen: { ...goodRequest, ...change } })
const findingsOfServer = (change: Partial<ServerFacts>) =>
  evaluateFacts({ by: 'command line', time: measuredAt, server: { ...goodServer, ...change } })
/** Each can be said, with all that stands in it. */
function expectTexts(findings: readonly Finding[]) {
  for (const language of languages) {
    const say = (key: string, values = {}) => {
      const message = messageOf(language, key)
      if (message === undefined) throw new Error(`${language} has no ${key}`)
      return String(formatMessage<string>(message, language, values))
    }
    for (const { check, says } of findings) {
      expect(say(`checks.${check}`)).not.toBe('')
      expect(formatSentence(says, (name, values) => say(`findings.${name}`, values))).not.toMatch(
        /undefined|NaN|[{}]/,
      )
    }
  }
}
const severities = (findings: ReturnType<typeof evaluateFacts>) => {
  expectTexts(findings)
  return Object.fromEntries(
    findings.filter(({ severity }) => severity !== 'ok').map(({ check, severity }) => [check, severity]),
  )
}
const textOf = async (finding: Finding | undefined) => (await findingTexts(finding ? [finding] : []))[0]?.says
const firstProblem = (findings: ReturnType<typeof evaluateFacts>) =>
  findings.find(({ severity }) => severity !== 'ok')

describe('a server that is set up well', () => {
  it('has no complaints', () => {
    const findings = evaluateFacts({
      by: 'command line',
      time: measuredAt,
      path: goodPath,
      server: goodServer,
    })
    expect(severities(findings)).toEqual({})
    expect([hasNoProblem(findings), findingsSummary(findings)]).toEqual([true, 'No problems.'])
    expect(new Set(findings.map(({ check }) => check)).size).toBe(findings.length)
  })
})

describe('the path', () => {
  it.each<[string, Partial<PathFacts>, object]>([
    ['a small limit', { body: { asked: 32 * MiB, passed: MiB, status: 413 } }, { 'body-limit': 'problem' }],
    [
      'a limit with which pages can live',
      { body: { asked: 32 * MiB, passed: 16 * MiB, status: 413 } },
      { 'body-limit': 'warning' },
    ],
    [
      'requests that arrive at once',
      { body_spread: { sent_ms: 2000, seen_ms: 3 } },
      { 'request-buffering': 'problem' },
    ],
    [
      'answers that arrive at once',
      { answer_spread: { sent_ms: 2000, seen_ms: 0 } },
      { 'answer-buffering': 'problem' },
    ],
    ['a whole file for a range', { range: { status: 200, is_right: false } }, { range: 'problem' }],
    ['another range', { range: { status: 206, is_right: false } }, { range: 'problem' }],
    ['no promise of https', { hsts: false }, { https: 'warning' }],
    ['old HTTP', { http: 'http/1.1' }, { 'http-version': 'warning' }],
    [
      'a certificate that was not renewed',
      { certificate: { left_days: 10, of_days: 90 } },
      { https: 'warning' },
    ],
    ['one that ends tomorrow', { certificate: { left_days: 1, of_days: 90 } }, { https: 'problem' }],
    ['one that is short-lived', { certificate: { left_days: 4, of_days: 6 } }, {}],
    ['a clock half a minute off', { clock_ahead_ms: -30_000 }, { clock: 'problem' }],
  ])('%s', (_name, change, expected) => {
    expect(severities(findingsOfPath(change))).toEqual(expected)
  })

  it('says which time-out cuts, and what to set for it', async () => {
    const wait = (who: 'server' | 'sender' | 'reader', cut_after_s: number | null) => ({
      who,
      tried_s: 65,
      cut_after_s,
    })
    const cut = firstProblem(
      findingsOfPath({ waits: [wait('server', 10), wait('sender', null), wait('reader', null)] }),
    )
    expect(cut).toMatchObject({ check: 'time-outs', severity: 'problem' })
    expect(await textOf(cut)).toBe(
      'A request that waits for the server is cut off after 10 s. Slow lines and slow disks lose their transfers.',
    )
    expect(cut?.remedies?.nginx).toEqual(['# in location / { }', 'proxy_read_timeout 300s;'])
    const minute = firstProblem(
      findingsOfPath({ waits: [wait('server', 60), wait('sender', 60), wait('reader', 65)] }),
    )
    expect(minute?.severity).toBe('warning')
    expect(minute?.remedies?.nginx).toEqual([
      ...['# in location / { }', 'proxy_read_timeout 300s;', 'proxy_send_timeout 300s;'],
      ...['# in server { }', 'client_body_timeout 300s;', 'send_timeout 300s;'],
    ])
  })

  it('says nothing of time-outs where the server refused to be tried', async () => {
    const waits = [
      { who: 'server', tried_s: 65, cut_after_s: undefined },
      { who: 'sender', tried_s: 65, cut_after_s: null },
    ] as const
    const unknown = firstProblem(findingsOfPath({ waits }))
    expect(unknown).toMatchObject({ check: 'time-outs', severity: 'note' })
    expect(await textOf(unknown)).toBe('It is not known: the request that tries it failed.')
  })

  it('has lines for each of the three proxies wherever one of them is the cause', () => {
    const bad = findingsOfPath({
      body: { asked: 32 * MiB, passed: 0, status: 0 },
      body_spread: { sent_ms: 2000, seen_ms: 0 },
      answer_spread: { sent_ms: 2000, seen_ms: 0 },
      range: { status: 200, is_right: false },
      waits: [{ who: 'reader', tried_s: 15, cut_after_s: 15 }],
      http: 'http/1.1',
    }).filter(({ severity }) => severity !== 'ok')
    expect(bad).toHaveLength(6)
    for (const { check, remedies } of bad)
      for (const kind of ['caddy', 'nginx', 'apache'] as const)
        expect(remedies?.[kind], check).not.toHaveLength(0)
  })

  it.each<[string, Partial<SeenRequest>, object]>([
    [
      'TRUST_PROXY is not set',
      { trusts_proxies: false, peer_is_trusted: false, visitor: '172.17.0.1' },
      { visitors: 'problem' },
    ],
    ['TRUST_PROXY names another', { peer_is_trusted: false, visitor: '172.17.0.1' }, { visitors: 'problem' }],
    [
      'the proxy passes on what visitors claim',
      { forwarded_for: [forgedVisitor], visitor: forgedVisitor },
      { visitors: 'problem' },
    ],
    ['one proxy too many is believed', { visitor: forgedVisitor }, { visitors: 'problem' }],
    ['the proxy says nothing', { forwarded_for: [], visitor: '172.17.0.1' }, { visitors: 'problem' }],
    ['the proxy replaces what visitors claim', { forwarded_for: ['198.51.100.4'] }, {}],
    [
      'the test comes from a trusted network',
      { names_last_forwarded: true, visitor: forgedVisitor, forwarded_for: [forgedVisitor, '172.17.0.9'] },
      { visitors: 'note' },
    ],
    [
      'the test comes from the machine of the proxy',
      { names_last_forwarded: true, visitor: forgedVisitor, forwarded_for: [forgedVisitor, '127.0.0.1'] },
      {},
    ],
    ['PUBLIC_URL is another', { origin: 'https://old.example.org' }, { 'public-url': 'warning' }],
    [
      'the host is not passed on',
      { origin: 'http://127.0.0.1:3000', has_public_url: false },
      { 'public-url': 'problem' },
    ],
    ['PUBLIC_URL is not set', { has_public_url: false }, { 'public-url': 'warning' }],
    ['HTTP/1.0 to the server', { http_version: '1.0' }, { 'proxy-http': 'warning' }],
  ])('%s', (_name, change, expected) => {
    expect(severities(findingsOfRequest(change))).toEqual(expected)
  })

  it('says what could not be tried because its request failed', () => {
    const rest = goodPathWithout('body_spread', 'answer_spread')
    const findings = evaluateFacts({ by: 'command line', time: measuredAt, path: rest })
    expect(severities(findings)).toEqual({ 'request-buffering': 'note', 'answer-buffering': 'note' })
  })

  it('names the proxy that TRUST_PROXY has to name', () => {
    const found = firstProblem(findingsOfRequest({ peer: '::ffff:172.17.0.1', peer_is_trusted: false }))
    expect(found?.remedies?.sealpost).toEqual(['TRUST_PROXY=172.17.0.1'])
  })

  it('without https is good for this machine alone', () => {
    const here = {
      http_version: '1.1',
      origin: 'http://localhost:3000',
      trusts_proxies: false,
      peer_is_trusted: false,
      forwarded_for: [forgedVisitor],
      forwarded_proto: null,
    }
    const path = (url: string): Partial<PathFacts> => ({
      url,
      seen: { ...goodRequest, ...here, origin: url, visitor: '127.0.0.1' },
    })
    expect(severities(findingsOfPath(path('http://localhost:3000')))).toEqual({ https: 'warning' })
    expect(severities(findingsOfPath(path('http://files.example.org')))).toEqual({ https: 'problem' })
  })

  it('is not told to set what is set already', () => {
    const straight = {
      ...{ origin: 'https://files.example.org', peer: '127.0.0.1', visitor: forgedVisitor },
      ...{ forwarded_for: [forgedVisitor], forwarded_proto: null, names_last_forwarded: false },
    }
    const ofUrl = (at: string, change: Partial<SeenRequest> = {}) =>
      findingsOfPath({ url: at, seen: { ...goodRequest, ...straight, ...change } })
    const remediesOf = (findings: ReturnType<typeof evaluateFacts>) =>
      findings.flatMap(({ remedies }) => remedies?.sealpost ?? [])
    // Asked on the machine itself, with the settings of one behind a proxy there.
    const here = ofUrl('http://127.0.0.1:3000')
    expect(severities(here)).toEqual({ https: 'warning', 'public-url': 'note', visitors: 'note' })
    expect(remediesOf(here)).toEqual([])
    const open = ofUrl('http://files.example.org', { origin: 'http://files.example.org' })
    expect(severities(open)).toEqual({ https: 'problem', visitors: 'problem' })
    expect(remediesOf(open)).toEqual(['# remove TRUST_PROXY'])
    expect(remediesOf(findingsOfRequest({ forwarded_for: [forgedVisitor], visitor: forgedVisitor }))).toEqual(
      [],
    )
    expect(remediesOf(findingsOfRequest({ visitor: forgedVisitor }))).toEqual(['TRUST_PROXY=172.17.0.1'])
    expect(remediesOf(findingsOfPath({ hsts: false }))).toEqual([])
    expect(remediesOf(findingsOfRequest({ has_public_url: false }))).toEqual([`PUBLIC_URL=${url}`])
  })

  it('is said to be closed, and nothing else, where nobody answers', () => {
    for (const why of ['unanswered', 'certificate', 'stranger'] as const) {
      const findings = findingsOfPath({ failed: { why, said: 'ECONNREFUSED' } })
      expect(severities(findings)).toEqual({ reach: 'problem' })
      expect(findings).toHaveLength(1)
    }
  })

  it('says in a browser what a browser cannot try', async () => {
    const rest = goodPathWithout('body_spread', 'certificate')
    const waits = [{ who: 'server' as const, tried_s: 65, cut_after_s: null }]
    const findings = evaluateFacts({ by: 'browser', time: measuredAt, path: { ...rest, waits } })
    expect(severities(findings)).toEqual({ 'left-out': 'note' })
    expect(await textOf(firstProblem(findings))).toBe(
      'This browser cannot try everything. The command line also tries: request buffering, the time-out of senders, the time-out of readers, how long the certificate holds.',
    )
  })
})

describe('what the server works with', () => {
  const { database, store, mail } = goodServer
  const sign_in = assertDefined(goodServer.sign_in ?? undefined)
  it.each<[string, Partial<ServerFacts>, object]>([
    ['an old Node', { node: '22.17.1' }, { node: 'problem' }],
    [
      'a database that does not answer',
      { database: { ...database, problem: 'ECONNREFUSED' } },
      { database: 'problem' },
    ],
    ['a slow database', { database: { ...database, read_ms: 300 } }, { database: 'warning' }],
    [
      'a damaged file',
      { database: { ...database, integrity: 'row 3 missing from index' } },
      { 'database-check': 'problem' },
    ],
    [
      'a file too large to be checked',
      { database: { ...database, integrity: 'large' } },
      { 'database-check': 'note' },
    ],
    [
      'the clock of PostgreSQL',
      { database: { ...database, kind: 'postgres', clock_ahead_ms: 60_000 } },
      { 'database-clock': 'problem' },
    ],
    ['a store that refuses', { store: { ...store, problem: 'AccessDenied (403)' } }, { store: 'problem' }],
    ['a slow store', { store: { ...store, put_ms: 2500 } }, { store: 'warning' }],
    [
      'the clock of the store',
      { store: { ...store, kind: 's3', clock_ahead_ms: -7000 } },
      { 'store-clock': 'warning' },
    ],
    ['no room', { store: { ...store, free_bytes: GiB / 2 } }, { room: 'problem' }],
    [
      'a file that no folder takes',
      { store: { ...store, max_file_bytes: 20 * GiB, link_quota_bytes: 20 * GiB } },
      { 'file-size': 'warning' },
    ],
    [
      'a file that is sent by no page',
      { store: { ...store, max_file_bytes: 400 * GiB } },
      { 'file-size': 'warning' },
    ],
    ['little room', { store: { ...store, free_bytes: 1.5 * GiB } }, { room: 'warning' }],
    ['a bucket', { store: { ...store, kind: 's3', free_bytes: null } }, {}],
    [
      'a slow disk',
      { disk: { problem: null, bytes_per_second: 300 * MiB, sync_ms: 80 } },
      { disk: 'warning' },
    ],
    [
      'a disk at the end of a network',
      { disk: { problem: null, bytes_per_second: MiB, sync_ms: 900 } },
      { disk: 'problem' },
    ],
    ['mail that is refused', { mail: { ...mail, problem: 'Invalid login' } }, { mail: 'problem' }],
    ['no mail server', { mail: { ...mail, kind: 'folder' } }, { mail: 'warning' }],
    ['no provider', { sign_in: null }, {}],
    [
      'a provider that says nothing of itself',
      { sign_in: { ...sign_in, problem: 'ECONNREFUSED', client: 'unknown', redirect: 'unknown' } },
      { 'sign-in': 'problem' },
    ],
    [
      'a secret that the provider refuses',
      { sign_in: { ...sign_in, client: 'refused' } },
      { 'sign-in-client': 'problem' },
    ],
    [
      'an id that it refuses',
      { sign_in: { ...sign_in, client: 'refused', has_secret: false } },
      { 'sign-in-client': 'problem' },
    ],
    [
      'an address that it refuses',
      { sign_in: { ...sign_in, redirect: 'refused' } },
      { 'sign-in-address': 'problem' },
    ],
    [
      'a provider that tells neither',
      { sign_in: { ...sign_in, client: 'unknown', redirect: 'unknown' } },
      { 'sign-in-client': 'note', 'sign-in-address': 'note' },
    ],
    [
      'the clock of the provider',
      { sign_in: { ...sign_in, clock_ahead_ms: 40_000 } },
      { 'sign-in-clock': 'problem' },
    ],
    ['no backup', { last_backup: null }, { backup: 'warning' }],
    ['a backup of seven days ago', { last_backup: '2026-11-17T12:00:00.000Z' }, {}],
    ['a backup of eight days ago', { last_backup: '2026-11-16T11:00:00.000Z' }, { backup: 'warning' }],
    ['services that others back up', { last_backup: 'elsewhere', disk: null }, { backup: 'note' }],
    ['a sweeper that does not come', { unswept: 4 }, { sweeping: 'warning' }],
    ['a data folder for everybody', { open_names: ['.', 'sealpost.db'] }, { permissions: 'warning' }],
    ['a data folder whose names may be read', { open_names: ['.'] }, {}],
    [
      'settings that are misspelt',
      { unknown_settings: [{ name: 'A', meant: null }] },
      { settings: 'problem' },
    ],
    ['what lies in a folder that is shut', { open_names: ['sealpost.db'] }, {}],
  ])('%s', (_name, change, expected) => {
    expect(severities(findingsOfServer(change))).toEqual(expected)
  })

  it('is left out where a server of an older build does not tell it', () => {
    const findings = findingsOfServer({
      sign_in: undefined,
      store: { ...store, max_file_bytes: undefined, link_quota_bytes: undefined },
    })
    const all = findingsOfServer({}).map(({ check }) => check)
    const left = all.filter((check) => check !== 'file-size' && !check.startsWith('sign-in'))
    expect([severities(findings), findings.map(({ check }) => check)]).toEqual([{}, left])
  })

  it('that says nothing is a problem', () => {
    expect(severities(evaluateFacts({ by: 'browser', time: measuredAt, server: null }))).toEqual({
      server: 'problem',
    })
  })
})
