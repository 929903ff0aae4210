import { type Bytes, fromUtf8, utf8 } from './bytes.ts'
import { CryptoError } from './errors.ts'

/**
 * JSON that is signed or sealed has one spelling: `JSON.stringify` of an object with its members in a fixed order.
 * What a reader does not know, or would read in another way than its writer, cannot hide in it.
 */
export type JsonObject = Readonly<Record<string, unknown>>

export const canonicalJson = (object: JsonObject): Bytes => utf8(JSON.stringify(object))

/**
 * @param read checks every type, and gives the object back with the members it knows, in their order; null for an
 *   object that breaks a rule
 * @throws CryptoError 'bad-format' for any other spelling than `canonicalJson` of what `read` gives
 */
export function readCanonicalJson<T extends JsonObject>(
  bytes: Bytes,
  read: (members: JsonObject) => T | null,
): T {
  const text = fromUtf8(bytes)
  const object = text === null ? null : read(parsedObject(text))
  if (object === null || JSON.stringify(object) !== text) throw new CryptoError('bad-format')
  return object
}

function parsedObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as JsonObject) : {}
  } catch {
    return {}
  }
}
