import { defineCall } from '../call.ts'
import { user } from './auth.ts'
import { isoTime, kdfParameters, password } from './fields.ts'
import { z } from './zod.ts'

/** Sign-in by a provider (OpenID Connect) opens the session, never the key. `SignInOutcome` says how it ended. */

export const getSignIn = defineCall('getSignIn', {
  response: z.object({
    provider: z.string().nullable().describe('What the provider is called; null where there is none.'),
    passwords: z.enum(['everybody', 'operator']).describe('Whose password opens a session.'),
  }),
})

export const startSingleSignOn = defineCall('startSingleSignOn', {
  query: z.object({
    to: z
      .string()
      .optional()
      .catch(undefined)
      .describe('A path of the pages to come to afterwards; anything else counts as none.'),
  }),
})
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

export const linkSingleSignOn = defineCall('linkSingleSignOn', {
  body: z.object({ password }),
  response: z.object({ address: z.string() }),
})
export const unlinkSingleSignOn = defineCall('unlinkSingleSignOn', { body: z.object({ password }) })

export const setKeyPassword = defineCall('setKeyPassword', {
  body: z.object({
    new_password: password,
    salt: kdfParameters.shape.salt,
    iterations: kdfParameters.shape.iterations,
  }),
  response: z.object({ user }),
})
