import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { fetchFromProvider } from './fetchFromProvider.ts'
import type { OidcSettings } from '../config/oidcSettings.ts'

export type OpenIdClientModule = typeof import('openid-client')

/** Timeout in seconds of a request to the provider, including its response. */
export const providerTimeoutSeconds = 10

/**
 * [Note: Client secret methods]
 *
 * RFC 6749 2.3.1 encodes the secret for `client_secret_basic`. Providers that do not decode it reject secrets with
 * encoded characters, so the unambiguous `client_secret_post` is preferred if the provider's metadata lists it. If the
 * provider refuses the client, the alternative is tried once; the code remains valid, as the provider has not looked at
 * it.
 */
export type SecretMethod = 'preferred' | 'alternative'

/** Methods to try, in order. A public client has no secret. */
type SecretMethods = readonly [SecretMethod, ...SecretMethod[]]
export const secretMethodsOf = ({ clientSecret }: OidcSettings): SecretMethods =>
  clientSecret === undefined ? ['preferred'] : ['preferred', 'alternative']

export async function discoverProvider(
  client: OpenIdClientModule,
  settings: OidcSettings,
  method: SecretMethod,
  fetchJson: CustomFetch = fetchFromProvider,
): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings
  const authentication =
    clientSecret === undefined ? client.None() : authenticationBy(method, client, clientSecret)
  const configuration = await client.discovery(new URL(issuer), clientId, undefined, authentication, {
    timeout: providerTimeoutSeconds,
    [client.customFetch]: fetchJson,
    // Only on loopback, see `isSecureIssuer`.
    // oxlint-disable-next-line typescript/no-deprecated -- it is marked to stand out
    ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
  })
  // TLS alone does not suffice: the ID token must be signed by the provider.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

function authenticationBy(
  method: SecretMethod,
  { ClientSecretPost }: OpenIdClientModule,
  secret: string,
): ClientAuth {
  const [post, basic] = [ClientSecretPost(secret), basicAuthentication(secret)]
  return (...call) => {
    const listsPost = call[0].token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    const authenticate = listsPost === (method === 'preferred') ? post : basic
    authenticate(...call)
  }
}

/** Form encoding: letters, digits, `-`, `_` and `.`, of which most secrets consist, remain unchanged. */
const basicAuthentication =
  (secret: string): ClientAuth =>
  (_server, { client_id }, _body, headers) => {
    const encoded = [client_id, secret].map((text) => new URLSearchParams({ '': text }).toString().slice(1))
    headers.set('authorization', `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`)
  }

/** Tries the other method if the client is refused. @returns the result, and the order for further requests */
export async function trySecretMethods<T>(
  methods: SecretMethods,
  request: (method: SecretMethod) => Promise<T>,
): Promise<{ result: T; methods: SecretMethods }> {
  const [first, other] = methods
  try {
    return { result: await request(first), methods }
  } catch (error) {
    if (other === undefined || !isClientRefusal(error)) throw error
    return { result: await request(other), methods: [other, first] }
  }
}

/** True if the provider refuses the client's credentials. Glewlwyd uses `unauthorized_client`. */
export const isClientRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  (('error' in error && ['invalid_client', 'unauthorized_client'].includes(String(error.error))) ||
    ('code' in error && error.code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'))
