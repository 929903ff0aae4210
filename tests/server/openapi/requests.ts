import fc from '../../fastCheck.ts'
import type { InjectOptions } from 'fastify'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { MiB } from '../../../contract/limits.ts'
import { everyCall } from '../../../server/openapi/everyCall.ts'
import type { Json } from '../../../server/openapi/schemaConverter.ts'
import { encodeValue, placeholdersFor, placeholderBodies } from '../fuzz/requests.ts'
import { fromJsonSchema } from '../fuzz/schemaArbitrary.ts'
import { Placeholder, fillPlaceholders, type FuzzWorld } from '../fuzz/world.ts'
import { encodeForm, uploadParts } from '../uploads.ts'
import { operationsOf, schemaWithDefinitions, type Operation, type Schema } from './operations.ts'

/** Requests made of the description, before what exists only later is filled in. */
export interface OperationPlan {
  operation: Operation
  params: Record<string, unknown>
  query: Record<string, unknown>
  range: string | undefined
  body: unknown
  type: string
  isLarge: boolean
  form: UploadPlan
  who: Caller
  csrf: 'right' | 'wrong' | 'missing'
  address: string
}

/** Who calls, and how often. */
const callerWeights = {
  admin: 8,
  visitor: 2,
  nobody: 2,
  token: 4,
  'token of nothing': 1,
  'unknown token': 1,
  'token with cookies': 1,
}
type Caller = keyof typeof callerWeights

/** An upload, without the field at this place. */
interface UploadPlan {
  sizes: number[]
  without: number | undefined
  batchId: string | undefined
  gates: Record<string, unknown>
}

/** API tokens of a world, by who calls with them. */
export type ApiTokens = Record<'token' | 'token of nothing', string>

const uploadArbitrary: fc.Arbitrary<UploadPlan> = fc.record({
  sizes: fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 3 }),
  without: fc.option(fc.nat(20), { nil: undefined, freq: 2 }),
  batchId: fc.option(fc.constantFrom('A'.repeat(22), 'odd'), { nil: undefined }),
  gates: fc.constantFrom<Record<string, unknown>>(
    {},
    { link_password: new Placeholder('folderPassword') },
    { link_password: 'wrong' },
    { uploader_email: 'a@example.org', verification_code: '123456' },
  ),
})

function planArbitrary(document: Json, operation: Operation, odd: boolean): fc.Arbitrary<OperationPlan> {
  const { path } = assertDefined(everyCall.find(({ name }) => name === operation.call))
  const fields = (place: 'path' | 'query') =>
    operation.parameters
      .filter((one) => one.in === place)
      .map(({ name, schema }): [string, fc.Arbitrary<unknown>] => [
        name,
        place === 'path' ? paramArbitrary(path, name, schema, odd) : fromJsonSchema(schema, odd),
      ])
  return fc.record({
    operation: fc.constant(operation),
    params: fc.record(Object.fromEntries(fields('path'))),
    query: fc.record(Object.fromEntries(fields('query')), { requiredKeys: [] }),
    range: fc.constantFrom(undefined, 'bytes=0-9', 'bytes=-5', 'bytes=99999999-', 'bytes=5-1', 'lines=1-2'),
    body: bodyArbitrary(document, operation, odd),
    type: fc.constantFrom(...Object.keys(operation.body ?? { '': {} }), ...(odd ? ['text/csv'] : [])),
    isLarge: odd ? fc.constantFrom(true, ...Array<boolean>(9).fill(false)) : fc.constant(false),
    form: uploadArbitrary,
    who: fc.oneof(
      ...Object.entries(callerWeights).map(([who, weight]) => ({
        weight,
        arbitrary: fc.constant(who as Caller),
      })),
    ),
    csrf: odd ? fc.constantFrom('right', 'right', 'right', 'wrong', 'missing') : fc.constant('right'),
    address: fc.ipV4(),
  })
}

const paramArbitrary = (path: string, name: string, schema: Schema, odd: boolean): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom(...placeholdersFor(path, name).map((real) => new Placeholder(real))),
    },
    { weight: 1, arbitrary: fromJsonSchema(schema, false) },
    ...(odd
      ? [{ weight: 2, arbitrary: fc.constantFrom('0', '-1', '1e3', 'null', ' ', 'x'.repeat(70)) }]
      : []),
  )

