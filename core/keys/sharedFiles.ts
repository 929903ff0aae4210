import { addresses } from '../../contract/addresses.ts'
import { isPlaceholder } from '../../contract/fileNames.ts'
import { callUrl } from '../../contract/call.ts'
import type { SharedFile } from '../../contract/schemas/downloads.ts'
import { fault } from '../faults/fault.ts'
import { type LinkFragment, splitLinkKeyString } from '../crypto/index.ts'
import type { SealedFileUrls } from '../open/openJob.ts'
import type { OpenedKey, UnopenedKey } from './keysWorker.ts'
import { type OpenedFile, openedFile, type UnopenedFile } from './openedFile.ts'
import { knownName } from './storedNames.ts'
import { splitAcrossWorkers, type SplitOptions } from './splitAcrossWorkers.ts'

export interface LinkKeys {
  keys: LinkFragment
  /** Key strings by file id, from the server; needed with the link's one key. */
  keyStrings: Readonly<Record<string, string>>
}

export type OpenedSharedFile = OpenedFile<SharedFile>
export type UnopenedSharedFile = UnopenedFile<SharedFile>

interface OpenSharedOptions extends SplitOptions {
  linkToken: string
}

/** Opens files; results are in the order of `files`. @throws the signal's reason */
export async function openSharedFiles(
  files: readonly SharedFile[],
  link: LinkKeys,
  { linkToken, ...options }: OpenSharedOptions,
): Promise<(OpenedSharedFile | UnopenedSharedFile)[]> {
  const keys = new Map((await openKeys(files, link, options)).map((key) => [key.id, key]))
  const urls: SealedFileUrls = {
    fileUrl: callUrl(addresses.downloadSharedFile, { link_token: linkToken, id: '' }),
    bundleUrl: callUrl(addresses.downloadSharedFilesTogether, { link_token: linkToken }),
  }
  return files.map((record) => {
    const key = keys.get(record.id)
    // Links have no paths.
    if (key?.ok) return openedFile(record, key, urls, null)
    return { record, fault: key?.fault ?? missingKeyFault(record) }
  })
}

const missingKeyFault = ({ id, original_filename: name }: SharedFile) =>
  fault('key-not-in-link', { values: { name: knownName(name) ?? String(id) } })

function openKeys(
  files: readonly SharedFile[],
  { keys, keyStrings }: LinkKeys,
  options: SplitOptions,
): Promise<(OpenedKey | UnopenedKey)[]> {
  const metadataOf = ({ id, encryption_iv, manifest, original_filename }: SharedFile) => ({
    id,
    hasPlaceholder: isPlaceholder(original_filename),
    ivB64: encryption_iv,
    manifestB64: manifest,
  })
  if (keys.kind === 'files') {
    const bare = files.flatMap((file) => {
      const rawKey = keys.fileKeys.get(String(file.id))
      return rawKey ? [{ ...metadataOf(file), rawKey }] : []
    })
    return splitAcrossWorkers(bare, (worker, share) => worker.openWithRawKeys(share), options)
  }
  const linked = files.flatMap((file) => {
    const keyString = keyStrings[file.id]
    return keyString === undefined ? [] : [{ ...metadataOf(file), part2B64: part2Of(keyString) }]
  })
  return splitAcrossWorkers(linked, (worker, share) => worker.openLinked(keys.linkMaster, share), options)
}

/** A malformed string is returned as it is: it opens nothing, and its file reports that. */
function part2Of(keyString: string): string {
  try {
    return splitLinkKeyString(keyString).part2B64
  } catch {
    return keyString
  }
}

/** Number of a link's files that the server does not list; a link with one key names none. */
export function countMissingFiles(keys: LinkFragment, files: readonly Pick<SharedFile, 'id'>[]): number {
  if (keys.kind === 'master') return 0
  const offered = new Set(files.map(({ id }) => String(id)))
  return [...keys.fileKeys.keys()].filter((id) => !offered.has(id)).length
}
