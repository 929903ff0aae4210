import { defineCall } from '../call.ts'
import { user } from './auth.ts'
import { isoTime, kdfParameters, password } from './fields.ts'
import { z } from './zod.ts'

/** Sign-in by a provider (OpenID Connect): it opens the session, and never the key. */

/** What the login page has to know before anybody has signed in. */
export const getSignIn = defineCall('getSignIn', {
  response: z.object({
    provider: z.string().nullable().describe('What the provider is called; null where there is none.'),
    passwords: z.enum(['everybody', 'operator']).describe('Whose password opens a session.'),
  }),
})

/**
 * A navigation: 303 to the provider, or back to the login page with a `SignInOutcome`. `to`: a path of ours to come to
 * afterwards; anything else counts as none. 404 where there is no provider.
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
/** Where the provider sends the browser: a page that goes on by itself, to the login page or the profile. */
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

/** Begins to link who is signed in with who they are at the provider: the page goes to `address`. 503 when that is down. */
export const linkSingleSignOn = defineCall('linkSingleSignOn', {
  body: z.object({ password }),
  response: z.object({ address: z.string() }),
})
/** All other sessions end; this one goes on under a new id. 409 'onlyWayIn' when nothing else lets the person in. */
export const unlinkSingleSignOn = defineCall('unlinkSingleSignOn', { body: z.object({ password }) })

/**
 * The first password of who has none: it opens the private key and confirms changes, and signs nobody in. 409 where
 * there is one. `salt` and `iterations` as in `changePassword`.
 */
export const setKeyPassword = defineCall('setKeyPassword', {
  body: z.object({
    new_password: password,
    salt: kdfParameters.shape.salt,
    iterations: kdfParameters.shape.iterations,
  }),
  response: z.object({ user }),
})
