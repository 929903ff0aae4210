import type { z } from 'zod'
import { addresses, type CallName } from './addresses.ts'

/** All calls go to this base path and send cookies. */
export const apiBase = '/api'

/** What a call takes and answers. Bodies and answers that are not JSON (multipart, raw bytes, files) have no schema. */
export interface Schemas {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  response?: z.ZodType
}

/**
 * One call of the HTTP API: what the server validates and what the browser's types come from. What it does and refuses is
 * said in descriptions.ts.
 */
export interface Call extends Schemas {
  name: CallName
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
}

export function defineCall<const N extends CallName, const S extends Schemas>(name: N, schemas: S) {
  return { name, ...addresses[name], ...schemas }
}

/** Null where there is none. */
type Input<S> = S extends z.ZodType ? z.input<S> : null
type Output<S> = S extends z.ZodType ? z.output<S> : null
/** What a caller passes. */
export type CallQuery<C extends Call> = Input<C['query']>
export type CallBody<C extends Call> = Input<C['body']>
/** What comes back. */
export type CallResponse<C extends Call> = Output<C['response']>

/** `/api/folders/7/files` from a call and its parameters, each parameter percent-encoded. */
export function callUrl(call: Pick<Call, 'path'>, params: Record<string, string | number> = {}): string {
  const path = call.path.replace(/:([a-z_]+)/gi, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${call.path} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
  return apiBase + path
}
