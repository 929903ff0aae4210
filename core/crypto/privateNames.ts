import { type Bytes, concat, toHex, utf8 } from './bytes.ts'
import type { FileKeyBytes } from './fileKey.ts'
import type { Manifest } from './manifestFields.ts'
import { hkdf, hmac, sha256 } from './primitives.ts'

/** FORMAT.md, 21: what the server is told instead of a file's name, path and SHA-256. */
const privateLabel = 'sealpost/1/private'
const placeholderLabel = 'sealpost/1/placeholder'
const wireHashLabel = 'sealpost/1/wire-hash'
const namesKeyBytes = 32
const placeholderBytes = 16

/** Name, path and SHA-256 of a file as its row on the server has them. */
export interface RowNames {
  readonly name: string
  readonly path: string
  readonly sha256: string
}

/** What the row commits to. */
type HiddenFields = Pick<Manifest, 'name' | 'path' | 'size' | 'sha256'>

/** hk: proves to whoever has it that a row is of a name, a path, a size and a SHA-256. It opens nothing. */
export const deriveNamesKey = (rawKey: FileKeyBytes, iv: Bytes): Promise<Bytes> =>
  hkdf(rawKey, iv, privateLabel, namesKeyBytes)

/** The placeholder p, 39 characters. @param commitment kc */
export async function placeholderName(commitment: Bytes): Promise<string> {
  const digest = await sha256(concat(utf8(placeholderLabel), Uint8Array.of(0), commitment))
  return `sealed-${toHex(digest.subarray(0, placeholderBytes))}`
}

/** The row of a file whose names the server does not learn. @param namesKey of `deriveNamesKey` @param commitment kc */
export async function hiddenRow(
  namesKey: Bytes,
  commitment: Bytes,
  { name, path, size, sha256: digest }: HiddenFields,
): Promise<RowNames> {
  const text = JSON.stringify({ v: 1, name, path, size, sha256: digest })
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', namesKey, algorithm, false, ['sign'])
  const mac = await hmac(key, concat(utf8(wireHashLabel), Uint8Array.of(0), utf8(text)))
  return { name: await placeholderName(commitment), path: '.', sha256: toHex(mac) }
}

/**
 * What the row of an opened manifest says of its names:
 * - 'hidden': the server does not know them
 * - 'renamed': it has a placeholder now, but was sent the names
 * - 'open': it knows them
 * - 'altered': it shows something else for names that were hidden from it
 */
export type NamesVerdict = 'hidden' | 'renamed' | 'open' | 'altered'

/**
 * Judges a row. Only the sealed `private` says whether names were hidden, never the shape of a name.
 * @param hidden `hiddenRow` of the file @param shown its row; without a path, in lists that have none
 */
export function namesVerdict(
  { private: isPrivate }: Pick<Manifest, 'private'>,
  hidden: RowNames,
  shown: Omit<RowNames, 'path'> & { readonly path?: string | undefined },
): NamesVerdict {
  const isHidden =
    shown.name === hidden.name &&
    (shown.path ?? hidden.path) === hidden.path &&
    shown.sha256.toLowerCase() === hidden.sha256
  if (isPrivate === undefined) return isHidden ? 'renamed' : 'open'
  return isHidden ? 'hidden' : 'altered'
}
