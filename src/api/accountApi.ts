import type { setEncryptedKey, setPublicKey } from '../../contract/schemas/auth.ts'
import type { CallBody } from '../../contract/call.ts'
import { api, calling } from './api.ts'
import type { ResponseOf } from './client.ts'

/**
 * The user's account. No call whose arguments or response are secret, such as password verifiers and new API
 * tokens: RTK Query keeps both in the store.
 */
export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    publicKey: build.query<ResponseOf<'getPublicKey'>, undefined>({
      queryFn: calling('getPublicKey', () => ({})),
      providesTags: ['KeyStatus'],
    }),
    encryptedKey: build.query<ResponseOf<'getEncryptedKey'>, undefined>({
      queryFn: calling('getEncryptedKey', () => ({})),
      providesTags: ['KeyStatus'],
    }),
    uploadPublicKey: build.mutation<ResponseOf<'setPublicKey'>, CallBody<typeof setPublicKey>>({
      queryFn: calling('setPublicKey', (body) => ({ body })),
      invalidatesTags: ['KeyStatus'],
    }),
    saveEncryptedKey: build.mutation<ResponseOf<'setEncryptedKey'>, CallBody<typeof setEncryptedKey>>({
      queryFn: calling('setEncryptedKey', (body) => ({ body })),
      invalidatesTags: ['KeyStatus'],
    }),
    singleSignOnLink: build.query<ResponseOf<'getSingleSignOnLink'>, undefined>({
      queryFn: calling('getSingleSignOnLink', () => ({})),
    }),
    passkeys: build.query<ResponseOf<'listPasskeys'>, undefined>({
      queryFn: calling('listPasskeys', () => ({})),
      providesTags: ['PasskeyList'],
    }),
    apiTokens: build.query<ResponseOf<'listApiTokens'>, undefined>({
      queryFn: calling('listApiTokens', () => ({})),
      providesTags: ['ApiTokens'],
    }),
    revokeApiToken: build.mutation<ResponseOf<'deleteApiToken'>, number>({
      queryFn: calling('deleteApiToken', (id) => ({ params: { id } })),
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
