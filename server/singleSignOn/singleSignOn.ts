import { createProvider, type Provider } from './provider.ts'
import type { OidcSettings } from './settings.ts'

/**
 * [Note: Single sign-on]
 *
 * The way of a browser: `start` sends it to the provider with state, nonce and PKCE, all derived from one random value in
 * a cookie of its own (`attempt.ts`); the provider sends it to `callback`, which has openid-client validate everything
 * (`provider.ts`) and finds the user by issuer and `sub`, never by an address or a name. Nobody is made. What comes of it
 * is a session as every sign-in makes it, or the second factor's turn, or a link between user and person.
 *
 * The cookie of the way is Lax, for the browser comes back from another site; that of the session is Strict, and browsers
 * would not send it along a way that another site has begun. So the callback answers a page that goes on by itself: that
 * step is ours. The server keeps nothing of a way, so any instance may answer any of its requests.
 */
export interface SingleSignOn {
  provider: Provider
  /** Key of the cookies. */
  secret: Buffer
  /** What people call the provider. */
  name: string
  /** Passwords sign nobody in but the operator. */
  only: boolean
}

export const callbackPath = '/api/auth/oidc/callback'

export const createSingleSignOn = (
  settings: OidcSettings,
  publicOrigin: string,
  secret: Buffer,
): SingleSignOn => ({
  provider: createProvider(settings, new URL(callbackPath, publicOrigin)),
  secret,
  name: settings.name,
  only: settings.only,
})
