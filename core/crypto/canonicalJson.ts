import { parseJsonObject } from '../../contract/parseJsonObject.ts'
import { type Bytes, fromUtf8, utf8 } from './bytes.ts'
import { CryptoError } from './errors.ts'

/**
 * Signed or sealed JSON has one canonical spelling: `JSON.stringify` of an object with its members in a fixed
 * order. So it cannot contain unknown members, or any that readers and writers interpret differently.
 */
export type JsonObject = Readonly<Record<string, unknown>>

export const canonicalJson = (object: JsonObject): Bytes => utf8(JSON.stringify(object))

/**
 * @param read checks every type and returns the known members in order; null for an object that breaks a rule
 * @throws CryptoError 'bad-format' if the bytes are not `canonicalJson` of what `read` returns
 */
export function readCanonicalJson<T extends JsonObject>(
  bytes: Bytes,
  read: (members: JsonObject) => T | null,
): T {
  const text = fromUtf8(bytes)
  const object = text === null ? null : read(parseJsonObject(text))
  if (object === null || JSON.stringify(object) !== text) throw new CryptoError('bad-format')
  return object
}
