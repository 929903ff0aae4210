import { assertDefined } from '../../contract/assertDefined.ts'
import { CryptoError, type CryptoErrorCode } from './errors.ts'

/** Bytes that Web Crypto accepts directly: never a view of shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>

export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}

export const totalLength = (parts: readonly Uint8Array[]): number =>
  parts.reduce((sum, { length }) => sum + length, 0)

export function concat(...parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(totalLength(parts))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/** Compares secrets: the time taken depends on the lengths alone. */
export function equalInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (const [i, byte] of a.entries()) difference |= byte ^ assertDefined(b[i])
  return difference === 0
}

export function be32(value: number): Bytes {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

export function be64(value: number): Bytes {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

const encoder = new TextEncoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function utf8(text: string): Bytes {
  return encoder.encode(text)
}

/** @returns null for bytes that are not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return null
  }
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** @throws CryptoError 'bad-format' for anything but pairs of hex digits. */
export function fromHex(text: string): Bytes {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new CryptoError('bad-format')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

/** Characters per call: engines limit the number of arguments. */
const charsPerCall = 0x2000

/** Standard alphabet, padded. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += charsPerCall)
    // Not spread, which would iterate and take six times as long.
    text += String.fromCharCode.apply(null, bytes.subarray(i, i + charsPerCall) as unknown as number[])
  return btoa(text)
}

/** Decodes standard, padded, canonical base64. @throws CryptoError with this code for any other text */
export function fromBase64(text: string, code: CryptoErrorCode = 'bad-format'): Bytes {
  const bytes = tryBase64(text)
  if (!bytes) throw new CryptoError(code)
  return bytes
}

/** Decodes like `fromBase64`. @returns null instead of throwing */
export function tryBase64(text: string): Bytes | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  let binary: string
  try {
    binary = atob(text)
  } catch {
    return null
  }
  // atob() accepts missing padding and non-zero spare bits.
  if (btoa(binary) !== text) return null
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

/** URL-safe alphabet, unpadded. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}

/** Decodes the canonical spelling that `toBase64Url` writes. @returns null for any other */
export function tryBase64Url(text: string): Bytes | null {
  const bytes = tryAnyBase64(text)
  return bytes && toBase64Url(bytes) === text ? bytes : null
}

/** Decodes either alphabet, padded or not, as from a clipboard. @returns null for any other text */
export function tryAnyBase64(text: string): Bytes | null {
  const bare = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  return tryBase64(bare + '='.repeat((4 - (bare.length % 4)) % 4))
}
