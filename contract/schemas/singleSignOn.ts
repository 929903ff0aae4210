import { defineCall } from '../call.ts'
import { user } from './auth.ts'
import { isoTime, kdfParameters, password } from './fields.ts'
import { z } from './zod.ts'

/** Sign-in by a provider (OpenID Connect): it opens the session, never the key. */

/** The settings that the login page needs before a sign-in. */
export const getSignIn = defineCall('getSignIn', {
  response: z.object({
    provider: z.string().nullable().describe('What the provider is called; null where there is none.'),
    passwords: z.enum(['everybody', 'operator']).describe('Whose password opens a session.'),
  }),
})

/**
 * A navigation: 303 to the provider, or back to the login page with a `SignInOutcome`. `to` is a path of this
 * server to open afterwards; anything else is ignored. 404 without a provider.
 */
export const startSingleSignOn = defineCall('startSingleSignOn', {
  query: z.object({
    to: z
      .string()
      .optional()
      .catch(undefined)
      .describe('A path of the pages to come to afterwards; anything else counts as none.'),
  }),
})
/** The provider redirects the browser here: the page continues to the login page or the profile. */
export const finishSingleSignOn = defineCall('finishSingleSignOn', {})

export const getSingleSignOnLink = defineCall('getSingleSignOnLink', {
  response: z.object({
    provider: z.string().nullable().describe('As in `getSignIn`.'),
    link: z
      .object({
        linked_at: isoTime,
        is_other_provider: z
          .boolean()
          .describe('Of another provider than the one that is set now: it opens nothing.'),
        is_only_way_in: z
          .boolean()
          .describe('Nothing else would let the person in: only the command line removes it.'),
      })
      .nullable(),
  }),
})
export type SingleSignOnLink = NonNullable<z.output<typeof getSingleSignOnLink.response>['link']>

/** Starts linking the user with an account at the provider: the page opens `address`. */
export const linkSingleSignOn = defineCall('linkSingleSignOn', {
  body: z.object({ password }),
  response: z.object({ address: z.string() }),
})
/** Ends all other sessions; this one gets a new id. 409 'onlyWayIn' if it is the user's only way to sign in. */
export const unlinkSingleSignOn = defineCall('unlinkSingleSignOn', { body: z.object({ password }) })

/**
 * Sets the first password of a user without one: it opens the private key and confirms changes, but does not
 * sign in. 409 if there is one. `salt` and `iterations` as in `changePassword`.
 */
export const setKeyPassword = defineCall('setKeyPassword', {
  body: z.object({
    new_password: password,
    salt: kdfParameters.shape.salt,
    iterations: kdfParameters.shape.iterations,
  }),
  response: z.object({ user }),
})
