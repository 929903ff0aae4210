import fc from '../../fastCheck.ts'
import { z } from 'zod'
import { apiBase, type Call } from '../../../contract/call.ts'
import * as downloads from '../../../contract/schemas/downloads.ts'
import * as uploads from '../../../contract/schemas/uploads.ts'
import { everyCall } from '../../../server/openapi/everyCall.ts'
import { encodeForm } from '../uploads.ts'
import { encodeChunks, type RawRequest } from './rawRequest.ts'
import { fromSchema } from './schemaArbitrary.ts'
import { canary, Placeholder, fillPlaceholders, type PlaceholderValues, type FuzzWorld } from './world.ts'

/** A request before what exists only later is filled in. */
export interface RequestPlan {
  call: Call
  method: string
  params: Record<string, unknown>
  query: string
  body: BodyPlan
  sender: Sender
  headers: [name: string, value: string][]
  framing: Framing
  address: string
}

interface BodyPlan {
  value: unknown
  form: 'json' | 'urlencoded' | 'multipart'
  contentType: string | undefined
  damage: Damage | undefined
  at: number
}

export interface Sender {
  who: 'admin' | 'visitor' | 'nobody'
  csrf: 'right' | 'wrong' | 'missing'
}

export type Framing = 'length' | 'chunks' | 'too long' | 'too short' | 'cut chunks'

const weightedConstant = <T>(value: T, weight: number) => ({ weight, arbitrary: fc.constant(value) })

export const senders: fc.Arbitrary<Sender> = fc.record({
  who: fc.oneof(
    weightedConstant('admin' as const, 5),
    weightedConstant('visitor' as const, 2),
    weightedConstant('nobody' as const, 3),
  ),
  csrf: fc.oneof(
    weightedConstant('right' as const, 10),
    weightedConstant('wrong' as const, 1),
    weightedConstant('missing' as const, 1),
  ),
})

export const framings: fc.Arbitrary<Framing> = fc.oneof(
  weightedConstant('length' as const, 20),
  weightedConstant('chunks' as const, 3),
  weightedConstant('too long' as const, 1),
  weightedConstant('too short' as const, 1),
  weightedConstant('cut chunks' as const, 1),
)

/** Every request has an address of its own: limits would soon hide the routes behind them. */
export const addresses = fc.oneof(
  { weight: 30, arbitrary: fc.ipV4() },
  { weight: 5, arbitrary: fc.ipV6() },
  weightedConstant('unknown', 1),
  weightedConstant('1.2.3.4, , 5.6.7.8:99', 1),
  weightedConstant('[::1', 1),
  weightedConstant('fe80::1%eth0', 1),
  weightedConstant('\xff\xfe', 1),
)

