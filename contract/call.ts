import type { z } from 'zod'
import { addresses, type CallName } from './addresses.ts'

/** Base path of all calls. They send cookies. */
export const apiBase = '/api'

/** Schemas of a call's input and response. Bodies that are not JSON (multipart, raw bytes, files) have none. */
interface Schemas {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  response?: z.ZodType
}

/** A call of the HTTP API: the server validates by it, and the browser's types derive from it. */
export interface Call extends Schemas {
  name: CallName
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
}

export function defineCall<const N extends CallName, const S extends Schemas>(name: N, schemas: S) {
  return { name, ...addresses[name], ...schemas }
}

/** Null without a schema. */
type Input<S> = S extends z.ZodType ? z.input<S> : null
type Output<S> = S extends z.ZodType ? z.output<S> : null
export type CallQuery<C extends Call> = Input<C['query']>
export type CallBody<C extends Call> = Input<C['body']>
export type CallResponse<C extends Call> = Output<C['response']>

/** The URL of a call, such as `/api/folders/7/files`; each parameter is percent-encoded. */
export function callUrl(call: Pick<Call, 'path'>, params: Record<string, string | number> = {}): string {
  const path = call.path.replace(/:([a-z_]+)/gi, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${call.path} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
  return apiBase + path
}
