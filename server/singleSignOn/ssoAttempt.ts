import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, readCookie, setCookie } from '../plugins/cookies.ts'
import { timingSafeEqualTexts, hmac, newSecretToken } from '../util/tokens.ts'
import type { BrowserBindings } from './oidcClient.ts'
import type { SingleSignOn } from './singleSignOn.ts'
import type { ClockDep } from '../util/isoTime.ts'
import type { RouteSettings } from '../config/config.ts'

type SsoAttemptDeps = ClockDep & Pick<RouteSettings, 'publicOrigin'>

export type SsoPurpose =
  /** `session`: hash of the session to replace. `to`: page to open afterwards. */
  | { kind: 'sign-in'; session: string | null; to: string | null }
  /** `user` has entered their password in the session with this hash. */
  | { kind: 'link'; session: string; user: number }

/**
 * [Note: The cookie of an attempt]
 *
 * `random.purpose.mac`: 256 random bits, the purpose and its expiry as base64url JSON, and an HMAC over both with a key
 * of the server. State, nonce and the PKCE verifier are HMACs keyed with the random bits, so only the browser with the
 * cookie can use the provider's response. The cookie is deleted after any response.
 */
export type SsoAttempt = SsoPurpose & BrowserBindings

export const ssoAttemptSeconds = 600

export function beginSsoAttempt(
  reply: FastifyReply,
  deps: SsoAttemptDeps,
  { secret }: SingleSignOn,
  purpose: SsoPurpose,
): SsoAttempt {
  const until = deps.now().getTime() + ssoAttemptSeconds * 1000
  const body = `${newSecretToken()}.${Buffer.from(JSON.stringify({ ...purpose, until })).toString('base64url')}`
  const options = { sameSite, maxAge: ssoAttemptSeconds }
  setCookie(deps, reply, 'oidc', `${body}.${macOf(secret, body)}`, options)
  return { ...purpose, ...bindingsOf(body) }
}

/** Reads the attempt of this browser. Undefined without a cookie, or with an expired or forged one. */
export function readSsoAttempt(
  request: FastifyRequest,
  deps: SsoAttemptDeps,
  { secret }: SingleSignOn,
): SsoAttempt | undefined {
  const cookie = readCookie(deps, request, 'oidc') ?? ''
  const [, body = '', encoded = '', mac = ''] = /^([\w-]{43}\.([\w-]+))\.([\w-]{43})$/.exec(cookie) ?? []
  if (!timingSafeEqualTexts(mac, macOf(secret, body))) return undefined
  const { until, ...purpose } = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as SsoPurpose & {
    until: number
  }
  return until > deps.now().getTime() ? { ...purpose, ...bindingsOf(body) } : undefined
}

export const clearSsoAttempt = (reply: FastifyReply, deps: SsoAttemptDeps): void =>
  clearCookie(deps, reply, 'oidc', { sameSite })

function bindingsOf(body: string): BrowserBindings {
  const random = Buffer.from(body.slice(0, 43), 'base64url')
  const derived = (purpose: string) => hmac(random, purpose).toString('base64url')
  return { state: derived('state'), nonce: derived('nonce'), codeVerifier: derived('verifier') }
}

const macOf = (secret: Buffer, body: string): string => hmac(secret, `oidc ${body}`).toString('base64url')

/** The browser comes back from another site. */
const sameSite = 'lax' as const
