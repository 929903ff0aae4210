import type { CallName } from '../../../contract/addresses.ts'
import type { Json } from '../../../server/openapi/schemaConverter.ts'

/** A JSON Schema, and what else the description has of that shape. */
export type Schema = Record<string, unknown>
type MediaTypes = Record<string, { schema?: Schema }>

export interface DescribedAnswer {
  content?: MediaTypes
  headers?: Record<string, unknown>
}

/** What the description says of one route; references to answers are resolved, those to schemas are not. */
export interface Operation {
  /** Upper case. */
  method: string
  /** With its `{name}` segments. */
  path: string
  operationId: string
  call: CallName
  summary: string
  parameters: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[]
  body: MediaTypes | undefined
  answers: Map<number, DescribedAnswer>
}

export function operationsOf(document: Json): Operation[] {
  const shared = (document.components as { responses: Record<string, DescribedAnswer> }).responses
  return Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, summary, parameters, requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      operationId: operationId as string,
      call: (operationId as string).replace(/Head$/, '') as CallName,
      summary: summary as string,
      parameters: (parameters ?? []) as Operation['parameters'],
      body: (requestBody as { content: MediaTypes } | undefined)?.content,
      answers: new Map(
        Object.entries(responses as Record<string, DescribedAnswer & { $ref?: string }>).map(
          ([status, answer]) => [
            Number(status),
            answer.$ref === undefined ? answer : (shared[answer.$ref.split('/').at(-1) ?? ''] ?? {}),
          ],
        ),
      ),
    })),
  )
}

/** A schema with all that it refers to in it. */
export function schemaWithDefinitions(document: Json, schema: unknown): Schema {
  const { schemas } = document.components as { schemas: Record<string, Schema> }
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...rest } = value as { $ref?: string }
    const own = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, within(item)]))
    if ($ref === undefined) return own
    const referred = within(schemas[$ref.split('/').at(-1) ?? '']) as Schema
    return {
      ...referred,
      ...own,
      ...('properties' in own && { properties: mergedProperties(referred, own) }),
    }
  }
  return within(schema) as Schema
}

const mergedProperties = (a: Schema, b: Schema): Schema => ({
  ...(a.properties as Schema),
  ...(b.properties as Schema),
})
