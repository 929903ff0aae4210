import { MiB } from '../limits.ts'
import { type DoctorFacts, forgedVisitor, type PathFacts, type Spread } from './facts.ts'
import { type CheckName, decide, type Finding, finding } from './finding.ts'
import * as remedies from './remedies.ts'
import type { ComparedClock, Sentence } from './sentence.ts'

/** A connection that is cut after fewer seconds fails transfers, not just slow responses. */
const badWaitSeconds = 30
/** Fractions of a certificate's lifetime. Renewal usually happens with a third left. */
const endsSoon = 1 / 6
const endsNow = 1 / 30
const loopback = /^(localhost|127\.[0-9.]+|\[?::1\]?|::ffff:127\.[0-9.]+)$/i
const isLocal = (url: string): boolean => loopback.test(new URL(url).hostname)
const clockProblemMs = 25_000
const clockWarningMs = 5_000
/** Pages need to send requests of this size. */
const neededBodyBytes = 6 * MiB

export function networkPathFindings(path: PathFacts, by: DoctorFacts['by']): Finding[] {
  if (path.failed) {
    const { why, said } = path.failed
    const says = { name: why === 'certificate' ? 'untrusted' : why, url: path.url, said } as const
    return [finding('reach', 'problem', says, why === 'certificate' ? remedies.certificate : undefined)]
  }
  return [
    https(path),
    httpVersion(path),
    path.seen ? [proxyHttp(path.seen), ownAddress(path.seen, path.url), visitors(path.seen, path.url)] : [],
    bodyLimit(path),
    requestBuffering(path, by),
    answerBuffering(path),
    timeOuts(path),
    range(path),
    clockFinding('clock', path.clock_ahead_ms ?? null, by === 'browser' ? 'device' : 'machine'),
    by === 'browser' ? unmeasured(path) : [],
  ].flat(2)
}

function https({ url, hsts, certificate, seen }: PathFacts): Finding[] {
  const isHttps = url.startsWith('https:')
  const left = certificate ? certificate.left_days / certificate.of_days : 1
  const days = Math.floor(certificate?.left_days ?? 0)
  // The server sends the header once it knows its https address.
  const promise = { ...remedies.hsts, ...(seen?.origin !== url && remedies.publicUrl(url)) }
  return decide(
    'https',
    [!isHttps && isLocal(url), 'warning', { name: 'httpHere', url }],
    [!isHttps, 'problem', { name: 'httpOnly', url }],
    [left < endsNow, 'problem', { name: 'certificateEnds', days }, remedies.certificate],
    [left < endsSoon, 'warning', { name: 'certificateEnds', days }, remedies.certificate],
    [hsts === false, 'warning', 'missingHsts', promise],
    [certificate !== undefined, 'ok', { name: 'certificateHolds', days }],
    [true, 'ok', { name: 'isHttps', url }],
  )
}

function httpVersion({ http = '', url }: PathFacts): Finding[] {
  const isKnown = http !== '' && url.startsWith('https:')
  return decide(
    'http-version',
    [isKnown && /^h[23]$/.test(http), 'ok', { name: 'httpVersion', version: http.slice(1) }],
    [isKnown, 'warning', 'oldHttp', remedies.newerHttp],
  )
}

type Seen = NonNullable<PathFacts['seen']>

const proxyHttp = ({ http_version: version }: Seen) =>
  decide(
    'proxy-http',
    [version === '1.0', 'warning', 'proxyOldHttp', remedies.httpToServer],
    [true, 'ok', { name: 'proxyHttp', version }],
  )

function ownAddress({ origin, has_public_url: isSet }: Seen, url: string): Finding[] {
  const isOther = origin !== url
  const change = remedies.publicUrl(url)
  return decide(
    'public-url',
    // Tested on the server itself, not by its configured address.
    [isOther && isSet && isLocal(url), 'note', { name: 'publicUrl', url: origin }],
    [isOther, isSet ? 'warning' : 'problem', { name: 'otherOrigin', origin, url }, change],
    [!isSet, 'warning', 'noPublicUrl', change],
    [true, 'ok', { name: 'publicUrl', url }],
  )
}

function visitors(seen: Seen, url: string): Finding[] {
  const { peer, trusts_proxies: trusts, peer_is_trusted: isTrusted, names_last_forwarded: namesLast } = seen
  const added = seen.forwarded_for.filter((entry) => entry !== forgedVisitor)
  const hasAdded = added.length > 0
  const hasHeaders = hasAdded || seen.forwarded_proto !== null
  // The server has no TLS of its own.
  const isBehind = hasHeaders || url.startsWith('https:')
  const isForged = seen.visitor === forgedVisitor && !(namesLast && hasAdded)
  const named = { ...remedies.trust(peer), ...(!hasHeaders && remedies.forwarding) }
  return decide(
    'visitors',
    [!isBehind && !trusts, 'ok', 'noProxy'],
    [!isTrusted && (hasHeaders || !trusts), 'problem', { name: 'proxyNotNamed', peer }, named],
    [!isTrusted, 'ok', 'bypassedProxies'],
    [!isBehind && isLocal(url), 'note', 'bypassedProxies'],
    [!isBehind, 'problem', 'trustsAnybody', remedies.noTrust],
    [isForged, 'problem', 'forged', hasAdded ? remedies.trust(peer) : remedies.forged],
    [!hasAdded, 'problem', 'visitorsUnsaid', remedies.forwarding],
    // A remote visitor has no address of this machine.
    [namesLast && !loopback.test(added.at(-1) ?? ''), 'note', 'visitorsUnknown'],
    [true, 'ok', 'visitorsCounted'],
  )
}

