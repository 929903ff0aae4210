import { tryAnyBase64, toBase64 } from './bytes.ts'
import { CryptoError } from './errors.ts'
import type { FileKeyBytes } from './fileKey.ts'
import { asLinkMaster, type LinkMaster } from './linkKeys.ts'
import { aesKeyBytes } from './primitives.ts'

const masterId = '*'

export type LinkFragment =
  | { kind: 'files'; fileKeys: ReadonlyMap<string, FileKeyBytes> }
  | { kind: 'master'; linkMaster: LinkMaster }

/** Text after '#' of a link without a password. */
export const masterFragment = (linkMaster: LinkMaster): string => `${masterId}:${toBase64(linkMaster)}`

/**
 * Parses the raw text, with or without '#', also if '#' is '%23' or all of it is percent-encoded. Pairs that
 * are not keys are skipped: the other files of a damaged link stay readable.
 * @throws CryptoError 'link-keys-missing' for an empty fragment, 'no-link-keys' if no pair is a key
 */
export function parseLinkFragment(rawFragment: string): LinkFragment {
  const text = percentDecoded(rawFragment).replace(/^#+/, '').trim()
  if (text === '') throw new CryptoError('link-keys-missing')

  const fileKeys = new Map<string, FileKeyBytes>()
  for (const pair of text.split(',')) {
    const [, id, keyB64] = /^\s*([^:\s]+):(\S+)\s*$/.exec(pair) ?? []
    const key = keyB64 === undefined ? null : tryAnyBase64(keyB64)
    if (id === undefined || key?.length !== aesKeyBytes) continue
    if (id === masterId) return { kind: 'master', linkMaster: asLinkMaster(key) }
    fileKeys.set(id, key as FileKeyBytes)
  }
  if (fileKeys.size === 0) throw new CryptoError('no-link-keys')
  return { kind: 'files', fileKeys }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
