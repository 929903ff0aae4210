import { z } from 'zod'
import type { Call } from '../../contract/call.ts'
import * as errorBody from '../../contract/schemas/errorBody.ts'
import * as fields from '../../contract/schemas/fields.ts'
import { everyCall, modules } from './everyCall.ts'

export type Json = Record<string, unknown>

/** Converts a schema of a request ('input') or a response ('output') to JSON Schema. */
export type Convert = (schema: z.ZodType, io: 'input' | 'output') => Json

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const bodyName = (call: Call): string => `${capital(call.name)}Body`

/** Registry of names: exported schemas have the name of their export, bodies that of their call. */
function named(): z.core.$ZodRegistry<{ id: string }> {
  const names = z.registry<{ id: string }>()
  const put = (schema: unknown, id: string) => {
    if (schema instanceof z.ZodObject && !names.has(schema)) names.add(schema, { id })
  }
  for (const module of [...Object.values(modules), fields, errorBody])
    for (const name of Object.keys(module).sort()) put(Reflect.get(module, name), capital(name))
  for (const call of everyCall) put(call.body, bodyName(call))
  return names
}

/** Creates a converter that adds named schemas to `components`. Response objects allow additional properties. */
export function schemaConverter(components: Record<string, Json>): Convert {
  const metadata = named()
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
