import { createApi, fakeBaseQuery, type QueryReturnValue } from '@reduxjs/toolkit/query/react'
import type { CallName } from '../../contract/addresses.ts'
import type { Fault } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { type ResponseOf, type CallOptions, callApiUntyped } from './client.ts'

type QueryResult<T> = QueryReturnValue<T, Fault, object>

/** Runs a call for a `queryFn`: its response is the data, and whatever it throws becomes a fault. */
export async function toQueryResult<T>(ask: () => Promise<T>): Promise<QueryResult<T>> {
  try {
    return { data: await ask() }
  } catch (error) {
    return { error: faultOf(error) }
  }
}

/** The `queryFn` of an endpoint that makes one call of the contract. */
export const queryFnOf =
  <const N extends CallName, A = undefined>(call: N, optionsOf: (argument: A) => CallOptions<N>) =>
  (argument: A, { signal }: { signal: AbortSignal }): Promise<QueryResult<ResponseOf<N>>> =>
    toQueryResult(() => callApiUntyped(call, { ...optionsOf(argument), signal }))

/** The cache of the server's data in the store. The files beside this one add its endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: fakeBaseQuery<Fault>(),
  // Failed queries repeat when the connection is back.
  refetchOnReconnect: true,
  tagTypes: [
    'Folder',
    'Files',
    'DownloadLinks',
    'KeyStatus',
    'PasskeyList',
    'ApiTokens',
    'OperatorRules',
    'ServerLook',
  ],
  endpoints: () => ({}),
})
