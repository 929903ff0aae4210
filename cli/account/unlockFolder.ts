import type { Folder } from '../../contract/schemas/folders.ts'
import type { PersonalKey } from '../../core/crypto/index.ts'
import type { Context } from '../context.ts'
import type { AccountClient } from './accountClient.ts'
import type { FileAcceptanceOptions } from './fileAcceptanceOptions.ts'
import { type OpenedFolder, openFolder, rememberFolders } from './openFolder.ts'
import {
  type KnownFiles,
  localFailedWraps,
  localKnownFiles,
  localTrustRecords,
  pinKey,
  type PinKeyOptions,
} from './trustRecords.ts'

export interface UnlockedFolder {
  readonly folder: Folder
  readonly opened: OpenedFolder
  readonly knownFiles: KnownFiles
}

type UnlockOptions = PinKeyOptions & Pick<FileAcceptanceOptions, 'pinnedLink' | 'triesAllKeys'>

/**
 * Opens a folder by a private key. Both are compared with what this machine knows of them, and its warnings reported.
 * @throws CommandError, FaultError
 */
export async function unlockFolder(
  context: Context,
  key: PersonalKey,
  { calls, retry }: AccountClient,
  options: UnlockOptions,
): Promise<UnlockedFolder> {
  const { env, report } = context
  const { folder: address, pinnedLink, isDry } = options
  const { knownFolders, memory } = localTrustRecords(env, isDry)
  await pinKey(context, options, knownFolders, key)
  const failedGrants = localFailedWraps(env, { keyId: key.fingerprint, folderId: address.id }, options)
  const ports = { address, calls, memory, pinnedLink, failedGrants }
  const folder = await calls.getFolder(address.id)
  await knownFolders.checkOrStoreKind(address, folder.several?.folder ?? null)
  await rememberFolders(folder, key, retry, ports)
  const opened = await openFolder(folder, key, ports)
  for (const message of opened.warnings) report.emit({ event: 'warning', message })
  return { folder, opened, knownFiles: localKnownFiles(env, opened, options) }
}