function bodyArbitrary(document: Json, { call, body }: Operation, odd: boolean): fc.Arbitrary<unknown> {
  const schema = body?.['application/json']?.schema
  if (schema === undefined) return fc.constant(undefined)
  const made = fromJsonSchema(schemaWithDefinitions(document, schema), odd)
  const fitting = [...placeholderBodies].flatMap(([{ name }, reals]) => (name === call ? reals : []))
  if (fitting.length === 0) return made
  return fc.oneof(made, fc.constantFrom<unknown>(...fitting.map((real) => new Placeholder(real))))
}

/** Of every operation: half of them as the description wants them, the others changed in some places. */
export const operationPlans = (document: Json): fc.Arbitrary<OperationPlan> =>
  fc.oneof(
    ...operationsOf(document).flatMap((operation) =>
      [true, false].map((odd) => planArbitrary(document, operation, odd)),
    ),
  )

/** The request as it is sent into this world. */
export function encodeOperationPlan(plan: OperationPlan, world: FuzzWorld, tokens: ApiTokens): InjectOptions {
  const { operation, params, query } = plan
  const filled = (value: unknown) => String(fillPlaceholders(value, world.reals))
  const path = operation.path.replace(/\{([a-z_]+)\}/g, (_, name: string) =>
    encodeURIComponent(filled(params[name]).toWellFormed()),
  )
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, filled(value)]),
  ).toString()
  return {
    method: operation.method,
    url: search === '' ? path : `${path}?${search}`,
    remoteAddress: plan.address,
    ...bodyAndHeaders(plan, world, {
      ...senderHeaders(plan, world, tokens),
      ...(plan.range !== undefined && { range: plan.range }),
    }),
  }
}

function senderHeaders(
  { who, csrf }: OperationPlan,
  { cookies }: FuzzWorld,
  tokens: ApiTokens,
): Record<string, string> {
  if (who === 'nobody') return {}
  if (who === 'unknown token') return { authorization: `Bearer sealpost_${'A'.repeat(51)}` }
  if (who === 'token' || who === 'token of nothing') return { authorization: `Bearer ${tokens[who]}` }
  const jar = cookies[who === 'visitor' ? 'visitor' : 'admin']
  const token = { right: jar.get('csrftoken'), wrong: 'x', missing: undefined }[csrf]
  return {
    cookie: [...jar].map((pair) => pair.join('=')).join('; '),
    ...(token !== undefined && { 'x-csrftoken': token }),
    ...(who === 'token with cookies' && { authorization: `Bearer ${tokens.token}` }),
  }
}

function bodyAndHeaders(
  { operation, body, type, isLarge, form }: OperationPlan,
  world: FuzzWorld,
  headers: Record<string, string>,
): InjectOptions {
  if (operation.call === 'uploadFiles') {
    const sent = encodeUploadPlan(form, world)
    return { payload: sent.payload, headers: { ...headers, ...sent.headers } }
  }
  if (operation.call === 'putPart')
    return {
      payload: Buffer.alloc(5000, 1),
      headers: { ...headers, 'content-type': 'application/octet-stream' },
    }
  if (operation.method === 'GET' || operation.method === 'HEAD' || (type === '' && !isLarge))
    return { headers }
  const forms = {
    'application/x-www-form-urlencoded': 'urlencoded',
    'multipart/form-data': 'multipart',
  } as const
  const encoding = type in forms ? forms[type as keyof typeof forms] : 'json'
  const { bytes, contentType = '' } = encodeValue({ form: encoding }, fillPlaceholders(body, world.reals))
  const payload = isLarge ? Buffer.concat([bytes, Buffer.alloc(MiB, ' ')]) : bytes
  return { payload, headers: { ...headers, 'content-type': type === 'text/csv' ? type : contentType } }
}

function encodeUploadPlan({ sizes, without, batchId, gates }: UploadPlan, world: FuzzWorld) {
  const parts = uploadParts({
    files: sizes.map((size, i) => ({ name: `file ${i}`, bytes: Buffer.alloc(size, i + 1) })),
    ...(batchId !== undefined && { batchId }),
    gates: fillPlaceholders(gates, world.reals) as Record<string, string>,
  })
  return encodeForm(parts.filter((_, i) => i !== without))
}
