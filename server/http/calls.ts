import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallName } from '../../contract/addresses.ts'
import type { Call } from '../../contract/call.ts'
import { codeOf, detail } from '../../contract/errors.ts'
import { formerMembers } from '../../contract/formerMembers.ts'
import { HttpError, invalid } from './errors.ts'
import { isForm, valuesOfForm } from './plugins/forms.ts'
import { z } from '../../contract/schemas/zod.ts'
import { strangersBodyBytes } from './requestLimits.ts'
import { maxIssues, unknownMembers } from './validation.ts'

/** Who may make a call: anybody, or an administrator who is signed in. */
export type Access = 'public' | 'administrator'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Without it a route is for administrators. */
    access?: Access
    /** What `admissions` says of it holds for API tokens. */
    call?: CallName
  }
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Input<S> = S extends z.ZodType ? z.input<S> : undefined

export type CallRequest<C extends Call> = FastifyRequest<{
  Params: Output<C['params']>
  Querystring: Output<C['query']>
  Body: Output<C['body']>
}>
/**
 * A call that answers with JSON returns what its schema takes, or sends it by itself, in pieces; one without an answer
 * schema sends by itself or nothing.
 */
type CallHandler<C extends Call> = (
  request: CallRequest<C>,
  reply: FastifyReply,
) => Promise<FastifyReply | (C['response'] extends z.ZodType ? Input<C['response']> : undefined)>

interface CallOptions {
  /** Bytes of a body: 1 MiB unless told, 64 KiB where anybody may call. */
  bodyLimit?: number
  /** Also answers HEAD; `request.method` tells. */
  head?: boolean
  /** True where the answer goes out piece by piece, as the client takes it. */
  streams?: boolean
  /** True where the handler reads the body as it arrives, and takes from the memory of requests by itself. */
  readsBody?: boolean
}

/**
 * Registers a call of the contract: its schemas validate what comes in and shape what goes out.
 * Without an answer the call ends as 204.
 */
export function registerCall<C extends Call>(
  app: FastifyInstance,
  access: Access,
  call: C,
  handler: CallHandler<C>,
  {
    bodyLimit = access === 'public' ? strangersBodyBytes : undefined,
    head = false,
    streams = false,
    readsBody = false,
  }: CallOptions = {},
): void {
  const { method, path, params, query, body, response } = call
  const known = ignoredMembers(call)
  app.route({
    method: head ? [method, 'HEAD'] : method,
    url: path,
    // A generated HEAD route would read a whole file to throw it away; calls that want HEAD say so themselves.
    exposeHeadRoute: false,
    ...(bodyLimit !== undefined && { bodyLimit }),
    config: { access, call: call.name, streams, readsBody },
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(response && { response: { 200: response } }),
    },
    ...(body && {
      preValidation: (request, _reply, done) => {
        if (!isForm(request.body)) refuseUnknown(body, request.body, known)
        request.body = valuesOfForm(request.body, body)
        done()
      },
    }),
    preHandler: (request, _reply, done) => {
      // What no schema names is not there any more: fields of forms, and what a query has.
      if (query) refuseNul('query', request.query)
      if (body) refuseNul('body', request.body)
      done()
    },
    handler: async (request, reply) => {
      const answer = await handler(request as CallRequest<C>, reply)
      // An answer that has begun, also one that the client has cut, is not followed by another.
      const isOver = reply.sent || reply.raw.headersSent || reply.raw.destroyed
      if (answer === undefined && !isOver) return reply.code(204).send()
      return answer
    },
  })
}

/** What clients of ours have sent once; and of a PUT what its answer has, for whoever sends back what they were given. */
function ignoredMembers({ name, method, response }: Call): ReadonlySet<string> {
  const answered = method === 'PUT' && response instanceof z.ZodObject ? Object.keys(response.shape) : []
  return new Set([...(formerMembers[name] ?? []), ...answered])
}

/**
 * A member that is mistyped would be ignored, and what its sender wanted with it.
 * @param ignored of these nothing is said
 * @throws HttpError 422 that names the others
 */
function refuseUnknown(schema: z.ZodType, body: unknown, ignored: ReadonlySet<string>): void {
  const places = unknownMembers(schema, body, ignored, maxIssues)
  if (places.length === 0) return
  const issues = places.map((place) => ({
    loc: ['body', ...place.map((step) => (typeof step === 'string' ? step.slice(0, maxToldName) : step))],
    msg: detail.unknownField,
    type: 'unknown_field',
  }))
  throw new HttpError(422, issues, undefined, codeOf(detail.unknownField))
}

/** Characters of a name that is said back. */
export const maxToldName = 100

/** No text of a person has one, and PostgreSQL keeps none. @throws HttpError 422 that points at the field */
function refuseNul(part: 'body' | 'query', value: unknown): void {
  const place = placeOfNul(value)
  if (place !== undefined) throw invalid([part, ...place], 'Must not contain a NUL character.')
}

/** The first text with one. It goes as deep as the value, which is `maxJsonDepth` at most. */
function placeOfNul(value: unknown): (string | number)[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const members = Array.isArray(value) ? value.entries() : Object.entries(value)
  for (const [step, member] of members) {
    const place = placeOfNul(member)
    if (place !== undefined) return [step, ...place]
  }
  return undefined
}
