import type { Sentence } from './sentence.ts'

/** Worst last. 'note': the result is unknown, with the reason. */
export const severities = ['ok', 'note', 'warning', 'problem'] as const
export type Severity = (typeof severities)[number]

export const proxyNames = { caddy: 'Caddy', nginx: 'nginx', apache: 'Apache' } as const
export type ProxyKind = keyof typeof proxyNames
export const proxyKinds = Object.keys(proxyNames) as ProxyKind[]

/** Lines to copy; those with # say where the others belong. */
export interface Remedies extends Partial<Record<ProxyKind, readonly string[]>> {
  sealpost?: readonly string[]
  shell?: readonly string[]
}

/** Stable names of checks, for programs. Their titles are in the catalogues' area `checks`. */
export type CheckName =
  | 'reach'
  | 'https'
  | 'http-version'
  | 'proxy-http'
  | 'public-url'
  | 'visitors'
  | 'body-limit'
  | 'request-buffering'
  | 'answer-buffering'
  | 'time-outs'
  | 'range'
  | 'clock'
  | 'left-out'
  | 'server'
  | 'node'
  | 'database'
  | 'database-check'
  | 'database-clock'
  | 'store'
  | 'store-clock'
  | 'room'
  | 'file-size'
  | 'disk'
  | 'mail'
  | 'sign-in'
  | 'sign-in-client'
  | 'sign-in-address'
  | 'sign-in-clock'
  | 'backup'
  | 'sweeping'
  | 'permissions'
  | 'settings'

/** The result of a check: a line of the command line, an entry of the page. */
export interface Finding {
  check: CheckName
  severity: Severity
  says: readonly Sentence[]
  remedies?: Remedies
}

/** Names of the sentences that have no values. */
type PlainName = {
  [Name in Sentence['name']]: { name: Name } extends Sentence ? Name : never
}[Sentence['name']]
type Says = PlainName | Sentence | readonly Sentence[]

export function finding(check: CheckName, severity: Severity, says: Says, remedies?: Remedies): Finding {
  const sentences = typeof says === 'string' ? ({ name: says } as Sentence) : says
  return { check, severity, says: [sentences].flat(), ...(remedies && { remedies }) }
}

/** A row of a decision table: a condition, and the finding that follows from it. */
type Row = readonly [when: boolean, severity: Severity, says: Says, remedies?: Remedies]

/** Returns the finding of the first row whose condition is met, if there is one. */
export function decide(check: CheckName, ...rows: readonly Row[]): Finding[] {
  const row = rows.find(([when]) => when)
  if (row === undefined) return []
  const [, ...found] = row
  return [finding(check, ...found)]
}

export const hasNoProblem = (findings: readonly Finding[]): boolean =>
  findings.every(({ severity }) => severity !== 'problem')
