import { z } from 'zod'
import { apiBase, type Call } from '../../contract/call.ts'
import { callDescriptions } from '../../contract/callDescriptions.ts'
import { errorBody } from '../../contract/schemas/errorBody.ts'
import { csrfCookie, csrfHeader } from '../../contract/headers.ts'
import { admissions } from '../../contract/scopes.ts'
import project from '../../package.json' with { type: 'json' }
import {
  nonJsonRequestBodies,
  nonJsonResponses,
  otherFormats,
  rangeCalls,
  rangeParameters,
} from './nonJsonBodies.ts'
import { callsOf, modulesByTopic } from './everyCall.ts'
import { unwrapOptional } from '../http/validation.ts'
import { isUnsafeCall, refusalResponse, refusalsOf } from './refusals.ts'
import { schemaConverter, type ConvertSchema, type Json } from './schemaConverter.ts'

interface Components {
  schemas: Record<string, Json>
  responses: Record<string, Json>
}

/** OpenAPI 3.1 document of the API, generated from the contract. */
export function openApiDocument(): Json {
  const components: Components = { schemas: {}, responses: {} }
  const convert = schemaConverter(components.schemas)
  convert(errorBody, 'output')
  const paths: Record<string, Json> = {}
  for (const [tag, module] of Object.entries(modulesByTopic))
    for (const call of callsOf(module)) {
      // A trailing slash has no meaning for the server, and linters report it.
      const path = apiBase + call.path.replace(/:([a-z_]+)/g, '{$1}').replace(/\/$/, '')
      const described = { tags: [tag], ...operationOf(call, convert, components) }
      paths[path] = {
        ...paths[path],
        [call.method.toLowerCase()]: described,
        ...(rangeCalls.includes(call.name) && { head: headOperationOf(described) }),
      }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sealpost',
      version: project.version,
      summary: project.description,
      description: introduction,
      license: { name: project.license, identifier: project.license },
    },
    servers: [{ url: '/' }],
    tags: Object.keys(modulesByTopic).map((name) => ({ name })),
    paths,
    components: {
      schemas: sortedByKey(components.schemas),
      responses: sortedByKey(components.responses),
      securitySchemes,
    },
  }
}

const introduction = `\
What the pages call, others may call as well. Files and keys are encrypted before they are sent; the formats stand in
core/crypto/FORMAT.md, and examples in docs/api.md.

Every error is \`{"detail": …, "code": …}\`: a sentence, or for 422 a list of what is wrong with which field. The code names a
sentence that a client may have to recognise, and may be absent; a later server may know more codes, and respond with more
members. A member of a JSON body that a call does not know is refused with 422, and its name; a PUT takes those of its response
and ignores them, so that what was read can be sent back. Forms may have fields that are not known. Times are ISO 8601
in UTC. Bodies of JSON may come as forms where that is said: as with most forms a list is a repeated field, and a blank
field is null where null is allowed.

Operations without a security requirement are for anybody. An unsafe request that carries any cookie of ours, also a
stranger's, repeats the cookie \`${csrfCookie}\` in the header \`${csrfHeader}\`. A client without cookies needs no such header.`

const securitySchemes = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API token, which has all the scopes that are named. Nothing else of ours goes with it: no cookies.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sealpost_session',
    description: 'What `login` sets. Without https its name is `sealpost_session`.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: csrfHeader,
    description: `The value of the cookie \`${csrfCookie}\`, which every response sets that finds it missing or wrong.`,
  },
}

function operationOf(call: Call, convert: ConvertSchema, { responses }: Components): Json {
  if (!Object.hasOwn(callDescriptions, call.name))
    throw new Error(`contract/callDescriptions.ts does not say what ${call.name} does.`)
  const { summary, description } = callDescriptions[call.name]
  const refusals = [...refusalsOf(call)].map(([status, codes]): [string, Json] => {
    const { name, response } = refusalResponse(status, codes)
    responses[name] = response
    return [String(status), { $ref: `#/components/responses/${name}` }]
  })
  const parameters = [
    ...parametersIn('path', call.params, convert),
    ...parametersIn('query', call.query, convert),
    ...(rangeCalls.includes(call.name) ? rangeParameters : []),
  ]
  const requestBody = requestBodyOf(call, convert)
  return {
    operationId: call.name,
    summary,
    ...(description !== undefined && { description }),
    security: securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      ...(nonJsonResponses[call.name] ?? responsesOf(call, convert)),
      ...Object.fromEntries(refusals),
    },
  }
}

/** Path or query parameters. Both are text on the wire: paths and numbers are described as parsed, others as sent. */
function parametersIn(
  place: 'path' | 'query',
  schema: z.ZodType | undefined,
  convert: ConvertSchema,
): Json[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.ZodType>(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: !field.safeParse(undefined).success,
    schema: convert(field, place === 'path' || isNumber(convert(field, 'output')) ? 'output' : 'input'),
  }))
}

const isNumber = ({ type }: Json): boolean => type === 'integer' || type === 'number'

function requestBodyOf(call: Call, convert: ConvertSchema): Json | undefined {
  if (call.body === undefined) return nonJsonRequestBodies[call.name]
  const body = unwrapOptional(call.body) as z.ZodType
  const media = { schema: convert(body, 'input') }
  return {
    required: !call.body.safeParse(undefined).success,
    content: {
      'application/json': media,
      ...(fitsForm(body) && {
        'application/x-www-form-urlencoded': media,
        'multipart/form-data': media,
      }),
    },
  }
}

/** True if a form can have all required fields: none is nested. */
function fitsForm(body: z.ZodType): boolean {
  return (
    body instanceof z.ZodObject &&
    Object.values<z.ZodType>(body.shape).every(
      (field) => field.safeParse(undefined).success || !isNested(field),
    )
  )
}

const isNested = (field: z.ZodType): boolean =>
  field instanceof z.ZodObject || (field instanceof z.ZodArray && field.element instanceof z.ZodObject)

function responsesOf(call: Call, convert: ConvertSchema): Json {
  if (call.response === undefined) return { 204: { description: 'Done.' } }
  const schema = convert(call.response, 'output')
  return {
    200: { description: 'Done.', content: { 'application/json': { schema }, ...otherFormats[call.name] } },
  }
}

function securityOf(call: Call): Json[] {
  const admission = admissions[call.name]
  // Generated clients would send their token to upload links, too, which refuse it.
  if (admission === 'anybody' || admission === 'upload-link') return []
  const session = { session: [], ...(isUnsafeCall(call) && { csrf: [] }) }
  return typeof admission === 'string' ? [session] : [session, { token: admission }]
}

/** HEAD operation of a GET operation, without response bodies. */
function headOperationOf({ operationId, responses, ...rest }: Json): Json {
  const bare = Object.entries(responses as Record<string, Json>).map(([status, response]) => [
    status,
    { ...response, content: undefined },
  ])
  return { ...rest, operationId: `${String(operationId)}Head`, responses: Object.fromEntries(bare) as Json }
}

const sortedByKey = (record: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
