/** Worst last. 'note': nothing is known, and why. */
export const severities = ['ok', 'note', 'warning', 'problem'] as const
export type Severity = (typeof severities)[number]

export const proxyKinds = ['caddy', 'nginx', 'apache'] as const
export type ProxyKind = (typeof proxyKinds)[number]
export const proxyNames: Readonly<Record<ProxyKind, string>> = {
  caddy: 'Caddy',
  nginx: 'nginx',
  apache: 'Apache',
}

/** Lines to be copied as they are; what begins with # says where they belong. */
export interface Remedies extends Partial<Record<ProxyKind, readonly string[]>> {
  /** Settings of Sealpost. */
  sealpost?: readonly string[]
  /** To be typed in a shell. */
  shell?: readonly string[]
}

/** What one check has found: a line of the command line, an entry of the page. */
export interface Finding {
  /** Never changes, for programs. */
  check: string
  title: string
  severity: Severity
  /** A sentence or a few. */
  says: string
  remedies?: Remedies
}

export const isSound = (findings: readonly Finding[]): boolean =>
  findings.every(({ severity }) => severity !== 'problem')
