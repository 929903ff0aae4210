import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallName } from '../../contract/addresses.ts'
import type { Call } from '../../contract/call.ts'
import { apiCodeOf, errorDetails } from '../../contract/errors.ts'
import { obsoleteFields } from '../../contract/obsoleteFields.ts'
import { HttpError, validationError } from './errors.ts'
import { isForm, valuesOfForm } from './forms.ts'
import { z } from '../../contract/schemas/zod.ts'
import { maxVisitorBodyBytes } from './requestLimits.ts'
import { maxIssues, unknownMemberPaths } from './validation.ts'

declare module 'fastify' {
  /** Without `access`, the route is for users. */
  interface FastifyContextConfig extends Partial<Pick<CallOptions, 'access' | 'streams' | 'readsBody'>> {
    /** Name of the call, for which `admissions` says whether API tokens are accepted. */
    call?: CallName
  }
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined

export type CallRequest<C extends Call> = FastifyRequest<{
  Params: Output<C['params']>
  Querystring: Output<C['query']>
  Body: Output<C['body']>
}>
/** Handler of a call. If the call has a response schema, it returns a value for it, or sends the response in pieces. */
type CallHandler<C extends Call> = (
  request: CallRequest<C>,
  reply: FastifyReply,
) => Result<C> | Promise<Result<C>>
// oxlint-disable-next-line typescript/no-invalid-void-type -- handlers of calls without a response end without a value
type Result<C extends Call> = FastifyReply | (C['response'] extends z.ZodType ? z.input<C['response']> : void)

interface CallOptions {
  /** Who may call: anybody, or a signed-in user. */
  access: 'public' | 'user'
  /** Maximum size of the body in bytes; by default 1 MiB, or 64 KiB for public calls. */
  bodyLimit?: number
  /** Handles HEAD as well, see `request.method`. */
  head?: boolean
  /** True if the response is streamed at the pace of the client. */
  streams?: boolean
  /** True if the handler reads the body as a stream and takes memory of requests itself. */
  readsBody?: boolean
}

/** Registers a call: its schemas validate the request and serialize the response. A handler without a result sends 204. */
export function registerCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  {
    access,
    bodyLimit = access === 'public' ? maxVisitorBodyBytes : undefined,
    head = false,
    streams = false,
    readsBody = false,
  }: CallOptions,
  handler: CallHandler<C>,
): void {
  const { method, path, params, query, body, response } = call
  const ignored = ignoredMembers(call)
  app.route({
    method: head ? [method, 'HEAD'] : method,
    url: path,
    // A generated HEAD route would read a whole file and discard it; calls that support HEAD handle it themselves.
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
        if (!isForm(request.body)) refuseUnknownMembers(body, request.body, ignored)
        request.body = valuesOfForm(request.body, body)
        done()
      },
    }),
    preHandler: (request, _reply, done) => {
      // Members that no schema names have been removed already: fields of forms, and query parameters.
      if (query) refuseNulCharacters('query', request.query)
      if (body) refuseNulCharacters('body', request.body)
      done()
    },
    handler: async (request, reply) => {
      const result = await handler(request as CallRequest<C>, reply)
      // A response that has begun, even if the client has aborted it, is not followed by another.
      const isOver = reply.sent || reply.raw.headersSent || reply.raw.destroyed
      if (result === undefined && !isOver) return reply.code(204).send()
      return result
    },
  })
}

/**
 * Unknown members that are ignored: those that former versions of our clients sent and, for a PUT, members of its
 * response, so that a client can send back what it received.
 */
function ignoredMembers({ name, method, response }: Call): ReadonlySet<string> {
  const responseMembers =
    method === 'PUT' && response instanceof z.ZodObject ? Object.keys(response.shape) : []
  return new Set([...(obsoleteFields[name] ?? []), ...responseMembers])
}

/** Refuses unknown members, as a mistyped one would be ignored without notice. @throws HttpError 422 that lists them */
function refuseUnknownMembers(schema: z.ZodType, body: unknown, ignored: ReadonlySet<string>): void {
  const paths = unknownMemberPaths(schema, body, ignored, maxIssues)
  if (paths.length === 0) return
  const issues = paths.map((path) => ({
    loc: [
      'body',
      ...path.map((key) => (typeof key === 'string' ? key.slice(0, maxReportedNameLength) : key)),
    ],
    msg: errorDetails.unknownField,
    type: 'unknown_field',
  }))
  throw new HttpError(422, issues, undefined, apiCodeOf(errorDetails.unknownField))
}

/** Maximum length of a member name in an error response. */
export const maxReportedNameLength = 100

/** Refuses NUL characters, which PostgreSQL cannot store. @throws HttpError 422 with the path of the field */
function refuseNulCharacters(part: 'body' | 'query', value: unknown): void {
  const path = pathOfNulCharacter(value)
  if (path !== undefined) throw validationError([part, ...path], 'Must not contain a NUL character.')
}

/** Path of the first text with a NUL character. The recursion is as deep as the value, at most `maxJsonDepth`. */
function pathOfNulCharacter(value: unknown): (string | number)[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const members = Array.isArray(value) ? value.entries() : Object.entries(value)
  for (const [key, member] of members) {
    const path = pathOfNulCharacter(member)
    if (path !== undefined) return [key, ...path]
  }
  return undefined
}
