import { noRules, type OperatorRules } from '../../contract/operatorRules.ts'
import { api, queryFnOf } from './api.ts'
import type { ResponseOf } from './client.ts'

export const serverApi = api.injectEndpoints({
  endpoints: (build) => ({
    serverInfo: build.query<ResponseOf<'getServerInfo'>, undefined>({
      queryFn: queryFnOf('getServerInfo', () => ({})),
      providesTags: ['OperatorRules'],
    }),
    operatorRules: build.query<ResponseOf<'getOperatorRules'>, undefined>({
      queryFn: queryFnOf('getOperatorRules', () => ({})),
      providesTags: ['OperatorRules'],
    }),
    look: build.query<ResponseOf<'getLook'>, undefined>({
      queryFn: queryFnOf('getLook', () => ({})),
      providesTags: ['ServerLook'],
    }),
    /** Refetched together with the list of folders. */
    storageUsage: build.query<ResponseOf<'getOwnSpace'>, undefined>({
      queryFn: queryFnOf('getOwnSpace', () => ({})),
      providesTags: [{ type: 'Folder', id: 'LIST' }],
    }),
  }),
})

export const { useServerInfoQuery, useOperatorRulesQuery, useLookQuery, useStorageUsageQuery } = serverApi

/** Returns the operator's rules, null while loading, and `noRules` after an error: the server then enforces them. */
export function useEffectiveRules(): OperatorRules | null {
  const { data, isLoading } = useServerInfoQuery(undefined)
  return data?.rules ?? (isLoading ? null : noRules)
}
