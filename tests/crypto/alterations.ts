import type { Bytes } from '../../src/crypto/index.ts'

export function withBitFlipped(bytes: Bytes, bit: number): Bytes {
  const altered = bytes.slice()
  altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return altered
}

/** 'code: error' of what the promise was rejected with, as the user's page would see it. */
export function failureOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no failure',
    (error: unknown) =>
      error instanceof Error && 'code' in error ? `${String(error.code)}: ${error.message}` : String(error),
  )
}