const oddSegments = fc.oneof(
  fc.constantFrom(
    '%00',
    '%2e',
    '%2e%2e',
    '..',
    '%ff',
    '%',
    '%zz',
    '%2F',
    '%5c',
    '%E2%80%AE',
    '%ED%A0%80',
    '%0d%0a',
    '',
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    'NaN',
    'Infinity',
    '9007199254740991',
    '9007199254740993',
    '9'.repeat(190),
    'a'.repeat(201),
    'a'.repeat(5000),
    'null',
    'undefined',
    '__proto__',
    'constructor',
    '*',
    ':id',
    '\xff',
    ';a=b',
    canary,
  ),
  fc.string({ maxLength: 30 }).map(encodeURIComponent),
  fc.stringMatching(/^[!-"$-.0->@-~]{1,20}$/),
)

const oddQueries = fc.oneof(
  fc.constantFrom(
    'sort_by[]=title',
    'sort_by=title&sort_by=creation_date',
    'sort_by=%ff',
    'sort_by=%',
    '__proto__[x]=1',
    'sort_order=desc%00',
    '&&&===',
    `a=${canary}`,
    'a=b&'.repeat(2000),
    '?'.repeat(10),
  ),
  fc.webQueryParameters(),
)

const oddContentTypes = fc.constantFrom(
  undefined,
  '',
  'text/plain',
  'application/json; charset=utf-16',
  'application/json; charset=',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/json, text/html',
  'application/xml',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=koi8-r',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'multipart/mixed; boundary=x',
  '*/*',
  '/',
  'a',
  '\xff/\xfe',
)

/** What is done to the bytes of a body. */
const damages = [
  'cut',
  'inserted byte',
  'flipped byte',
  'repeated',
  'empty',
  'deep array',
  'deep object',
  'prototype',
  'huge number',
  'byte order mark',
  'scalar',
  'too large',
  'UTF-16',
] as const
type Damage = (typeof damages)[number]

const oddHeaders: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.constantFrom<[string, string]>(
    ['cookie', 'sealpost_session='],
    ['cookie', `sealpost_session=${canary}`],
    ['cookie', '__Host-sealpost_session=x; __Host-sealpost_visitor=y'],
    ['cookie', 'sealpost_visitor=%E0%A4%A; csrftoken=%'],
    ['cookie', ';;;=;=a;a=;\t'],
    ['cookie', '__proto__=1; constructor=2; toString=3'],
    ['cookie', `a=${'x'.repeat(8000)}`],
    ['cookie', Array.from({ length: 400 }, (_, i) => `c${i}=${i}`).join('; ')],
    ['cookie', '\xff=\xfe'],
    ['x-csrftoken', ''],
    ['x-csrftoken', 'a, b'],
    ['origin', 'null'],
    ['origin', 'http://evil.example'],
    ['origin', '\xff'],
    ['host', ''],
    ['host', 'a b'],
    ['host', 'x:99999999'],
    ['host', '[::1'],
    ['x-forwarded-host', '\xff, a'],
    ['x-forwarded-host', '[object Object]:80:80'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-proto', 'javascript, https'],
    ['x-forwarded-for', ','.repeat(2000)],
    ['forwarded', 'for=;host='],
    ['range', 'bytes=0-0'],
    ['range', 'bytes=-0'],
    ['range', 'bytes=5-1'],
    ['range', 'bytes=99999999999999999999-'],
    ['range', 'bytes=0-99999999999999999999999'],
    ['range', `bytes=${'0-1,'.repeat(1000)}0-1`],
    ['range', 'lines=1-2'],
    ['if-range', '"x"'],
    ['if-none-match', '*'],
    ['if-modified-since', 'yesterday'],
    ['accept', 'text/html'],
    ['accept', ''],
    ['accept-encoding', 'gzip;q=nan, *;q=9'],
    ['accept-version', '*'],
    ['accept-version', '1.x'],
    ['content-encoding', 'gzip'],
    ['content-disposition', 'form-data'],
    ['content-length', '-1'],
    ['content-length', '1e3'],
    ['content-length', '18446744073709551616'],
    ['content-length', '0'],
    ['transfer-encoding', 'chunked'],
    ['transfer-encoding', 'gzip, chunked'],
    ['transfer-encoding', 'identity'],
    ['expect', '100-continue'],
    ['expect', '200-maybe'],
    ['connection', 'upgrade'],
    ['upgrade', 'h2c'],
    ['upgrade', 'websocket'],
    ['te', 'trailers'],
    ['x-http-method-override', 'DELETE'],
    ['x-long', 'x'.repeat(20_000)],
    ['x-nul', 'a\0b'],
    ['x folded', 'name'],
    ['', 'no name'],
    ['__proto__', 'x'],
    ['constructor', 'x'],
  ),
  fc.tuple(fc.stringMatching(/^[a-z-]{1,20}$/), fc.stringMatching(/^[\t -~]{0,100}$/)),
)

const methods = fc.constantFrom(
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'CONNECT', 'QUERY'],
  ...['get', 'FOO', 'G E T', '\xff', ''],
)

const upToThree = (arbitrary: fc.Arbitrary<[string, string]>) => fc.array(arbitrary, { maxLength: 3 })

function paramsArbitrary(call: Call, odd: boolean): fc.Arbitrary<Record<string, unknown>> {
  const names = [...call.path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name)
  return fc.record(Object.fromEntries(names.map((name) => [name, paramArbitrary(call, name, odd)])))
}

/** One segment of the path: of something real, random but right, or odd. */
function paramArbitrary(call: Call, name: string, odd: boolean): fc.Arbitrary<unknown> {
  const schema = call.params instanceof z.ZodObject ? call.params.shape : {}
  const random = fromSchema((schema as Record<string, z.ZodType>)[name] ?? z.string(), false)
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(...placeholdersFor(call.path, name).map((real) => new Placeholder(real))),
    },
    { weight: 1, arbitrary: random.map((value) => encodeURIComponent(String(value))) },
    ...(odd ? [{ weight: 3, arbitrary: oddSegments }] : []),
  )
}

export function placeholdersFor(path: string, name: string): (keyof PlaceholderValues)[] {
  if (name === 'upload_id') return ['uploadId']
  if (name === 'link_token' && path.startsWith('/upload'))
    return ['folderToken', 'lockedToken', 'mailedToken']
  if (name === 'link_token') return ['openLinkToken', 'closedLinkToken']
  if (name === 'n') return ['partNumber']
  if (/^\/download\/links\/:id\/(?:details|sealed)$/.test(path)) return ['openLinkToken', 'closedLinkToken']
  if (path === '/download/links/:id') return ['linkId', 'openLinkToken']
  return /file\/:id|folders\/download/.test(path) ? ['fileId'] : ['folderId']
}

