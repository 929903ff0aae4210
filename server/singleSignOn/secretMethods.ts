import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { boundedFetch } from './boundedFetch.ts'
import type { OidcSettings } from './settings.ts'

export type Client = typeof import('openid-client')

/** Seconds for each answer of the provider, from the first byte of the request to the last of the answer. */
export const providerTimeoutSeconds = 10

/**
 * [Note: Client secret methods]
 *
 * RFC 6749 2.3.1 has a client encode its secret for `client_secret_basic`, and providers that do not decode it refuse
 * every secret with a character that was encoded; with `client_secret_post` nobody mistakes it. So that one is preferred
 * wherever the provider's metadata lists it, Basic encodes no more than a form does, and where the one is refused the
 * alternative is tried once. A provider that refuses the client has not looked at the code, which stays good.
 */
export type SecretMethod = 'preferred' | 'alternative'

/** Those to try, in turn; a public client has no secret. */
export type SecretMethods = readonly [SecretMethod, ...SecretMethod[]]
export const methodsOf = ({ clientSecret }: OidcSettings): SecretMethods =>
  clientSecret === undefined ? ['preferred'] : ['preferred', 'alternative']

/** What the provider says of itself, for a client that authenticates by this method. */
export async function discover(
  client: Client,
  settings: OidcSettings,
  method: SecretMethod,
  fetchOne: CustomFetch = boundedFetch,
): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings
  const authentication =
    clientSecret === undefined ? client.None() : authenticationBy(method, client, clientSecret)
  const configuration = await client.discovery(new URL(issuer), clientId, undefined, authentication, {
    timeout: providerTimeoutSeconds,
    [client.customFetch]: fetchOne,
    // On loopback alone, see `oidcEnvironment`.
    // oxlint-disable-next-line typescript/no-deprecated -- it is marked to stand out
    ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
  })
  // That the code came by TLS is not enough: what names a person has to be signed by the provider.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

function authenticationBy(method: SecretMethod, { ClientSecretPost }: Client, secret: string): ClientAuth {
  const [post, basic] = [ClientSecretPost(secret), basicOf(secret)]
  return (...call) => {
    const listsPost = call[0].token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    const authenticate = listsPost === (method === 'preferred') ? post : basic
    authenticate(...call)
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
 * Asks by the first of the methods, and where the client is refused once more by the other.
 * @returns the answer, and the methods in the order in which to try them from now on
 */
export async function askByMethods<T>(
  methods: SecretMethods,
  ask: (method: SecretMethod) => Promise<T>,
): Promise<{ answer: T; methods: SecretMethods }> {
  const [first, other] = methods
  try {
    return { answer: await ask(first), methods }
  } catch (error) {
    if (other === undefined || !refusesClient(error)) throw error
    return { answer: await ask(other), methods: [other, first] }
  }
}

/** Says that the provider does not take the client for itself; `unauthorized_client` is what Glewlwyd says. */
export const refusesClient = (error: unknown): boolean =>
  error instanceof Error &&
  (('error' in error && ['invalid_client', 'unauthorized_client'].includes(String(error.error))) ||
    ('code' in error && error.code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'))
