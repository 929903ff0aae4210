import type { CallResponse } from '../../contract/call.ts'
import type { getServerInfo } from '../../contract/server.ts'
import { api, request } from './api.ts'

export const serverApi = api.injectEndpoints({
  endpoints: (build) => ({
    serverInfo: build.query<CallResponse<typeof getServerInfo>, undefined>({
      query: () => request('getServerInfo', {}),
    }),
  }),
})

export const { useServerInfoQuery } = serverApi