/** Bodies whose fields have to fit each other. */
export const placeholderBodies = new Map<Call, (keyof PlaceholderValues)[]>([
  [downloads.createDownloadLink, ['openLink', 'protectedLink']],
  [uploads.createPartsUpload, ['parts']],
])

function bodyValueArbitrary(call: Call, odd: boolean): fc.Arbitrary<unknown> {
  if (!call.body) return fc.constant(undefined)
  const whole = (placeholderBodies.get(call) ?? []).map((real) => new Placeholder(real))
  return fc.oneof(
    { weight: 2, arbitrary: fromSchema(call.body, odd) },
    ...(whole.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom<unknown>(...whole) }] : []),
  )
}

function bodyArbitrary(call: Call, odd: boolean): fc.Arbitrary<BodyPlan> {
  return fc.record({
    value: odd
      ? fc.oneof(
          { weight: 9, arbitrary: bodyValueArbitrary(call, true) },
          { weight: 1, arbitrary: fc.jsonValue() },
        )
      : bodyValueArbitrary(call, false),
    form: fc.oneof(
      weightedConstant('json' as const, 6),
      weightedConstant('urlencoded' as const, 1),
      weightedConstant('multipart' as const, 1),
    ),
    // 'right' is filled in when the body is written.
    contentType: odd
      ? fc.oneof(weightedConstant('right', 4), { weight: 1, arbitrary: oddContentTypes })
      : fc.constant('right'),
    damage: odd
      ? fc.oneof(weightedConstant(undefined, 3), {
          weight: 1,
          arbitrary: fc.constantFrom<Damage>(...damages),
        })
      : fc.constant(undefined),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  })
}

function planArbitrary(call: Call, odd: boolean): fc.Arbitrary<RequestPlan> {
  const query = call.query
    ? fromSchema(call.query, false).map((value) =>
        new URLSearchParams(value as Record<string, string>).toString(),
      )
    : fc.constant('')
  return fc.record({
    call: fc.constant(call),
    method: odd
      ? fc.oneof(weightedConstant<string>(call.method, 8), { weight: 1, arbitrary: methods })
      : fc.constant(call.method),
    params: paramsArbitrary(call, odd),
    query: odd ? fc.oneof({ weight: 4, arbitrary: query }, { weight: 1, arbitrary: oddQueries }) : query,
    body: bodyArbitrary(call, odd),
    sender: odd ? senders : senders.map(({ who }) => ({ who, csrf: 'right' as const })),
    headers: odd
      ? fc.oneof(weightedConstant([], 2), { weight: 1, arbitrary: upToThree(oddHeaders) })
      : fc.constant([]),
    framing: odd ? framings : fc.constant('length' as const),
    address: odd ? addresses : fc.ipV4(),
  })
}

/** Requests of every call: one in three as the contract wants it, the others changed in some places. */
export const requestPlans: fc.Arbitrary<RequestPlan> = fc
  .tuple(fc.constantFrom(...everyCall), fc.constantFrom(true, true, false))
  .chain(([call, odd]) => planArbitrary(call, odd))

/** The request as it is sent into this world. */
export function encodeRequestPlan(plan: RequestPlan, world: FuzzWorld): RawRequest {
  const path = plan.call.path.replace(/:([a-z_]+)/g, (_, name: string) =>
    String(fillPlaceholders(plan.params[name], world.reals)),
  )
  const target = `${apiBase}${path}${plan.query === '' ? '' : `?${plan.query}`}`
  const { bytes, contentType } = encodeBody(plan, fillPlaceholders(plan.body.value, world.reals))
  return frameRequest({ ...plan, target, body: bytes, contentType }, world)
}

interface UnframedRequest {
  method: string
  target: string
  body: Buffer
  contentType: string | undefined
  sender: Sender
  headers: [string, string][]
  framing: Framing
  address: string
}

/** Adds what says who sends it, and how long it is. */
export function frameRequest(request: UnframedRequest, world: FuzzWorld): RawRequest {
  const { method, target, sender, framing } = request
  const has = (name: string) => request.headers.some(([key]) => key === name)
  const headers: [string, string][] = [
    ...(has('host') ? [] : ([['host', new URL(world.origin).host]] satisfies [string, string][])),
    ...(has('connection') ? [] : ([['connection', 'close']] satisfies [string, string][])),
    ['x-forwarded-for', request.address],
    ...cookieHeaders(sender, world),
  ]
  if (request.contentType !== undefined) headers.push(['content-type', request.contentType])
  let { body } = request
  const framedByHeader = has('content-length') || has('transfer-encoding')
  if (!framedByHeader) {
    const hasBody = body.length > 0 || request.contentType !== undefined
    if (framing === 'chunks' || framing === 'cut chunks') {
      headers.push(['transfer-encoding', 'chunked'])
      body = encodeChunks(body, 1 + Math.ceil(body.length / 3))
      if (framing === 'cut chunks') body = body.subarray(0, Math.floor(body.length * 0.7))
    } else if (hasBody) {
      const off = { length: 0, 'too long': 777, 'too short': -Math.min(5, body.length) }[framing]
      headers.push(['content-length', String(body.length + off)])
    }
  }
  return {
    method,
    target,
    headers: [...headers, ...request.headers],
    body,
    endsEarly: framedByHeader || framing === 'too long' || framing === 'cut chunks',
  }
}

