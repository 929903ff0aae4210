import { type Bytes, concat } from './bytes.ts'

const tags = { integer: 0x02, octets: 0x04, sequence: 0x30, attributes: 0xa0 } as const

/**
 * Imports a private key. Attributes, in which a later version keeps a second key, are cut before: not every platform
 * accepts them. Whoever stores or derives from the key uses the bytes with them.
 * @throws errors of the platform
 */
export async function importPkcs8(
  pkcs8Bytes: Bytes,
  algorithm: { readonly name: string; readonly hash: string },
  extractable: boolean,
  usages: ('decrypt' | 'sign')[],
): Promise<CryptoKey> {
  const plain = withoutAttributes(pkcs8Bytes)
  try {
    return await crypto.subtle.importKey('pkcs8', plain, algorithm, extractable, usages)
  } finally {
    if (plain !== pkcs8Bytes) plain.fill(0)
  }
}

/** PrivateKeyInfo of RFC 5208: version, algorithm and key, then attributes. Returned as it is if it has none. */
function withoutAttributes(bytes: Bytes): Bytes {
  const info = elementAt(bytes, 0, tags.sequence)
  if (info?.end !== bytes.length) return bytes
  let end = info.start
  for (const tag of [tags.integer, tags.sequence, tags.octets]) {
    const element = elementAt(bytes, end, tag)
    if (!element) return bytes
    end = element.end
  }
  if (elementAt(bytes, end, tags.attributes)?.end !== bytes.length) return bytes
  const content = bytes.subarray(info.start, end)
  return concat(Uint8Array.of(tags.sequence, ...derLength(content.length)), content)
}

/** Where the content of a DER element starts and ends; null for another tag or a length beyond the bytes. */
function elementAt(bytes: Bytes, at: number, tag: number): { start: number; end: number } | null {
  const first = bytes[at + 1]
  if (bytes[at] !== tag || first === undefined) return null
  const lengthBytes = first < 0x80 ? 0 : first - 0x80
  // A private key has far less than 16 MiB.
  if (lengthBytes > 3) return null
  const start = at + 2 + lengthBytes
  const length =
    lengthBytes === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0)
  return start + length <= bytes.length ? { start, end: start + length } : null
}

function derLength(length: number): number[] {
  if (length < 0x80) return [length]
  const digits: number[] = []
  for (let left = length; left > 0; left = Math.floor(left / 256)) digits.unshift(left % 256)
  return [0x80 + digits.length, ...digits]
}