function bodyLimit({ body }: PathFacts): Finding[] {
  if (body === undefined) return []
  const mib = (bytes: number) => Math.round((bytes * 10) / MiB) / 10
  const passed = mib(body.passed)
  const refused = { name: 'bodyRefused', mib: mib(body.asked), status: body.status } as const
  return decide(
    'body-limit',
    [body.passed >= body.asked, 'ok', { name: 'bodyPasses', mib: refused.mib }],
    [
      body.passed < neededBodyBytes,
      'problem',
      [refused, { name: 'bodyTooSmall', passed }],
      remedies.bodyLimit,
    ],
    [true, 'warning', [refused, { name: 'bodySmall', passed }], remedies.bodyLimit],
  )
}

/** At least half of the time must be visible: networks and proxies buffer a little. */
const isSpread = ({ sent_ms, seen_ms }: Spread) => seen_ms >= sent_ms / 2

const requestBuffering = ({ body_spread: spread }: PathFacts, by: DoctorFacts['by']) =>
  decide(
    'request-buffering',
    // Browsers that cannot measure it say so in `unmeasured`.
    [!spread && by === 'command line', 'note', 'notKnown'],
    [spread !== undefined && isSpread(spread), 'ok', 'requestsFlow'],
    [spread !== undefined, 'problem', 'requestsCollected', remedies.requestBuffering],
  )

const answerBuffering = ({ answer_spread: spread }: PathFacts) =>
  decide(
    'answer-buffering',
    [!spread, 'note', 'notKnown'],
    [spread !== undefined && isSpread(spread), 'ok', 'answersFlow'],
    [true, 'problem', 'answersCollected', remedies.answerBuffering],
  )

function timeOuts({ waits = [] }: PathFacts): Finding[] {
  const seconds = waits[0]?.tried_s ?? 0
  const cut = waits.flatMap(({ who, cut_after_s: seconds }) =>
    typeof seconds === 'number' ? [{ name: 'cutOff', who, seconds } as const] : [],
  )
  const change = remedies.mergeRemedies(cut.map(({ who }) => remedies.waits[who]))
  const [isCut, survives] = [cut.length > 0, { name: 'nobodyCut', seconds } as const]
  return decide(
    'time-outs',
    [
      cut.some(({ seconds }) => seconds < badWaitSeconds),
      'problem',
      [...cut, { name: 'cutAbortsTransfers' }],
      change,
    ],
    [isCut, 'warning', [...cut, { name: 'cutSlowsTransfers' }], change],
    [waits.some(({ cut_after_s }) => cut_after_s === undefined), 'note', 'notKnown'],
    [seconds >= badWaitSeconds, 'ok', survives],
    [waits.length > 0, 'ok', [survives, { name: 'longerUntried' }]],
  )
}

function range({ range }: PathFacts): Finding[] {
  if (range === undefined) return []
  const { status, is_right: isRight } = range
  return decide(
    'range',
    [status !== 206, 'problem', { name: 'wholeForRange', status }, remedies.range],
    [!isRight, 'problem', 'otherRange', remedies.range],
    [true, 'ok', 'rangesWork'],
  )
}

/** @param aheadMs null if it is unknown @param whose the clock that the server's is compared with */
export function clockFinding(check: CheckName, aheadMs: number | null, whose: ComparedClock): Finding[] {
  if (aheadMs === null) return []
  const by = Math.abs(aheadMs)
  const seconds = Math.round(by / 1000)
  const change = { shell: ['timedatectl set-ntp true', 'timedatectl timesync-status'] }
  return decide(
    check,
    [by < clockWarningMs, 'ok', { name: 'clocksAgree', whose }],
    [by < clockProblemMs, 'warning', { name: 'clocksApart', whose, seconds }, change],
    [true, 'problem', { name: 'clocksFarApart', whose, seconds }, change],
  )
}

function unmeasured({ body_spread, waits, certificate }: PathFacts): Finding[] {
  const who = new Set(waits?.map((wait) => wait.who))
  const what: Sentence[] = [
    ...(body_spread === undefined ? [{ name: 'requestBuffering' } as const] : []),
    ...(who.has('sender') ? [] : [{ name: 'senderTimeOut' } as const]),
    ...(who.has('reader') ? [] : [{ name: 'readerTimeOut' } as const]),
    ...(certificate === undefined ? [{ name: 'certificateTime' } as const] : []),
  ]
  const change = { shell: ['sealpost-admin doctor'] }
  return decide('left-out', [what.length > 0, 'note', { name: 'leftOut', what }, change])
}
