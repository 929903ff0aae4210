import type { PersonalKey } from '../../core/crypto/index.ts'
import type { FolderTags } from '../../core/keys/sentTo.ts'
import { readDeviceLinks } from '../../core/trust/deviceLinks.ts'
import type { Context } from '../context.ts'
import { stateDirectory } from '../platform/stateDirectory.ts'
import type { FolderAddress } from './folderAddress.ts'
import { FailedWraps } from './failedWraps.ts'
import { KnownFolders } from './knownFolders.ts'
import type { OpenedFolder } from './openFolder.ts'
import { SeenFilesFile } from './seenFilesFile.ts'
import { dryRunMemory, ownerWithoutKey, trustFileMemory } from './trustFileMemory.ts'

/** Returns this machine's records of a user's folders and their people. @param isDry writes nothing */
export function localTrustRecords(env: Context['env'], isDry: boolean) {
  const memory = trustFileMemory(stateDirectory('trust', env))
  return {
    knownFolders: new KnownFolders(stateDirectory('folders', env), isDry),
    memory: isDry ? dryRunMemory(memory) : memory,
  }
}

/**
 * Reads the folder links of one server that this machine has seen: those of all keys that opened a folder here, and those
 * of folders that were made without the key.
 */
export async function readLinksOn(
  origin: string,
  { knownFolders, memory }: Pick<ReturnType<typeof localTrustRecords>, 'knownFolders' | 'memory'>,
): Promise<FolderTags[]> {
  const owners = [ownerWithoutKey(origin), ...(await knownFolders.fingerprintsOn(origin))]
  return (await Promise.all(owners.map((owner) => readDeviceLinks(memory, owner)))).flat()
}

/** The memory of files that this machine has seen in a person's own folders. */
export const localSeenFiles = (env: Context['env'], fingerprint: string, isDry: boolean): SeenFilesFile =>
  new SeenFilesFile(stateDirectory('seen', env), fingerprint, isDry)

/** Files that were seen in a folder; null for a folder of several people, and for one that was never opened here. */
export async function localSeenFilesOf(
  env: Context['env'],
  folder: FolderAddress,
  isDry: boolean,
): Promise<SeenFilesFile | null> {
  const fingerprint = await localTrustRecords(env, true).knownFolders.fingerprintOf(folder)
  return fingerprint === null ? null : localSeenFiles(env, fingerprint, isDry)
}

/** What this machine knows of the files of a folder. */
export interface KnownFiles {
  /** Counts the keys that did not open. */
  readonly failedWraps: FailedWraps
  /** Null for a folder of several people. */
  readonly seenFiles: SeenFilesFile | null
}

interface KnownFilesOptions {
  /** Writes nothing. */
  readonly isDry: boolean
  readonly triesAllKeys: boolean
}

export const localKnownFiles = (
  env: Context['env'],
  { id, keyId, isShared }: Pick<OpenedFolder, 'id' | 'keyId' | 'isShared'>,
  options: KnownFilesOptions,
): KnownFiles => ({
  failedWraps: localFailedWraps(env, { keyId, folderId: id }, options),
  seenFiles: isShared ? null : localSeenFiles(env, keyId, options.isDry),
})

/** Counts failures of a key in a folder. @param counterKey its `keyId` may stand for the keys of a folder of several people */
export const localFailedWraps = (
  env: Context['env'],
  counterKey: { readonly keyId: string; readonly folderId: number },
  { isDry, triesAllKeys }: KnownFilesOptions,
): FailedWraps =>
  new FailedWraps({
    ...{ directory: stateDirectory('unopened', env), ...counterKey, isDry },
    ...{ isUnlimited: triesAllKeys, now: Date.now },
  })

export interface PinKeyOptions {
  readonly folder: FolderAddress
  /** Words of a new key to trust from now on. */
  readonly acceptKey: string | undefined
  /** Writes nothing. */
  readonly isDry: boolean
}

/**
 * Compares the open key with the one recorded for the folder. A first key is recorded, and its words are reported unless
 * another folder of the server has it; one named by `acceptKey` replaces the recorded one.
 * @throws CommandError 'refused' for any other
 */
export async function pinKey(
  { report }: Pick<Context, 'report'>,
  { folder, acceptKey, isDry }: PinKeyOptions,
  knownFolders: KnownFolders,
  key: Pick<PersonalKey, 'fingerprint' | 'fingerprintWords'>,
): Promise<void> {
  const isKnown = (await knownFolders.fingerprintsOn(folder.origin)).has(key.fingerprint)
  if (!(await knownFolders.checkOrStoreKey(folder, key, acceptKey)) || isDry || isKnown) return
  report.emit({
    event: 'note',
    message: `Your private key is open. Compare its words once with those in your profile. From now on any other key is refused: ${key.fingerprintWords.join(' ')}`,
  })
}
