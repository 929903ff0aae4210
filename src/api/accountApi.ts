import type { setEncryptedKey, setPublicKey } from '../../contract/schemas/auth.ts'
import type { CallBody } from '../../contract/call.ts'
import { api, queryFnOf } from './api.ts'
import type { ResponseOf } from './client.ts'

/** No call here has a secret in it, such as a password verifier or a new API token: RTK Query stores both sides. */
export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    publicKey: build.query<ResponseOf<'getPublicKey'>, undefined>({
      queryFn: queryFnOf('getPublicKey', () => ({})),
      providesTags: ['KeyStatus'],
    }),
    encryptedKey: build.query<ResponseOf<'getEncryptedKey'>, undefined>({
      queryFn: queryFnOf('getEncryptedKey', () => ({})),
      providesTags: ['KeyStatus'],
    }),
    uploadPublicKey: build.mutation<ResponseOf<'setPublicKey'>, CallBody<typeof setPublicKey>>({
      queryFn: queryFnOf('setPublicKey', (body) => ({ body })),
      invalidatesTags: ['KeyStatus'],
    }),
    saveEncryptedKey: build.mutation<ResponseOf<'setEncryptedKey'>, CallBody<typeof setEncryptedKey>>({
      queryFn: queryFnOf('setEncryptedKey', (body) => ({ body })),
      invalidatesTags: ['KeyStatus'],
    }),
    singleSignOnLink: build.query<ResponseOf<'getSingleSignOnLink'>, undefined>({
      queryFn: queryFnOf('getSingleSignOnLink', () => ({})),
    }),
    passkeys: build.query<ResponseOf<'listPasskeys'>, undefined>({
      queryFn: queryFnOf('listPasskeys', () => ({})),
      providesTags: ['PasskeyList'],
    }),
    apiTokens: build.query<ResponseOf<'listApiTokens'>, undefined>({
      queryFn: queryFnOf('listApiTokens', () => ({})),
      providesTags: ['ApiTokens'],
    }),
    revokeApiToken: build.mutation<ResponseOf<'deleteApiToken'>, number>({
      queryFn: queryFnOf('deleteApiToken', (id) => ({ params: { id } })),
      invalidatesTags: ['ApiTokens'],
    }),
  }),
})

export const {
  usePublicKeyQuery,
  useEncryptedKeyQuery,
  useUploadPublicKeyMutation,
  useSaveEncryptedKeyMutation,
  useSingleSignOnLinkQuery,
  usePasskeysQuery,
  useApiTokensQuery,
  useRevokeApiTokenMutation,
} = accountApi
