import { api, calling } from './api.ts'
import type { Answer } from './client.ts'

/** Creating a token is not here: the call carries a password verifier, and its response the token. */
export const tokensApi = api.injectEndpoints({
  endpoints: (build) => ({
    apiTokens: build.query<Answer<'listApiTokens'>, undefined>({
      queryFn: calling('listApiTokens', () => ({})),
      providesTags: ['ApiTokens'],
    }),
    revokeApiToken: build.mutation<Answer<'deleteApiToken'>, number>({
      queryFn: calling('deleteApiToken', (id) => ({ params: { id } })),
      invalidatesTags: ['ApiTokens'],
    }),
  }),
})

export const { useApiTokensQuery, useRevokeApiTokenMutation } = tokensApi
