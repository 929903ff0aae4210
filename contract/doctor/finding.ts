import type { Sentence } from './sentence.ts'

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

/** By their names, which never change, for programs. The catalogues' area `checks` has their titles. */
export type Check =
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

/** What one check has found: a line of the command line, an entry of the page. */
export interface Finding {
  check: Check
  severity: Severity
  /** One or a few. */
  says: readonly Sentence[]
  remedies?: Remedies
}

/** @param says one sentence or a few */
export const finding = (
  check: Check,
  severity: Severity,
  says: Sentence | readonly Sentence[],
  remedies?: Remedies,
): Finding => ({ check, severity, says: [says].flat(), ...(remedies && { remedies }) })

export const isSound = (findings: readonly Finding[]): boolean =>
  findings.every(({ severity }) => severity !== 'problem')
