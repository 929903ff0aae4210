import type {
  getEncryptedKey,
  getPublicKey,
  setEncryptedKey,
  setPublicKey,
  User,
} from '../../contract/auth.ts'
import type { CallBody, CallResponse } from '../../contract/call.ts'
import { api, request } from './api.ts'

interface UserAnswer {
  user: User
}

/**
 * The key pair's server side. Calls that carry a password verifier are not here: RTK Query keeps arguments in the
 * store.
 */
export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    publicKey: build.query<CallResponse<typeof getPublicKey>, undefined>({
      query: () => request('getPublicKey', {}),
      providesTags: ['KeyStatus'],
    }),
    encryptedKey: build.query<CallResponse<typeof getEncryptedKey>, undefined>({
      query: () => request('getEncryptedKey', {}),
      providesTags: ['KeyStatus'],
    }),
    uploadPublicKey: build.mutation<UserAnswer, CallBody<typeof setPublicKey>>({
      query: (body) => request('setPublicKey', { body }),
      invalidatesTags: ['KeyStatus'],
    }),
    saveEncryptedKey: build.mutation<UserAnswer, CallBody<typeof setEncryptedKey>>({
      query: (body) => request('setEncryptedKey', { body }),
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
