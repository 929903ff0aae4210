import { $ZodType, config, util, type $ZodIssue, type $ZodRawIssue } from 'zod/v4/core'
import { z } from '../../contract/schemas/zod.ts'

/** Maximum number of reported issues of a request; lists are not checked any further. */
export const maxIssues = 20

/** Value refused by a schema of the contract. Fastify sets `validationContext` to the part of the request. */
export class InvalidRequestError extends Error {
  readonly issues: readonly $ZodIssue[]
  validationContext: string | undefined

  constructor(issues: readonly $ZodIssue[]) {
    super(issues[0]?.message ?? 'Invalid request')
    this.issues = issues
  }
}

export const validatorCompiler =
  ({ schema }: { schema: unknown }) =>
  (value: unknown): { value: unknown } | { error: InvalidRequestError } => {
    if (!(schema instanceof $ZodType)) throw new Error('The contract has schemas of zod alone.')
    const inLists: $ZodRawIssue[] = []
    addIssuesInLists(inLists, schema, value)
    const result = inLists.length < maxIssues ? runSchema(schema, value) : { value, issues: inLists }
    if (result.issues.length === 0) return { value: result.value }
    const issues = result.issues.slice(0, maxIssues)
    return {
      error: new InvalidRequestError(issues.map((issue) => util.finalizeIssue(issue, undefined, config()))),
    }
  }

function runSchema(schema: $ZodType, value: unknown): { value: unknown; issues: $ZodRawIssue[] } {
  const result = schema._zod.run({ value, issues: [] }, { async: false })
  if (result instanceof Promise) throw new Error('No schema of the contract waits for anything.')
  return result
}

/** Adds issues of list elements until there are enough: a schema would validate all of them, for a second. */
function addIssuesInLists(
  found: $ZodRawIssue[],
  schema: unknown,
  value: unknown,
  path: readonly PropertyKey[] = [],
): void {
  const type = unwrapOptional(schema)
  if (type instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(type.shape))
      addIssuesInLists(found, member, (value as Record<string, unknown>)[name], [...path, name])
  } else if (type instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      if (found.length >= maxIssues) return
      const before = found.length
      const place = [...path, index]
      addIssuesInLists(found, type.element, element, place)
      if (found.length > before) continue
      for (const issue of runSchema(type.element, element).issues)
        found.push({ ...issue, path: [...place, ...(issue.path ?? [])] })
    }
  }
}

/** Returns at most `most` paths of members that no object of the schema names. @param ignored names accepted at the top */
export function unknownMemberPaths(
  schema: unknown,
  value: unknown,
  ignored: ReadonlySet<string>,
  most: number,
) {
  const found: (string | number)[][] = []
  const visit = (type: unknown, part: unknown, path: (string | number)[]): void => {
    if (found.length >= most || typeof part !== 'object' || part === null) return
    const inner = unwrapOptional(type)
    if (inner instanceof z.ZodObject) {
      for (const [name, member] of Object.entries(part)) {
        if (found.length >= most) return
        if (Object.hasOwn(inner.shape, name)) visit(inner.shape[name], member, [...path, name])
        else if (path.length > 0 || !ignored.has(name)) found.push([...path, name])
      }
    } else if (inner instanceof z.ZodArray && Array.isArray(part)) {
      for (const [index, element] of part.entries()) visit(inner.element, element, [...path, index])
    }
  }
  visit(schema, value, [])
  return found
}

/** Unwraps the type of a field that is optional, nullable, or has a default. */
export function unwrapOptional(type: unknown): unknown {
  let inner = type
  while (isWrapper(inner)) inner = inner.unwrap()
  return inner
}

export const isWrapper = (type: unknown) =>
  type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault
