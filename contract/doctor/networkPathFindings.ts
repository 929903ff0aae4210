import { MiB } from '../limits.ts'
import { type DoctorFacts, forgedVisitor, type PathFacts, type Spread } from './facts.ts'
import { type CheckName, finding, type Finding } from './finding.ts'
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

export function networkPathFindings(path: PathFacts, by: DoctorFacts['by']): Finding[] {
  if (path.failed) return [unreachable(path, path.failed)]
  const all = [
    https(path),
    httpVersion(path),
    ...seen(path),
    bodyLimit(path),
    spread(path, 'request-buffering', by),
    spread(path, 'answer-buffering', by),
    timeOuts(path),
    range(path),
    clock(path, by),
  ]
  const findings = all.filter((finding) => finding !== undefined)
  return by === 'browser' ? [...findings, ...unmeasured(path)] : findings
}

function unreachable({ url }: PathFacts, { why, said }: NonNullable<PathFacts['failed']>): Finding {
  const isCertificate = why === 'certificate'
  const says = { name: isCertificate ? 'untrusted' : why, url, said } as const
  return finding('reach', 'problem', says, isCertificate ? remedies.certificate : undefined)
}

function https({ url, hsts, certificate, seen }: PathFacts): Finding {
  if (!url.startsWith('https:')) {
    return isLocal(url)
      ? finding('https', 'warning', { name: 'httpHere', url })
      : finding('https', 'problem', { name: 'httpOnly', url })
  }
  const left = certificate && certificate.left_days / certificate.of_days
  const days = Math.floor(certificate?.left_days ?? 0)
  if (left !== undefined && left < endsSoon) {
    const severity = left < endsNow ? 'problem' : 'warning'
    return finding('https', severity, { name: 'certificateEnds', days }, remedies.certificate)
  }
  if (hsts === false)
    return finding(
      'https',
      'warning',
      { name: 'noPromise' },
      // The server sends the header once it knows its https address.
      { ...remedies.hsts, ...(seen?.origin !== url && remedies.publicUrl(url)) },
    )
  return finding('https', 'ok', certificate ? { name: 'certificateHolds', days } : { name: 'isHttps', url })
}

function httpVersion({ http, url }: PathFacts): Finding | undefined {
  if (http === undefined || !url.startsWith('https:')) return undefined
  if (http === 'h2' || http === 'h3')
    return finding('http-version', 'ok', { name: 'httpVersion', version: http.slice(1) })
  return finding('http-version', 'warning', { name: 'oldHttp' }, remedies.newerHttp)
}

function seen({ seen, url }: PathFacts): Finding[] {
  if (seen === undefined) return []
  const version = seen.http_version
  return [
    version === '1.0'
      ? finding('proxy-http', 'warning', { name: 'proxyOldHttp' }, remedies.httpToServer)
      : finding('proxy-http', 'ok', { name: 'proxyHttp', version }),
    ownAddress(seen, url),
    visitors(seen, url),
  ]
}

type Seen = NonNullable<PathFacts['seen']>

function ownAddress({ origin, has_public_url: isSet }: Seen, url: string): Finding {
  const change = remedies.publicUrl(url)
  // Tested on the server itself, not by its configured address.
  if (isSet && origin !== url && isLocal(url))
    return finding('public-url', 'note', { name: 'publicUrl', url: origin })
  if (origin !== url)
    return finding('public-url', isSet ? 'warning' : 'problem', { name: 'otherOrigin', origin, url }, change)
  if (!isSet) return finding('public-url', 'warning', { name: 'noPublicUrl' }, change)
  return finding('public-url', 'ok', { name: 'publicUrl', url })
}

function visitors(seen: Seen, url: string): Finding {
  const { peer } = seen
  const added = seen.forwarded_for.filter((entry) => entry !== forgedVisitor)
  const hasHeaders = added.length > 0 || seen.forwarded_proto !== null
  // The server has no TLS of its own.
  const isBehind = hasHeaders || url.startsWith('https:')
  if (!isBehind && !seen.trusts_proxies) return finding('visitors', 'ok', { name: 'noProxy' })
  if (!seen.peer_is_trusted)
    return hasHeaders || !seen.trusts_proxies
      ? finding(
          'visitors',
          'problem',
          { name: 'proxyNotNamed', peer },
          { ...remedies.trust(peer), ...(!hasHeaders && remedies.forwarding) },
        )
      : finding('visitors', 'ok', { name: 'pastProxies' })
  if (!isBehind)
    return isLocal(url)
      ? finding('visitors', 'note', { name: 'pastProxies' })
      : finding('visitors', 'problem', { name: 'trustsAnybody' }, remedies.noTrust)
  if (seen.visitor === forgedVisitor && !(seen.names_last_forwarded && added.length > 0))
    return finding(
      'visitors',
      'problem',
      { name: 'forged' },
      added.length > 0 ? remedies.trust(peer) : remedies.forged,
    )
  if (added.length === 0)
    return finding('visitors', 'problem', { name: 'visitorsUnsaid' }, remedies.forwarding)
  // A remote visitor has no address of this machine.
  if (seen.names_last_forwarded && !loopback.test(added.at(-1) ?? ''))
    return finding('visitors', 'note', { name: 'visitorsUnknown' })
  return finding('visitors', 'ok', { name: 'visitorsCounted' })
}

