import fc from '../../fastCheck.ts'
import { z } from 'zod'
import { canary, Placeholder, type PlaceholderValues } from './world.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

const anyOf = (values: readonly unknown[]) => fc.constantFrom(...values)

/** What no field expects. */
export const oddText = fc.oneof(
  anyOf([
    '',
    ' ',
    '\0',
    'a\0b',
    '\r\nset-cookie: a=b',
    '\ud800',
    '\udfff\ud800',
    '\u202e\u200b\ufeff',
    'ﷺ'.repeat(50),
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    "' or 1=1 --",
    '%00',
    '{{7*7}}',
    '0x10',
    '1e3',
    '-1',
    'NaN',
    '9'.repeat(400),
    'null',
    'true',
    '[]',
    '2024-02-30T25:61:61Z',
    '+275760-09-13T00:00:00.001Z',
    'a@b',
    `"${'a'.repeat(250)}"@example.org`,
    'ünï@exämple.org',
    canary,
  ]) as fc.Arbitrary<string>,
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  fc.integer({ min: 1, max: 200_000 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 1, max: 30_000 }).map((length) => '\u{1f4a9}'.repeat(length)),
)

const oddValue = fc.oneof(
  { weight: 2, arbitrary: oddText },
  {
    weight: 2,
    arbitrary: anyOf([
      null,
      true,
      false,
      0,
      -0,
      -1,
      0.5,
      1e308,
      -1e308,
      5e-324,
      2 ** 31,
      2 ** 53,
      2 ** 63,
      2 ** 64,
      [],
      {},
      [[]],
      [null],
      { length: 1e9 },
      { toString: 1 },
      { then: 1 },
    ]),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.array(fc.constant(canary), { minLength: 1001, maxLength: 3000 }) },
)

/** What a field of this name may hold so that the call comes far. */
const placeholdersByField: Record<string, readonly (keyof PlaceholderValues)[]> = {
  username: ['username'],
  password: ['secret', 'linkVerifier'],
  current_password: ['secret'],
  old_password: ['secret'],
  new_password: ['secret'],
  link_password: ['folderPassword'],
  salt: ['salt'],
  kdfSalt: ['salt'],
  kdfIterations: ['iterations'],
  encryptedPrivateKey: ['sealedKey'],
  'allowed_emails[]': ['email'],
  public_key_spki: ['publicKey'],
  email: ['email'],
  uploader_email: ['email'],
  file_ids: ['fileIds'],
}

/** Values that the schema takes and, when `odd`, values that it does not take here and there. */
export function fromSchema(schema: z.ZodType, odd: boolean): fc.Arbitrary<unknown> {
  return fromJsonSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), odd)
}

/** The same of a schema without references. */
export const fromJsonSchema = (schema: JsonSchema, odd: boolean): fc.Arbitrary<unknown> =>
  fieldArbitrary(schema, '', odd)

function fieldArbitrary(schema: JsonSchema, name: string, odd: boolean): fc.Arbitrary<unknown> {
  const reals = (placeholdersByField[name] ?? []).map((real) => new Placeholder(real))
  const good = plainArbitrary(schema, name, odd)
  return fc.oneof(
    { weight: 4, arbitrary: good },
    ...(reals.length > 0 ? [{ weight: 8, arbitrary: fc.constantFrom<unknown>(...reals) }] : []),
    ...(odd && name !== '' ? [{ weight: 2, arbitrary: oddValue }] : []),
  )
}

function plainArbitrary(schema: JsonSchema, name: string, odd: boolean): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return anyOf(schema.enum)
  if (schema.anyOf) {
    return fc.oneof(...schema.anyOf.map((branch) => fieldArbitrary(branch, name, odd)))
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return fc.oneof(...types.map((type) => typeArbitrary(type, schema, name, odd)))
}

function typeArbitrary(
  type: string | undefined,
  schema: JsonSchema,
  name: string,
  odd: boolean,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => [
        key,
        fieldArbitrary(field as JsonSchema, key, odd),
      ])
      const shape = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>
      return fc.record(shape, { requiredKeys: odd && name === '' ? [] : (schema.required ?? []) })
    }
    case 'array':
      return fc.array(fieldArbitrary(schema.items as JsonSchema, `${name}[]`, odd), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      })
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.max(schema.minimum ?? 1, Number.MIN_SAFE_INTEGER),
        max: Math.min(schema.maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textArbitrary(schema)
    default:
      return oddValue
  }
}

function textArbitrary({
  format,
  pattern,
  minLength = 0,
  maxLength = 50,
}: JsonSchema): fc.Arbitrary<unknown> {
  if (format === 'date-time') {
    const max = new Date('2100-01-01')
    return fc.date({ noInvalidDate: true, max }).map((date) => date.toISOString())
  }
  if (pattern !== undefined) return matchingArbitrary(pattern, maxLength)
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 50)) })
}

const patternArbitraries = new Map<string, fc.Arbitrary<string>>()
/** Each is made once: that of a long pattern takes a tenth of a second. */
function matchingArbitrary(pattern: string, maxLength: number): fc.Arbitrary<string> {
  const key = `${maxLength} ${pattern}`
  const arbitrary = patternArbitraries.get(key) ?? fc.stringMatching(new RegExp(pattern), { maxLength })
  patternArbitraries.set(key, arbitrary)
  return arbitrary
}
