import fc from '../fastCheck.ts'
import { expect, it } from 'vitest'
import type { z } from '../../contract/schemas/zod.ts'
import { everyCall } from '../../server/openapi/everyCall.ts'
import { fromSchema } from '../server/fuzz/schemaArbitrary.ts'

const samplesPerCall = 10

/** Values that the schema takes; most samples that stand for something of a real server are none. */
function validSamples(schema: z.ZodType): unknown[] {
  const arbitrary = fromSchema(schema, false)
  const valid: unknown[] = []
  for (let seed = 1; valid.length < samplesPerCall; seed++)
    valid.push(...fc.sample(arbitrary, { numRuns: 100, seed }).filter((one) => schema.safeParse(one).success))
  return valid
}

/** Adds a member to each object, of which a later server may say more. Empty ones are maps. */
function withLaterMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLaterMembers)
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return value
  const members = Object.entries(value).map(([name, member]) => [name, withLaterMembers(member)])
  return { ...(Object.fromEntries(members) as object), later_member: { of: ['a later version'] } }
}

it.each(everyCall.flatMap(({ name, response }) => (response ? [{ name, response }] : [])))(
  'unknown members of the response of $name are skipped',
  ({ response }) => {
    for (const sample of validSamples(response))
      expect(response.parse(withLaterMembers(sample))).toEqual(response.parse(sample))
  },
)
