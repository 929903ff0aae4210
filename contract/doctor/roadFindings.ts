import { MiB } from '../limits.ts'
import { type Facts, forgedVisitor, type RoadFacts, type Spread, type Wait } from './facts.ts'
import type { Finding, Severity } from './finding.ts'
import * as remedies from './remedies.ts'

/** In seconds. Whoever is cut sooner loses more than a wait. */
const badWaitSeconds = 30
/** Parts of a certificate's time. Whatever renews it does so with a third left. */
const endsSoon = 1 / 6
const endsNow = 1 / 30
const loopback = /^(localhost|127\.[0-9.]+|\[?::1\]?|::ffff:127\.[0-9.]+)$/i
const clockProblemMs = 25_000
const clockWarningMs = 5_000

/** Of the road from outside to the server. */
export function roadFindings(road: RoadFacts, by: Facts['by']): Finding[] {
  if (road.failed) return [unreached(road, road.failed)]
  const all = [
    https(road),
    httpVersion(road),
    ...seen(road),
    bodyLimit(road),
    spread(road, 'request-buffering', by),
    spread(road, 'answer-buffering', by),
    timeOuts(road),
    range(road),
    clock(road, by),
  ]
  const findings = all.filter((finding) => finding !== undefined)
  return by === 'browser' ? [...findings, ...leftOut(road)] : findings
}

function unreached({ url }: RoadFacts, { why, said }: NonNullable<RoadFacts['failed']>): Finding {
  const sentences = {
    unanswered: `${url} gives no answer (${said}). Is the server running, and does the name lead to its proxy?`,
    certificate: `The certificate of ${url} is not trusted (${said}), so nothing behind it was tried. One of an authority of your own is trusted with NODE_EXTRA_CA_CERTS.`,
    stranger: `What answers at ${url} is not this server (${said}). PUBLIC_URL may be another's, or the proxy sends requests elsewhere.`,
  }
  const isCertificate = why === 'certificate'
  return {
    ...of('reach', 'Reaching the server', 'problem', sentences[why]),
    ...(isCertificate && { remedies: remedies.certificate }),
  }
}

const of = (check: string, title: string, severity: Severity, says: string): Finding => ({
  check,
  title,
  severity,
  says,
})

function https({ url, hsts, certificate }: RoadFacts): Finding {
  const [check, title] = ['https', 'https'] as const
  if (!url.startsWith('https:')) {
    const isHere = loopback.test(new URL(url).hostname)
    return of(
      check,
      title,
      isHere ? 'warning' : 'problem',
      isHere
        ? `${url} is for this machine alone: browsers encrypt on https only. For others, put a proxy with a certificate in front, and set PUBLIC_URL.`
        : `${url} is not https, and browsers do not encrypt there: nobody can send or open anything. Put a proxy with a certificate in front.`,
    )
  }
  const left = certificate && certificate.left_days / certificate.of_days
  if (left !== undefined && left < endsSoon)
    return {
      ...of(
        check,
        title,
        left < endsNow ? 'problem' : 'warning',
        `The certificate ends in ${inDays(certificate?.left_days ?? 0)}, and was not renewed.`,
      ),
      remedies: remedies.certificate,
    }
  if (hsts === false)
    return {
      ...of(
        check,
        title,
        'warning',
        'Answers do not promise https for the future (Strict-Transport-Security).',
      ),
      remedies: { ...remedies.hsts, ...remedies.publicUrl(url) },
    }
  return of(
    check,
    title,
    'ok',
    certificate === undefined
      ? `${url} is https.`
      : `The certificate holds for ${inDays(certificate.left_days)}.`,
  )
}

function inDays(days: number): string {
  const whole = Math.floor(days)
  return whole < 1 ? 'less than a day' : whole === 1 ? '1 day' : `${whole} days`
}

function httpVersion({ http, url }: RoadFacts): Finding | undefined {
  const [check, title] = ['http-version', 'HTTP version'] as const
  if (http === undefined || !url.startsWith('https:')) return undefined
  if (http === 'h2' || http === 'h3') return of(check, title, 'ok', `Browsers get HTTP/${http.slice(1)}.`)
  return {
    ...of(
      check,
      title,
      'warning',
      'Browsers get HTTP/1.1 only: no more than six transfers at once, shared by all tabs.',
    ),
    remedies: remedies.newerHttp,
  }
}

