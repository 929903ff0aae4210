/** Headers that carry a response. They depend on the moment or on proxies. */
const transportHeaders = [
  ...['accept-ranges', 'age', 'alt-svc', 'connection', 'content-encoding', 'content-length', 'date', 'etag'],
  ...['keep-alive', 'last-modified', 'server', 'transfer-encoding', 'vary', 'via'],
]

/** Headers by which proxies say how a response came: browsers do nothing by them. */
const diagnosticHeaders = [
  ...['cache-status', 'server-timing', 'x-request-id', 'x-timer', 'x-served-by'],
  ...[
    'x-cache',
    'x-cache-hits',
    'x-cache-status',
    'cf-cache-status',
    'cf-ray',
    'x-amz-cf-id',
    'x-amz-cf-pop',
  ],
  ...['x-envoy-upstream-service-time', 'x-runtime', 'x-varnish', 'fly-request-id', 'x-azure-ref'],
]

/**
 * Headers that are not compared, as browsers take no permission from them. All others are: one that is not listed could
 * loosen what the policy forbids, store something in the browser or make it report to others.
 */
export const uncomparedHeaders: ReadonlySet<string> = new Set([...transportHeaders, ...diagnosticHeaders])

/** Stands in listed policies where a server names the object store that pages may send to, or nothing. */
export const storePlaceholder = 'https://store.invalid'

export interface HeaderExpectations {
  readonly isSecure: boolean
  /** Origin of the object store that pages may send to, besides their server. */
  readonly store: string | undefined
}

/**
 * Compares the headers of a response with those that a list names.
 * @param served by lower-case name; values of repeated headers joined
 * @returns a sentence for each difference
 */
export function headerDifferences(
  listed: Readonly<Record<string, string>>,
  served: ReadonlyMap<string, string>,
  { isSecure, store }: HeaderExpectations,
): string[] {
  const expected = new Map(Object.entries(listed))
  // A promise for later connections, which servers without TLS cannot make.
  if (!isSecure) expected.delete('strict-transport-security')
  const policy = expected.get('content-security-policy')
  if (policy !== undefined) {
    const origin = store === undefined ? '' : ` ${store}`
    expected.set(
      'content-security-policy',
      policy.replace(` ${storePlaceholder}`, () => origin),
    )
  }
  const differences = [...expected].flatMap(([name, value]) => {
    const found = served.get(name)
    if (found === undefined) return [`The header ${name} is missing.`]
    return found === value
      ? []
      : [`The header ${name} is '${found}', and '${value}' is listed.${storeHint(found, value)}`]
  })
  const added = [...served.keys()].filter((name) => !expected.has(name) && !uncomparedHeaders.has(name))
  return [...differences, ...added.map((name) => `The header ${name} is not listed: '${served.get(name)}'.`)]
}

const ownConnections = " connect-src 'self'"

/** What a policy lets pages connect to besides their own server, behind a space; '' for nothing. */
const otherConnections = (policy: string): string =>
  policy
    .split(';')
    .find((directive) => directive.startsWith(ownConnections))
    ?.slice(ownConnections.length) ?? ''

function storeHint(served: string, listed: string): string {
  const [found = '', expected = ''] = [served, listed].map(otherConnections)
  if (found === expected) return ''
  if (found === '') return ' Pages may connect to nothing else.'
  return ` Pages may connect to${found}. If that is the object store, as its operator told you, name it by --store; otherwise pages can send files there.`
}
