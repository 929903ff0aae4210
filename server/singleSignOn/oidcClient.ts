import type { Configuration } from 'openid-client'
import type { SignInOutcome } from '../../contract/signInOutcomes.ts'
import { errorCode, isCertificateError } from '../../contract/systemErrors.ts'
import type { OidcPerson } from '../db/accounts/oidcIdentities.ts'
import { issuerKey, type OidcSettings } from '../config/oidcSettings.ts'
import {
  trySecretMethods,
  type OpenIdClientModule,
  discoverProvider,
  secretMethodsOf,
  type SecretMethod,
} from './clientAuthentication.ts'

/** Values that bind the provider's response to the browser. */
export interface BrowserBindings {
  state: string
  nonce: string
  codeVerifier: string
}

export interface OidcClient {
  /** Issuer in the form of `issuerKey`. */
  issuer: string
  /** Authorization URL for the browser. @throws ProviderError */
  authorizationUrl(bindings: BrowserBindings): Promise<URL>
  /** Validates the provider's response and redeems its code. @param search query of the callback URL @throws ProviderError */
  authenticatePerson(search: string, bindings: BrowserBindings): Promise<OidcPerson>
}

/** Thrown if the provider did not authenticate a person. It contains none of the provider's texts, codes or tokens. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly outcome: SignInOutcome
  /** Error code of the library or the protocol, for the log. */
  readonly reason: string
  constructor(outcome: SignInOutcome, reason: string) {
    super(`the provider gave nobody: ${reason}`)
    this.outcome = outcome
    this.reason = reason
  }
}

/** Cache time of the provider's metadata, whose endpoints and keys may change. */
const metadataCacheMs = 3600 * 1000
export const maxSubLength = 255

/** Creates a client of the provider. Metadata is loaded at the first sign-in, and again after a failure. */
export function createOidcClient(settings: OidcSettings, callback: URL): OidcClient {
  const cachedConfigurations = new Map<
    SecretMethod,
    { configuration: Promise<Configuration>; since: number }
  >()
  let methods = secretMethodsOf(settings)

  function configurationOf(client: OpenIdClientModule, method: SecretMethod): Promise<Configuration> {
    const cached = cachedConfigurations.get(method)
    if (cached !== undefined && performance.now() - cached.since < metadataCacheMs)
      return cached.configuration
    const entry = { configuration: discoverProvider(client, settings, method), since: performance.now() }
    cachedConfigurations.set(method, entry)
    entry.configuration.catch(() => {
      if (cachedConfigurations.get(method) === entry) cachedConfigurations.delete(method)
    })
    return entry.configuration
  }

  return {
    issuer: settings.issuer,
    async authorizationUrl({ state, nonce, codeVerifier }) {
      const client = await import('openid-client')
      try {
        return client.buildAuthorizationUrl(await configurationOf(client, methods[0]), {
          redirect_uri: callback.href,
          scope: settings.scopes,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        })
      } catch (error) {
        throw discoveryError(error)
      }
    },
    async authenticatePerson(search, { state, nonce, codeVerifier }) {
      const client = await import('openid-client')
      const grant = async (method: SecretMethod) => {
        const configuration = await configurationOf(client, method).catch((error: unknown) => {
          throw discoveryError(error)
        })
        return client.authorizationCodeGrant(configuration, new URL(search, callback), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
      }
      try {
        const { result: tokens, methods: accepted } = await trySecretMethods(methods, grant)
        methods = accepted
        const { iss = '', sub = '' } = tokens.claims() ?? {}
        if (sub === '' || sub.length > maxSubLength) throw new ProviderError('refused', 'sub')
        return { issuer: issuerKey(iss), sub }
      } catch (error) {
        throw error instanceof ProviderError
          ? error
          : new ProviderError(outcomeOfError(error), providerErrorReason(error))
      }
    },
  }
}

/** OAuth error code in the provider's response; '' for other errors. */
const oauthErrorOf = (error: unknown): string =>
  error instanceof Error && 'error' in error && typeof error.error === 'string' ? error.error : ''

/** Outcomes of error codes, RFC 6749 4.1.2.1 and 5.2, OpenID Connect Core 3.1.2.6; 'refused' for all others. */
const outcomesOfOAuthErrors: Readonly<Record<string, SignInOutcome>> = {
  access_denied: 'cancelled',
  login_required: 'cancelled',
  interaction_required: 'cancelled',
  consent_required: 'cancelled',
  account_selection_required: 'cancelled',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  invalid_scope: 'misconfigured',
  unsupported_response_type: 'misconfigured',
  unsupported_grant_type: 'misconfigured',
}

const outcomesOfFailures: Readonly<Record<string, SignInOutcome>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  OAUTH_TIMEOUT: 'unavailable',
  OAUTH_ABORT: 'unavailable',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'misconfigured',
}

function outcomeOfError(error: unknown): SignInOutcome {
  const code = errorCode(error)
  // `fetch` throws a TypeError for a network error.
  if (error instanceof TypeError && code === '')
    return isCertificateError(error.cause) ? 'misconfigured' : 'unavailable'
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && isServerError(error)) return 'unavailable'
  return outcomesOfFailures[code] ?? outcomesOfOAuthErrors[oauthErrorOf(error)] ?? 'refused'
}

/** The error of a failed discovery: temporary without a response, final if the response is not the metadata of this issuer. */
const discoveryError = (error: unknown): ProviderError =>
  new ProviderError(
    outcomeOfError(error) === 'unavailable' ? 'unavailable' : 'misconfigured',
    providerErrorReason(error),
  )

const isServerError = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Response && error.cause.status >= 500

/** Error code of the library or the protocol. Messages and causes may contain tokens. */
export function providerErrorReason(error: unknown): string {
  const plain = [errorCode(error), oauthErrorOf(error)].filter((text) => /^[A-Za-z_]{1,60}$/.test(text))
  const cause = error instanceof Error ? errorCode(error.cause) : ''
  return [...plain, ...(/^[A-Z_]{1,40}$/.test(cause) ? [cause] : [])].join(' ') || 'no code'
}