/** What the server makes of the headers that arrive. */
function seen({ seen, url }: RoadFacts): Finding[] {
  if (seen === undefined) return []
  const findings: Finding[] = []
  const title = 'HTTP to the server'
  findings.push(
    seen.http_version === '1.0'
      ? {
          ...of(
            'proxy-http',
            title,
            'warning',
            'The proxy speaks HTTP/1.0 to the server: a connection for each request, and bodies without a length are collected first.',
          ),
          remedies: remedies.httpToServer,
        }
      : of('proxy-http', title, 'ok', `Requests reach the server as HTTP/${seen.http_version}.`),
  )
  if (seen.origin !== url)
    findings.push({
      ...of(
        'public-url',
        'Own address',
        seen.has_public_url ? 'warning' : 'problem',
        `The server takes itself for ${seen.origin}, and was asked as ${url}: requests from pages there are refused, and links lead elsewhere.`,
      ),
      remedies: remedies.publicUrl(url),
    })
  else if (!seen.has_public_url)
    findings.push({
      ...of(
        'public-url',
        'Own address',
        'warning',
        `PUBLIC_URL is not set: links and mails name whatever a request says.`,
      ),
      remedies: remedies.publicUrl(url),
    })
  else findings.push(of('public-url', 'Own address', 'ok', `PUBLIC_URL is ${url}.`))
  findings.push(visitors(seen, url))
  return findings
}

function visitors(seen: NonNullable<RoadFacts['seen']>, url: string): Finding {
  const [check, title] = ['visitors', 'Visitors’ addresses'] as const
  const added = seen.forwarded_for.filter((entry) => entry !== forgedVisitor)
  const hasHeaders = added.length > 0 || seen.forwarded_proto !== null
  // The server itself has no TLS.
  const isBehind = hasHeaders || url.startsWith('https:')
  if (!isBehind && !seen.trusts_proxies)
    return of(check, title, 'ok', 'There is no proxy, and none is trusted.')
  if (!seen.peer_is_trusted)
    return hasHeaders || !seen.trusts_proxies
      ? {
          ...of(
            check,
            title,
            'problem',
            `TRUST_PROXY does not name the proxy (${seen.peer}): all visitors count as one, and together they reach the limits.`,
          ),
          remedies: { ...remedies.trust(seen.peer), ...(!hasHeaders && remedies.forwarding) },
        }
      : of(check, title, 'ok', 'This connection came past the proxies that TRUST_PROXY names.')
  if (seen.visitor === forgedVisitor && !(seen.names_last_forwarded && added.length > 0))
    return {
      ...of(
        check,
        title,
        'problem',
        'Visitors can say who they are: the server believed an address that this test made up, so limits can be got round.',
      ),
      remedies: remedies.forged(seen.peer),
    }
  if (added.length === 0)
    return {
      ...of(
        check,
        title,
        'problem',
        'The proxy does not say where visitors come from: all of them count as one.',
      ),
      remedies: remedies.forwarding,
    }
  // Whoever comes from elsewhere is named by no address of this machine.
  if (seen.names_last_forwarded && !loopback.test(added.at(-1) ?? ''))
    return of(
      check,
      title,
      'note',
      'TRUST_PROXY names the address of this test too, so it cannot tell what the server makes of strangers’. Try it from another machine.',
    )
  return of(check, title, 'ok', 'The limits count visitors one by one.')
}

function bodyLimit({ body }: RoadFacts): Finding | undefined {
  if (body === undefined) return undefined
  const [check, title] = ['body-limit', 'Body limit'] as const
  const { asked, passed, status } = body
  const mib = (bytes: number) => `${Math.round((bytes * 10) / MiB) / 10} MiB`
  if (passed >= asked) return of(check, title, 'ok', `A request of ${mib(asked)} comes through.`)
  const refused = status === 0 ? 'is cut off' : `is refused (${status})`
  const sooner =
    passed === 0 ? 'Not even the smallest that was tried comes through' : `${mib(passed)} comes through`
  const effect =
    passed < 6 * MiB ? 'files above that cannot be sent' : 'it works, in more and smaller requests'
  return {
    ...of(
      check,
      title,
      passed < 6 * MiB ? 'problem' : 'warning',
      `A request of ${mib(asked)} ${refused}. ${sooner}: ${effect}.`,
    ),
    remedies: remedies.bodyLimit,
  }
}

/** A half or more of the time has to be seen: networks and proxies hold a little back. */
const isSpread = ({ sent_ms, seen_ms }: Spread) => seen_ms >= sent_ms / 2