function bodyLimit({ body }: PathFacts): Finding | undefined {
  if (body === undefined) return undefined
  const mib = (bytes: number) => Math.round((bytes * 10) / MiB) / 10
  const { asked, passed, status } = body
  if (passed >= asked) return finding('body-limit', 'ok', { name: 'bodyPasses', mib: mib(asked) })
  const losesFiles = passed < 6 * MiB
  return finding(
    'body-limit',
    losesFiles ? 'problem' : 'warning',
    [
      { name: 'bodyRefused', mib: mib(asked), status },
      { name: losesFiles ? 'bodyLoses' : 'bodyNarrow', passed: mib(passed) },
    ],
    remedies.bodyLimit,
  )
}

/** At least half of the time must be visible: networks and proxies buffer a little. */
const isSpread = ({ sent_ms, seen_ms }: Spread) => seen_ms >= sent_ms / 2

function spread(
  path: PathFacts,
  check: Extract<CheckName, 'request-buffering' | 'answer-buffering'>,
  by: DoctorFacts['by'],
): Finding | undefined {
  const isRequest = check === 'request-buffering'
  const measured = isRequest ? path.body_spread : path.answer_spread
  // Browsers cannot measure some, and say so.
  if (measured === undefined)
    return isRequest && by === 'browser' ? undefined : finding(check, 'note', { name: 'notKnown' })
  if (isSpread(measured)) return finding(check, 'ok', { name: isRequest ? 'requestsFlow' : 'answersFlow' })
  return isRequest
    ? finding(check, 'problem', { name: 'requestsCollected' }, remedies.requestBuffering)
    : finding(check, 'problem', { name: 'answersCollected' }, remedies.answerBuffering)
}

function timeOuts({ waits }: PathFacts): Finding | undefined {
  const tried = waits?.[0]
  if (waits === undefined || tried === undefined) return undefined
  const cut = waits.flatMap(({ who, cut_after_s: seconds }) =>
    typeof seconds === 'number' ? [{ who, seconds }] : [],
  )
  if (cut.length === 0 && waits.some(({ cut_after_s }) => cut_after_s === undefined))
    return finding('time-outs', 'note', { name: 'notKnown' })
  if (cut.length === 0)
    return finding('time-outs', 'ok', [
      { name: 'nobodyCut', seconds: tried.tried_s },
      ...(tried.tried_s < badWaitSeconds ? [{ name: 'longerUntried' } as const] : []),
    ])
  const isBad = cut.some(({ seconds }) => seconds < badWaitSeconds)
  return finding(
    'time-outs',
    isBad ? 'problem' : 'warning',
    [...cut.map((one) => ({ name: 'cutOff', ...one }) as const), { name: isBad ? 'cutLoses' : 'cutCosts' }],
    remedies.mergeRemedies(cut.map(({ who }) => remedies.waits[who])),
  )
}

function range({ range }: PathFacts): Finding | undefined {
  if (range === undefined) return undefined
  const { status, is_right: isRight } = range
  if (status === 206 && isRight) return finding('range', 'ok', { name: 'rangesWork' })
  const says =
    status === 206 ? ({ name: 'otherRange' } as const) : ({ name: 'wholeForRange', status } as const)
  return finding('range', 'problem', says, remedies.range)
}

function clock({ clock_ahead_ms: ahead }: PathFacts, by: DoctorFacts['by']): Finding | undefined {
  if (ahead === undefined) return undefined
  return clockFinding('clock', ahead, by === 'browser' ? 'device' : 'machine')
}

/** @param whose the clock that the server's is compared with */
export function clockFinding(check: CheckName, aheadMs: number, whose: ComparedClock): Finding {
  const by = Math.abs(aheadMs)
  if (by < clockWarningMs) return finding(check, 'ok', { name: 'clocksAgree', whose })
  const seconds = Math.round(by / 1000)
  const isBad = by >= clockProblemMs
  return finding(
    check,
    isBad ? 'problem' : 'warning',
    { name: isBad ? 'clocksFarApart' : 'clocksApart', whose, seconds },
    { shell: ['timedatectl set-ntp true', 'timedatectl timesync-status'] },
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
  if (what.length === 0) return []
  return [finding('left-out', 'note', { name: 'leftOut', what }, { shell: ['sealpost-admin doctor'] })]
}
