import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { boundedFetch } from './boundedFetch.ts'
import type { OidcSettings } from './settings.ts'

export type Client = typeof import('openid-client')

/** Seconds for each answer of the provider, from the first byte of the request to the last of the answer. */
export const providerTimeoutSeconds = 10

/**
 * [Note: Ways to show the secret]
 *
 * RFC 6749 2.3.1 has a client encode its secret for Basic, and providers that do not decode it refuse every secret with a
 * character that was encoded; in a form nobody mistakes it. So the form comes first wherever the provider says that it
 * takes one, Basic encodes no more than a form does, and where the one way is refused the other is tried once. A provider
 * that refuses the client has not looked at the code, which stays good.
 */
export type Way = 'likely' | 'other'

/** Those to try, in turn; a public client has nothing to show. */
export type Ways = readonly [Way, ...Way[]]
export const waysOf = ({ clientSecret }: OidcSettings): Ways =>
  clientSecret === undefined ? ['likely'] : ['likely', 'other']

/** What the provider says of itself, for a client that shows its secret in this way. */
export async function discover(
  client: Client,
  settings: OidcSettings,
  way: Way,
  fetchOne: CustomFetch = boundedFetch,
): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings
  const authentication = clientSecret === undefined ? client.None() : showing(client, clientSecret, way)
  const configuration = await client.discovery(new URL(issuer), clientId, undefined, authentication, {
    timeout: providerTimeoutSeconds,
    [client.customFetch]: fetchOne,
    // On loopback alone, see `oidcEnvironment`.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is marked to stand out
    ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
  })
  // That the code came by TLS is not enough: what names a person has to be signed by the provider.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

function showing({ ClientSecretPost }: Client, secret: string, way: Way): ClientAuth {
  const [form, basic] = [ClientSecretPost(secret), basicOf(secret)]
  return (...call) => {
    const takesForms = call[0].token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    const show = takesForms === (way === 'likely') ? form : basic
    show(...call)
  }
}

/** Encoded as in a form: letters, digits, `-`, `_` and `.`, of which most secrets are made, stay as they are. */
const basicOf =
  (secret: string): ClientAuth =>
  (_server, { client_id }, _body, headers) => {
    const encoded = [client_id, secret].map((text) => new URLSearchParams({ '': text }).toString().slice(1))
    headers.set('authorization', `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`)
  }

/**
 * Asks in the first of the ways, and where the client is refused once more in the other.
 * @returns the answer, and the ways in the order in which to try them from now on
 */
export async function askByWays<T>(
  ways: Ways,
  ask: (way: Way) => Promise<T>,
): Promise<{ answer: T; ways: Ways }> {
  const [first, other] = ways
  try {
    return { answer: await ask(first), ways }
  } catch (error) {
    if (other === undefined || !refusesClient(error)) throw error
    return { answer: await ask(other), ways: [other, first] }
  }
}

/** Says that the provider does not take the client for itself; `unauthorized_client` is what Glewlwyd says. */
export const refusesClient = (error: unknown): boolean =>
  error instanceof Error &&
  (('error' in error && ['invalid_client', 'unauthorized_client'].includes(String(error.error))) ||
    ('code' in error && error.code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'))