function spread(
  road: RoadFacts,
  check: 'request-buffering' | 'answer-buffering',
  by: Facts['by'],
): Finding | undefined {
  const isRequest = check === 'request-buffering'
  const measured = isRequest ? road.body_spread : road.answer_spread
  const title = isRequest ? 'Request buffering' : 'Answer buffering'
  // Browsers leave out the one, and say so.
  if (measured === undefined)
    return isRequest && by === 'browser'
      ? undefined
      : of(check, title, 'note', 'It is not known: the request that tries it failed.')
  if (isSpread(measured))
    return of(
      check,
      title,
      'ok',
      `${isRequest ? 'Uploads reach the server' : 'Downloads leave the server'} as they come.`,
    )
  return {
    ...of(
      check,
      title,
      'problem',
      isRequest
        ? 'The proxy collects requests before it passes them on: uploads are written to its disk first, and count as sent before they are.'
        : 'The proxy collects answers before it passes them on: downloads are written to its disk, and progress is not true.',
    ),
    remedies: isRequest ? remedies.requestBuffering : remedies.answerBuffering,
  }
}

const standing: Readonly<Record<Wait['who'], string>> = {
  server: 'a request that waits for the server',
  sender: 'a sender who stands still',
  reader: 'a reader who stands still',
}

function timeOuts({ waits }: RoadFacts): Finding | undefined {
  const tried = waits?.[0]
  if (waits === undefined || tried === undefined) return undefined
  const [check, title] = ['time-outs', 'Time-outs'] as const
  const cut = waits.filter((wait) => wait.cut_after_s !== null)
  if (cut.length === 0) {
    const whole = of(check, title, 'ok', `Nobody is cut off within ${tried.tried_s} s.`)
    return tried.tried_s < badWaitSeconds
      ? { ...whole, says: `${whole.says} Longer ones were not tried.` }
      : whole
  }
  const parts = cut.map(({ who, cut_after_s }) => `${standing[who]} is cut off after ${cut_after_s} s`)
  const isBad = cut.some(({ cut_after_s }) => (cut_after_s ?? 0) < badWaitSeconds)
  const effect = isBad
    ? 'slow lines and slow disks lose their transfers.'
    : 'transfers begin anew where they were, which costs time.'
  return {
    ...of(check, title, isBad ? 'problem' : 'warning', `${capital(parts.join('; '))}: ${effect}`),
    remedies: remedies.together(cut.map(({ who }) => remedies.waits[who])),
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function range({ range }: RoadFacts): Finding | undefined {
  if (range === undefined) return undefined
  const [check, title] = ['range', 'Ranges'] as const
  if (range.status === 206 && range.is_right)
    return of(check, title, 'ok', 'A download that breaks off goes on where it was.')
  return {
    ...of(
      check,
      title,
      'problem',
      `Asked for a part of something, the proxy answers with ${range.status === 206 ? 'another part' : `the status ${range.status}`}: downloads that break off begin anew.`,
    ),
    remedies: remedies.range,
  }
}

function clock({ clock_ahead_ms: ahead }: RoadFacts, by: Facts['by']): Finding | undefined {
  if (ahead === undefined) return undefined
  const here = by === 'browser' ? 'this device' : 'this machine'
  return clockFinding('clock', 'Clock', ahead, `The server’s clock and that of ${here}`)
}

/** @param whose the two, as the subject of a sentence */
export function clockFinding(check: string, title: string, aheadMs: number, whose: string): Finding {
  const by = Math.abs(aheadMs)
  if (by < clockWarningMs) return of(check, title, 'ok', `${whose} agree.`)
  const seconds = Math.round(by / 1000)
  const isBad = by >= clockProblemMs
  return {
    ...of(
      check,
      title,
      isBad ? 'problem' : 'warning',
      `${whose} are ${seconds} s apart${isBad ? ': codes of second factors are refused, and what expires does so at the wrong time' : ''}. Set the wrong one, by NTP.`,
    ),
    remedies: { shell: ['timedatectl set-ntp true', 'timedatectl timesync-status'] },
  }
}

/** What a browser could not measure. */
function leftOut({ body_spread, waits, certificate }: RoadFacts): Finding[] {
  const who = new Set(waits?.map((wait) => wait.who))
  const names = [
    ...(body_spread === undefined ? ['request buffering'] : []),
    ...(who.has('sender') ? [] : ['the time-out of senders']),
    ...(who.has('reader') ? [] : ['the time-out of readers']),
    ...(certificate === undefined ? ['how long the certificate holds'] : []),
  ]
  if (names.length === 0) return []
  const says = `This browser cannot try everything. The command line also tries: ${names.join(', ')}.`
  return [
    { ...of('left-out', 'Not tried here', 'note', says), remedies: { shell: ['npm run admin -- doctor'] } },
  ]
}
