import { createOidcClient, type OidcClient } from './oidcClient.ts'
import { callbackPath, type OidcSettings } from '../config/oidcSettings.ts'

/**
 * [Note: Single sign-on]
 *
 * `start` redirects the browser to the provider with state, nonce and PKCE, all derived from one random value in a
 * cookie (`ssoAttempt.ts`). The provider redirects to `callback`, which validates the response with openid-client
 * (`oidcClient.ts`) and finds the user by issuer and `sub`, never by address or name. No user is created. The result is a
 * normal session, a request for the second factor, or a link between user and person. The server stores nothing about an
 * attempt, so any instance can handle any of its requests.
 *
 * The attempt's cookie is SameSite=Lax, because the browser returns from another site. The session's cookie is Strict,
 * and browsers do not send it in a redirect chain that another site has begun. So the callback returns a page that
 * navigates on by itself, which makes that step same-site.
 */
export interface SingleSignOn extends Pick<OidcSettings, 'name' | 'isPasswordForOperatorOnly'> {
  provider: OidcClient
  /** Key of the cookies. */
  secret: Buffer
}

export const createSingleSignOn = (
  settings: OidcSettings,
  publicOrigin: string,
  secret: Buffer,
): SingleSignOn => ({
  provider: createOidcClient(settings, new URL(callbackPath, publicOrigin)),
  ...{ secret, name: settings.name, isPasswordForOperatorOnly: settings.isPasswordForOperatorOnly },
})