function cookieHeaders({ who, csrf }: Sender, { cookies }: FuzzWorld): [string, string][] {
  if (who === 'nobody') return []
  const own = cookies[who]
  const token = csrf === 'right' ? own.get('csrftoken') : csrf === 'wrong' ? 'A'.repeat(43) : undefined
  return [
    ['cookie', [...own].map((pair) => pair.join('=')).join('; ')],
    ...(token === undefined ? [] : ([['x-csrftoken', token]] satisfies [string, string][])),
  ]
}

function encodeBody({ call, body, method }: RequestPlan, value: unknown) {
  const bare = value === undefined && call.body === undefined
  // Where no body is expected one comes only to harm, but for the bytes of a part.
  const written = bare ? bodyWithoutValue(call) : encodeValue(body, value)
  const bytes = damageBytes(written.bytes, body.damage, body.at)
  const contentType = body.contentType === 'right' ? written.contentType : body.contentType
  return bare && method === 'GET' && body.damage === undefined
    ? { bytes, contentType: undefined }
    : { bytes, contentType }
}

const bodyWithoutValue = (call: Call): { bytes: Buffer; contentType: string | undefined } =>
  call === uploads.putPart
    ? { bytes: Buffer.alloc(5000, 1), contentType: 'application/octet-stream' }
    : { bytes: Buffer.alloc(0), contentType: undefined }

export function encodeValue(
  { form }: Pick<BodyPlan, 'form'>,
  value: unknown,
): { bytes: Buffer; contentType: string | undefined } {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (form === 'json' || !isRecord) {
    return { bytes: Buffer.from(textOfJson(value)), contentType: 'application/json' }
  }
  const pairs = Object.entries(value).flatMap(([name, item]) =>
    (Array.isArray(item) ? item : [item]).map((one): [string, string] => [name, textOf(one)]),
  )
  if (form === 'urlencoded') {
    const text = new URLSearchParams(pairs).toString()
    return { bytes: Buffer.from(text), contentType: 'application/x-www-form-urlencoded' }
  }
  const { payload, headers } = encodeForm(pairs.map(([name, text]) => ({ name, body: Buffer.from(text) })))
  return { bytes: payload, contentType: headers['content-type'] }
}

/** No bytes at all where there is no value. */
const textOfJson = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : textOfJson(value))

function damageBytes(bytes: Buffer, damage: Damage | undefined, at: number): Buffer {
  const place = Math.floor(at * bytes.length)
  const text = bytes.toString()
  switch (damage) {
    case undefined:
      return bytes
    case 'cut':
      return bytes.subarray(0, place)
    case 'inserted byte':
      return Buffer.concat([bytes.subarray(0, place), Buffer.from([255 * at]), bytes.subarray(place)])
    case 'flipped byte':
      return Buffer.concat([bytes.subarray(0, place), Buffer.from([0xff]), bytes.subarray(place + 1)])
    case 'repeated':
      return Buffer.concat([bytes, bytes])
    case 'empty':
      return Buffer.alloc(0)
    case 'deep array':
      return Buffer.from('['.repeat(Math.ceil(at * 400_000)))
    case 'deep object': {
      const depth = Math.ceil(at * 100_000)
      return Buffer.from(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
    }
    case 'prototype':
      return Buffer.from(text.replace('{', '{"__proto__":{"a":1},"constructor":{"prototype":{}},'))
    case 'huge number':
      return Buffer.from(text.replace(/[0-9]+/, '1e999').replace(/:"[^"]*"/, `:${'9'.repeat(5000)}`))
    case 'byte order mark':
      return Buffer.concat([Buffer.from('\ufeff'), bytes])
    case 'scalar':
      return Buffer.from(['null', '0', '""', 'true', '[]', '{}'][Math.floor(at * 5.99)] ?? '')
    case 'too large':
      return Buffer.concat([bytes, Buffer.alloc(5 * 1024 * 1024 * at, ' ')])
    case 'UTF-16':
      return Buffer.from(text, 'utf16le')
  }
}
