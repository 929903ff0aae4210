import { z } from 'zod'

export interface OidcSettings {
  /** Issuer in the form of `issuerKey`. */
  issuer: string
  clientId: string
  /** Undefined for a public client, protected by PKCE only. */
  clientSecret: string | undefined
  name: string
  scopes: string
  /** True if only the operator can sign in with a password. */
  isPasswordForOperatorOnly: boolean
}

export const callbackPath = '/api/auth/oidc/callback'

/** Canonical form of an issuer, for storage and comparison. @throws TypeError for an invalid URL */
export const issuerKey = (issuer: string): string => new URL(issuer).href

const loopback = /^(?:localhost|127\.[0-9.]+|\[::1\])$/

/** Requires HTTPS, except on loopback: without TLS anybody on the network could impersonate the provider. */
function isSecureIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, search, hash } = new URL(text)
  if (username !== '' || search !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))
}

export const oidcEnvironment = {
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine(isSecureIssuer)
    .transform(issuerKey)
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).max(2000).optional(),
  OIDC_NAME: z.string().trim().min(1).max(40).optional(),
  OIDC_SCOPES: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/)
    .refine((text) => text.split(' ').includes('openid'))
    .optional(),
  OIDC_ONLY: z.enum(['0', '1']).optional(),
}

/** Requirements on the variables, like `requirements` in server/config/config.ts. */
export const oidcRequirements = {
  OIDC_ISSUER:
    'must be the address of an OpenID Connect provider such as https://login.example.org/realms/staff (http on loopback alone); the other OIDC_ settings need it, and it needs PUBLIC_URL',
  OIDC_CLIENT_ID: 'must be the id that the provider has given to Sealpost; OIDC_ISSUER needs it',
  OIDC_CLIENT_SECRET:
    'must be the secret that the provider has given to Sealpost, or be left out for a public client',
  OIDC_NAME: 'must be what people call the provider, of 1 to 40 characters',
  OIDC_SCOPES: 'must be names separated by single blanks, openid among them',
  OIDC_ONLY: 'must be 0 or 1',
}

type Environment = Readonly<Record<string, unknown>>

/** Names of variables that are missing, or need another one that is not set. */
export function oidcMistakes(environment: Environment): (keyof typeof oidcRequirements)[] {
  const oidcNames = Object.keys(environment).filter((name) => name in oidcRequirements)
  if (oidcNames.length === 0) return []
  return [
    ...(environment.OIDC_ISSUER === undefined || environment.PUBLIC_URL === undefined
      ? (['OIDC_ISSUER'] as const)
      : []),
    ...(environment.OIDC_CLIENT_ID === undefined ? (['OIDC_CLIENT_ID'] as const) : []),
  ]
}

type ParsedEnvironment = z.output<z.ZodObject<typeof oidcEnvironment>>

/** Settings of the provider; undefined if none is configured. */
export function oidcSettings(data: ParsedEnvironment): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = data
  if (issuer === undefined || clientId === undefined) return undefined
  return {
    issuer,
    clientId,
    clientSecret: data.OIDC_CLIENT_SECRET,
    name: data.OIDC_NAME ?? new URL(issuer).hostname,
    scopes: data.OIDC_SCOPES ?? 'openid',
    isPasswordForOperatorOnly: data.OIDC_ONLY === '1',
  }
}
