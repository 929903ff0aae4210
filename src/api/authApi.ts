import type { setEncryptedKey, setPublicKey } from '../../contract/schemas/auth.ts'
import type { CallBody } from '../../contract/call.ts'
import { api, calling } from './api.ts'
import type { Answer } from './client.ts'

/** The server's key pair. No call with a password verifier: RTK Query keeps arguments in the store. */
export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    publicKey: build.query<Answer<'getPublicKey'>, undefined>({
      queryFn: calling('getPublicKey', () => ({})),
      providesTags: ['KeyStatus'],
    }),
    encryptedKey: build.query<Answer<'getEncryptedKey'>, undefined>({
      queryFn: calling('getEncryptedKey', () => ({})),
      providesTags: ['KeyStatus'],
    }),
    uploadPublicKey: build.mutation<Answer<'setPublicKey'>, CallBody<typeof setPublicKey>>({
      queryFn: calling('setPublicKey', (body) => ({ body })),
      invalidatesTags: ['KeyStatus'],
    }),
    saveEncryptedKey: build.mutation<Answer<'setEncryptedKey'>, CallBody<typeof setEncryptedKey>>({
      queryFn: calling('setEncryptedKey', (body) => ({ body })),
      invalidatesTags: ['KeyStatus'],
    }),
  }),
})

export const {
  usePublicKeyQuery,
  useEncryptedKeyQuery,
  useUploadPublicKeyMutation,
  useSaveEncryptedKeyMutation,
} = authApi
