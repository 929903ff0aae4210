import { assertDefined } from '../../contract/assertDefined.ts'
import { type Bytes, fromBase64, randomBytes, toBase64 } from './bytes.ts'
import { openBox, sealBox } from './committedBox.ts'
import { CryptoError } from './errors.ts'
import { asFileKeyBytes, type FileKeyBytes } from './fileKey.ts'
import type { StretchedLinkPassword } from './password.ts'
import { aesKeyBytes, hkdf } from './primitives.ts'

/** FORMAT.md, 6: the keys of a download link. */
const linkFileLabel = 'sealpost/1/link-file '
const fileIvLabel = 'sealpost/1/iv file'
const linkIvLabel = 'sealpost/1/iv link'

declare const linkMasterBrand: unique symbol
/** LM, the 32 secret bytes of one link, which open all its files. */
export type LinkMaster = Bytes & { readonly [linkMasterBrand]: true }

export const generateLinkMaster = (): LinkMaster => asLinkMaster(randomBytes(aesKeyBytes))

/** @throws CryptoError 'bad-key' unless there are exactly 32 bytes. */
export function asLinkMaster(bytes: Bytes): LinkMaster {
  if (bytes.length !== aesKeyBytes) throw new CryptoError('bad-key')
  return bytes as LinkMaster
}

/** Returns part1 in base64, which all files of a link share: the password is stretched once. */
export async function sealLinkMaster(
  password: StretchedLinkPassword,
  linkMaster: LinkMaster,
): Promise<string> {
  return toBase64(await sealBox(password.wrapKey, password.salt, linkIvLabel, linkMaster))
}

/** @throws CryptoError 'bad-key' if part1 is not base64, 'wrong-password' if sealed with another password */
export async function openLinkMaster(password: StretchedLinkPassword, part1B64: string): Promise<LinkMaster> {
  const box = fromBase64(part1B64, 'bad-key')
  const linkMaster = await openBox(password.wrapKey, password.salt, linkIvLabel, box)
  if (!linkMaster) throw new CryptoError('wrong-password')
  return asLinkMaster(linkMaster)
}

/**
 * Opens the link master with the first of a link's key strings, which all begin with the same part1.
 * @throws CryptoError 'bad-key' for a malformed key string; otherwise as `openLinkMaster`
 */
export async function openLinkMasterOf(
  password: StretchedLinkPassword,
  keyStrings: Readonly<Record<string, string>>,
): Promise<LinkMaster> {
  const [first = ''] = Object.values(keyStrings)
  return openLinkMaster(password, splitLinkKeyString(first).part1B64 ?? '')
}

/** Returns part2 in base64, which is bound to this file of this link. */
export async function sealLinkFileKey(
  linkMaster: LinkMaster,
  fileId: string | number,
  rawKey: FileKeyBytes,
): Promise<string> {
  return toBase64(await sealBox(await linkFileKey(linkMaster, fileId), null, fileIvLabel, rawKey))
}

/** @throws CryptoError 'bad-key' if part2 is not base64, 'wrong-key' if it belongs to another file or link */
export async function openLinkFileKey(
  linkMaster: LinkMaster,
  fileId: string | number,
  part2B64: string,
): Promise<FileKeyBytes> {
  const box = fromBase64(part2B64, 'bad-key')
  const rawKey = await openBox(await linkFileKey(linkMaster, fileId), null, fileIvLabel, box)
  if (!rawKey) throw new CryptoError('wrong-key')
  return asFileKeyBytes(rawKey)
}

function linkFileKey(linkMaster: LinkMaster, fileId: string | number): Promise<Bytes> {
  return hkdf(linkMaster, null, linkFileLabel + String(fileId), aesKeyBytes)
}

/** A key string of `reencrypted_keys`: 'part1:part2' with a password, 'part2' without (part1B64 null). */
interface LinkKeyString {
  part1B64: string | null
  part2B64: string
}

export function joinLinkKeyString({ part1B64, part2B64 }: LinkKeyString): string {
  return part1B64 === null ? part2B64 : `${part1B64}:${part2B64}`
}

/** @throws CryptoError 'bad-key' for more than two parts or an empty one. */
export function splitLinkKeyString(keyString: string): LinkKeyString {
  const parts = keyString.split(':')
  const part2B64 = assertDefined(parts.pop())
  const part1B64 = parts.pop() ?? null
  if (parts.length > 0 || part1B64 === '' || part2B64 === '') throw new CryptoError('bad-key')
  return { part1B64, part2B64 }
}
