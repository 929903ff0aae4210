import type { Configuration, CustomFetch } from 'openid-client'
import type { ServerFacts } from '../../contract/schemas/diagnosis.ts'
import { aheadByDate } from '../ops/doctor/ahead.ts'
import { boundedFetch } from './boundedFetch.ts'
import { reasonOf } from './provider.ts'
import type { OidcSettings } from './settings.ts'
import {
  askByMethods,
  type Client,
  discover,
  methodsOf,
  providerTimeoutSeconds,
  refusesClient,
} from './secretMethods.ts'

type SignInFacts = NonNullable<ServerFacts['sign_in']>

/** In place of a code: no provider has given it to anybody. */
const noCode = 'sealpost-self-test'

/**
 * Asks the provider what can be asked before anybody signs in: what it says of itself, whether it takes the secret, and
 * whether it knows the address to which it would send browsers back.
 */
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
  const noting: CustomFetch = async (url, options) => {
    const before = Date.now()
    const answer = await boundedFetch(url, options)
    facts.clock_ahead_ms ??= aheadByDate(answer.headers.get('date'), before)
    return answer
  }
  try {
    const configuration = await discover(client, settings, 'preferred', noting)
    facts.client = await clientSeen(client, settings, callback)
    facts.redirect = await redirectSeen(client, configuration, settings, callback)
  } catch (error) {
    facts.problem = reasonOf(error)
  }
  return facts
}

/**
 * A code that is none is refused in any case: how, says whether the client was taken for itself. `invalid_grant` alone is
 * about the code; other errors may be told before the client is looked at.
 */
async function clientSeen(
  client: Client,
  settings: OidcSettings,
  callback: URL,
): Promise<SignInFacts['client']> {
  const verifier = client.randomPKCECodeVerifier()
  try {
    await askByMethods(methodsOf(settings), async (method) =>
      client.genericGrantRequest(await discover(client, settings, method), 'authorization_code', {
        code: noCode,
        redirect_uri: callback.href,
        code_verifier: verifier,
      }),
    )
    return 'unknown'
  } catch (error) {
    if (refusesClient(error)) return 'refused'
    return error instanceof client.ResponseBodyError && error.error === 'invalid_grant' ? 'taken' : 'unknown'
  }
}

/** Others are of something else: 403 of a firewall, 405 of a method, 429 of a rate limit. */
const answersToBadAddress = [400, 404]

/**
 * Asked to show no page, a provider sends the browser back with an error, and to an address that it knows alone (OpenID
 * Connect Core 3.1.2.1); of one that it does not know it speaks on a page of its own.
 */
async function redirectSeen(
  client: Client,
  configuration: Configuration,
  { scopes }: OidcSettings,
  callback: URL,
): Promise<SignInFacts['redirect']> {
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callback.href,
    scope: scopes,
    state: noCode,
    nonce: noCode,
    prompt: 'none',
    code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  })
  try {
    const answer = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(providerTimeoutSeconds * 1000),
    })
    await answer.body?.cancel()
    const location = answer.headers.get('location') ?? ''
    const to = URL.canParse(location, address.href) ? new URL(location, address) : undefined
    if (to !== undefined && to.origin + to.pathname === callback.href) return 'known'
    return answersToBadAddress.includes(answer.status) ? 'refused' : 'unknown'
  } catch {
    return 'unknown'
  }
}
