import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Json } from '../../../server/openapi/schemaConverter.ts'
import { operationsOf, schemaWithDefinitions, type Operation, type Schema } from './operations.ts'

/** What a server has answered, and whether its description says so. */
export interface ResponseChecks {
  /** Each with the request, the status and what is wrong. */
  mismatches: string[]
  /** Statuses that have come, by operation. */
  seen: ReadonlyMap<string, ReadonlySet<number>>
  requests: number
}

/** Judges from now on every answer to a request that is injected into this server. */
export function checkResponses(app: FastifyInstance, document: Json): ResponseChecks {
  const operations = operationsOf(document).sort((a, b) => (staticFirst(a) < staticFirst(b) ? -1 : 1))
  const seen = new Map(operations.map(({ operationId }) => [operationId, new Set<number>()]))
  const judge = { mismatches: [] as string[], seen, requests: 0 }
  const faultIn = createFaultFinder(document)
  const inject = app.inject.bind(app) as (options: InjectArgument) => Promise<LightMyRequestResponse>
  app.inject = (async (options: InjectArgument) => {
    const reply = await inject(options)
    const { method = 'GET', url = '' } = typeof options === 'string' ? { url: options } : options
    const verb = method.toUpperCase()
    const operation = operations.find((one) => one.method === verb && pathPattern(one).test(url))
    judge.requests++
    if (operation) seen.get(operation.operationId)?.add(reply.statusCode)
    const fault = operation ? faultIn(operation, reply) : undescribedFault(reply)
    if (fault !== undefined)
      judge.mismatches.push(
        `${verb} ${url.slice(0, 200)}: ${reply.statusCode} ${fault}\n${reply.body.slice(0, 300)}`,
      )
    return reply
  }) as FastifyInstance['inject']
  return judge
}

type InjectArgument = string | { method?: string; url?: string }

/** The server prefers what is written to what may be anything. */
const staticFirst = ({ path }: Operation): string => path.replaceAll('{', '~')

const pathPattern = ({ path }: Operation): RegExp =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replaceAll('.', '\\.')
      .replace(/\{[a-z_]+\}/g, '[^/?]*')}/?(?:\\?|$)`,
  )

const undescribedFault = ({ statusCode }: LightMyRequestResponse): string | undefined =>
  statusCode === 404 ? undefined : 'by no operation'

function createFaultFinder(document: Json) {
  // Texts are checked by their patterns; the server has no use for formats.
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const validators = new Map<Schema, ValidateFunction>()
  const validatorOf = (schema: Schema): ValidateFunction => {
    const known = validators.get(schema)
    if (known) return known
    const made = ajv.compile(withoutAdditional(schemaWithDefinitions(document, schema)))
    validators.set(schema, made)
    return made
  }

  return ({ method, answers }: Operation, reply: LightMyRequestResponse): string | undefined => {
    const answer = answers.get(reply.statusCode)
    if (answer === undefined) return 'is not described'
    const missing = Object.keys(answer.headers ?? {}).filter((name) => !(name.toLowerCase() in reply.headers))
    if (missing.length > 0) return `lacks ${missing.join(', ')}`
    if (method === 'HEAD') return undefined
    if (answer.content === undefined) return reply.rawPayload.length === 0 ? undefined : 'has a body'
    const type = String(reply.headers['content-type']).split(';')[0] ?? ''
    const media = answer.content[type]
    if (media === undefined) return `is ${type}`
    if (type !== 'application/json' || media.schema === undefined) return undefined
    const validate = validatorOf(media.schema)
    const body = reply.json<{ code?: string }>()
    if (!validate(body)) return `is not its schema: ${ajv.errorsText(validate.errors)}`
    const { properties } = media.schema as { properties?: { code: { enum: string[] } } }
    const isKnown =
      reply.statusCode < 400 || body.code === undefined || properties?.code.enum.includes(body.code)
    return isKnown ? undefined : `has another code: ${body.code}`
  }
}

/** The same schema for an answer that may have nothing beside what is described. */
function withoutAdditional(schema: Schema): Schema {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within)
    if (typeof value !== 'object' || value === null) return value
    const own: Schema = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, within(item)]))
    const isOpen =
      own.type === 'object' && own.properties !== undefined && own.additionalProperties === undefined
    return isOpen ? { ...own, additionalProperties: false } : own
  }
  return within(schema) as Schema
}
