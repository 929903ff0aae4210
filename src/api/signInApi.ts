import { api, calling } from './api.ts'
import type { Answer } from './client.ts'

/** Linking and unlinking are not here: those calls carry a password verifier. */
export const signInApi = api.injectEndpoints({
  endpoints: (build) => ({
    singleSignOnLink: build.query<Answer<'getSingleSignOnLink'>, undefined>({
      queryFn: calling('getSingleSignOnLink', () => ({})),
    }),
  }),
})

export const { useSingleSignOnLinkQuery } = signInApi
