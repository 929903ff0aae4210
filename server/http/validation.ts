import { $ZodType, config, util, type $ZodIssue, type $ZodRawIssue } from 'zod/v4/core'
import { z } from '../../contract/schemas/zod.ts'

/** Maximum number of reported issues of a request; lists are not checked any further. */
export const maxIssues = 20

/** Thrown for a value that a schema of the contract refuses. Fastify sets `validationContext` to the part of the request. */
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
    const listIssues: $ZodRawIssue[] = []
    addIssuesInLists(listIssues, schema, value)
    const result = listIssues.length < maxIssues ? runSchema(schema, value) : { value, issues: listIssues }
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

/** Adds issues of list elements, at most `maxIssues`: a schema would validate all elements, which may take a second. */
function addIssuesInLists(
  issues: $ZodRawIssue[],
  schema: unknown,
  value: unknown,
  path: readonly PropertyKey[] = [],
): void {
  const type = unwrapOptional(schema)
  if (type instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(type.shape))
      addIssuesInLists(issues, member, (value as Record<string, unknown>)[name], [...path, name])
  } else if (type instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      if (issues.length >= maxIssues) return
      const countBefore = issues.length
      const elementPath = [...path, index]
      addIssuesInLists(issues, type.element, element, elementPath)
      if (issues.length > countBefore) continue
      for (const issue of runSchema(type.element, element).issues)
        issues.push({ ...issue, path: [...elementPath, ...(issue.path ?? [])] })
    }
  }
}

/** Returns at most `most` paths of members that no object of the schema names. @param ignored names accepted at the top */
export function unknownMemberPaths(
  schema: unknown,
  value: unknown,
  ignored: ReadonlySet<string>,
  maxPaths: number,
) {
  const found: (string | number)[][] = []
  const visit = (type: unknown, part: unknown, path: (string | number)[]): void => {
    if (found.length >= maxPaths || typeof part !== 'object' || part === null) return
    const inner = unwrapOptional(type)
    if (inner instanceof z.ZodObject) {
      for (const [name, member] of Object.entries(part)) {
        if (found.length >= maxPaths) return
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
