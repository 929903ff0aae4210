import { z } from 'zod'
import type { Call } from '../../contract/call.ts'
import * as errorBody from '../../contract/schemas/errorBody.ts'
import * as fields from '../../contract/schemas/fields.ts'
import { everyCall, modulesByTopic } from './everyCall.ts'

export type Json = Record<string, unknown>

/** Converts a schema of a request ('input') or a response ('output') to JSON Schema. */
export type ConvertSchema = (schema: z.ZodType, io: 'input' | 'output') => Json

const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const bodyName = (call: Call): string => `${capitalize(call.name)}Body`

/** Registry of schema names: exported schemas have the name of their export, bodies that of their call. */
function schemaNames(): z.core.$ZodRegistry<{ id: string }> {
  const names = z.registry<{ id: string }>()
  const addName = (schema: unknown, id: string) => {
    if (schema instanceof z.ZodObject && !names.has(schema)) names.add(schema, { id })
  }
  for (const module of [...Object.values(modulesByTopic), fields, errorBody])
    for (const name of Object.keys(module).sort()) addName(Reflect.get(module, name), capitalize(name))
  for (const call of everyCall) addName(call.body, bodyName(call))
  return names
}

/** Creates a converter that adds named schemas to `components`. Response objects allow additional properties. */
export function schemaConverter(components: Record<string, Json>): ConvertSchema {
  const metadata = schemaNames()
  return (schema, io) => {
    const { properties, $defs } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      metadata,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    })
    const text = JSON.stringify({ $defs, it: properties?.it }).replaceAll('#/$defs/', '#/components/schemas/')
    const { $defs: defs = {}, it } = JSON.parse(text) as { $defs?: Record<string, Json>; it: Json }
    for (const [name, def] of Object.entries(defs)) {
      const known = components[name]
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(def))
        throw new Error(
          `${name} is not the same where it is taken and where it is returned: name two schemas.`,
        )
      components[name] = def
    }
    return it
  }
}
