import type { Configuration, CustomFetch } from 'openid-client'
import type { ServerFacts } from '../../contract/schemas/diagnosis.ts'
import { clockOffsetByDate } from '../util/clockOffset.ts'
import { fetchFromProvider } from './fetchFromProvider.ts'
import { providerErrorReason } from './oidcClient.ts'
import type { OidcSettings } from '../config/oidcSettings.ts'
import {
  trySecretMethods,
  type OpenIdClientModule,
  discoverProvider,
  secretMethodsOf,
  providerTimeoutSeconds,
  isClientRefusal,
} from './clientAuthentication.ts'

type SignInFacts = NonNullable<ServerFacts['sign_in']>

/** Placeholder for an authorization code that no provider has issued. */
const placeholderCode = 'sealpost-self-test'

/** Checks what is possible without a user: the provider's metadata, the client secret, and the redirect URI. */
export async function checkProvider(settings: OidcSettings, callback: URL): Promise<SignInFacts> {
  const client = await import('openid-client')
  const facts: SignInFacts = {
    issuer: settings.issuer,
    callback: callback.href,
    problem: null,
    clock_ahead_ms: null,
    has_secret: settings.clientSecret !== undefined,
    client: 'unknown',
    redirect: 'unknown',
  }
  const fetchWithClock: CustomFetch = async (url, options) => {
    const before = Date.now()
    const response = await fetchFromProvider(url, options)
    facts.clock_ahead_ms ??= clockOffsetByDate(response.headers.get('date'), before)
    return response
  }
  try {
    const configuration = await discoverProvider(client, settings, 'preferred', fetchWithClock)
    facts.client = await checkClientSecret(client, settings, callback)
    facts.redirect = await checkRedirectUri(client, configuration, settings, callback)
  } catch (error) {
    facts.problem = providerErrorReason(error)
  }
  return facts
}

/** Sends an invalid code: `invalid_grant` says that the client was authenticated, as other errors may come before that. */
async function checkClientSecret(
  client: OpenIdClientModule,
  settings: OidcSettings,
  callback: URL,
): Promise<SignInFacts['client']> {
  const verifier = client.randomPKCECodeVerifier()
  try {
    await trySecretMethods(secretMethodsOf(settings), async (method) =>
      client.genericGrantRequest(await discoverProvider(client, settings, method), 'authorization_code', {
        code: placeholderCode,
        redirect_uri: callback.href,
        code_verifier: verifier,
      }),
    )
    return 'unknown'
  } catch (error) {
    if (isClientRefusal(error)) return 'refused'
    return error instanceof client.ResponseBodyError && error.error === 'invalid_grant' ? 'taken' : 'unknown'
  }
}

/** Status codes for an invalid redirect URI. 403, 405 and 429 have other causes. */
const badRedirectStatuses = [400, 404]

/**
 * Requests authentication with `prompt=none`: a provider redirects back with an error, but only to a registered URI
 * (OpenID Connect Core 3.1.2.1).
 */
async function checkRedirectUri(
  client: OpenIdClientModule,
  configuration: Configuration,
  { scopes }: OidcSettings,
  callback: URL,
): Promise<SignInFacts['redirect']> {
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callback.href,
    scope: scopes,
    state: placeholderCode,
    nonce: placeholderCode,
    prompt: 'none',
    code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  })
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(providerTimeoutSeconds * 1000),
    })
    await response.body?.cancel()
    const location = response.headers.get('location') ?? ''
    const to = URL.canParse(location, address.href) ? new URL(location, address) : undefined
    if (to !== undefined && to.origin + to.pathname === callback.href) return 'known'
    return badRedirectStatuses.includes(response.status) ? 'refused' : 'unknown'
  } catch {
    return 'unknown'
  }
}
