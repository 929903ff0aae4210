import { createApi, fakeBaseQuery, type QueryReturnValue } from '@reduxjs/toolkit/query/react'
import type { CallName } from '../../contract/addresses.ts'
import type { Fault } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { type Answer, type CallOptions, sendCall } from './client.ts'

type Asked<T> = QueryReturnValue<T, Fault, object>

/** What an endpoint is told by: its answer, or the fault of whatever was thrown. */
export async function asked<T>(ask: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { data: await ask() }
  } catch (error) {
    return { error: faultOf(error) }
  }
}

/** The `queryFn` of an endpoint that is one call of the contract: what it takes and answers is said there. */
export const calling =
  <const N extends CallName, A = undefined>(call: N, optionsOf: (argument: A) => CallOptions<N>) =>
  (argument: A, { signal }: { signal: AbortSignal }): Promise<Asked<Answer<N>>> =>
    asked(() => sendCall(call, { ...optionsOf(argument), signal }))

/** The server's data in the store. Endpoints are added by the files beside this one. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: fakeBaseQuery<Fault>(),
  // What could not be had is asked for again by itself.
  refetchOnReconnect: true,
  tagTypes: ['Folder', 'Files', 'DownloadLinks', 'KeyStatus', 'ApiTokens'],
  endpoints: () => ({}),
})
