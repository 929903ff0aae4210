import type { Answer } from './state.ts'

/** Which parts the server has. Null for an answer of another shape: the server is not believed. */
export function askedAnswer(said: object): Answer | null {
  const { parts }: { parts?: unknown } = said
  return isIntegers(parts) ? { ok: true, parts } : null
}

const isIntegers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isInteger(one))
