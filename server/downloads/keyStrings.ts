import { openKeyString, protectedKeyString } from '../../contract/schemas/downloads.ts'
import { maxFilesPerLink } from '../../contract/limits.ts'
import type { LinkedFile } from '../db/links/downloadLinks.ts'
import type { DownloadLinkRow } from '../db/schema.ts'
import { invalidField } from '../http/errors.ts'
import { exceededBound } from '../../contract/jsonBounds.ts'

/** Keys of a link as stored: part 1 once, part 2 by file id (core/crypto/FORMAT.md, 6). */
export interface LinkKeys {
  sealedMaster: string | null
  sealedKeys: Map<number, string>
}

/** Parses `reencrypted_keys_json`, or another such member. @throws HttpError 422 unless it has exactly one key for each of `fileIds` */
export function splitKeyStrings(json: string, fileIds: readonly number[], isProtected: boolean): LinkKeys {
  const keyStrings = new Map(Object.entries(parseMap(json)))
  const sealedKeys = new Map<number, string>()
  let sealedMaster: string | null = null
  for (const id of fileIds) {
    const keyString = keyStrings.get(String(id))
    if (keyString === undefined) throw invalidKeys('The key of a file is missing.')
    const pattern = isProtected ? protectedKeyString : openKeyString
    const { part1, part2 } = pattern.exec(typeof keyString === 'string' ? keyString : '')?.groups ?? {}
    if (part2 === undefined) throw invalidKeys('A key does not have the form that this kind of link needs.')
    sealedMaster ??= part1 ?? null
    if (sealedMaster !== (part1 ?? null)) throw invalidKeys('The first part of all keys must be the same.')
    sealedKeys.set(id, part2)
  }
  if (keyStrings.size > sealedKeys.size)
    throw invalidKeys('There is a key for a file that is not in the list.')
  return { sealedMaster, sealedKeys }
}

/** Creates the `reencrypted_keys` of a link. */
export function joinKeyStrings(
  { sealed_master }: Pick<DownloadLinkRow, 'sealed_master'>,
  files: readonly Pick<LinkedFile, 'id' | 'sealed_key'>[],
): Record<string, string> {
  const part1 = sealed_master === null ? '' : `${sealed_master}:`
  return Object.fromEntries(files.map((file) => [file.id, part1 + file.sealed_key]))
}

function parseMap(json: string): Record<string, unknown> {
  // A map of texts: keys and values each count as values.
  const bound = exceededBound(Buffer.from(json), { depth: 1, values: 1 + maxFilesPerLink })
  if (bound === 'depth') throw invalidKeys('Not a map of file ids to keys.')
  if (bound === 'values') throw invalidKeys('There is a key for a file that is not in the list.')
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw invalidKeys('Not JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidKeys('Not a map of file ids to keys.')
  }
  return value as Record<string, unknown>
}

const invalidKeys = (msg: string) => invalidField('reencrypted_keys_json', msg)
