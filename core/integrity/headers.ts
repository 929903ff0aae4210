/**
 * Headers that carry a response and that browsers take no permission from. They depend on the moment or on proxies, and
 * are not compared. All others are: one that is not listed could loosen what the policy forbids.
 */
export const ordinaryHeaders: ReadonlySet<string> = new Set([
  ...['accept-ranges', 'age', 'alt-svc', 'connection', 'content-encoding', 'content-length', 'date', 'etag'],
  ...['keep-alive', 'last-modified', 'server', 'transfer-encoding', 'vary', 'via', 'x-request-id'],
])

/** Stands in listed policies where a server names the object store that pages may send to, or nothing. */
export const storePlaceholder = 'https://store.invalid'

export interface Circumstances {
  /** Whether it was fetched by https. */
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
  { isSecure, store }: Circumstances,
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
  const added = [...served.keys()].filter((name) => !expected.has(name) && !ordinaryHeaders.has(name))
  return [...differences, ...added.map((name) => `The header ${name} is not listed: '${served.get(name)}'.`)]
}

const connections = / connect-src 'self'((?: [^;]+)?);/

function storeHint(served: string, listed: string): string {
  const [found = '', expected = ''] = [served, listed].map((policy) => connections.exec(policy)?.[1] ?? '')
  return found === expected
    ? ''
    : ` Pages may connect to:${found || ' nothing else'}. Name the object store of this server by --store.`
}
