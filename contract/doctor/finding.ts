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

/** @param says one or more sentences */
export const finding = (
  check: CheckName,
  severity: Severity,
  says: Sentence | readonly Sentence[],
  remedies?: Remedies,
): Finding => ({ check, severity, says: [says].flat(), ...(remedies && { remedies }) })

export const hasNoProblem = (findings: readonly Finding[]): boolean =>
  findings.every(({ severity }) => severity !== 'problem')
