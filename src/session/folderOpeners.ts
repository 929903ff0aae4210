import { type FileOpener, importOriginKey, originSecret } from '../crypto/index.ts'
import { getOlderKeys, type UnlockedKey } from './unlockedKey.ts'

/**
 * What opens the files of a folder, and tells their origin: the key in force and those of former pairs that are open,
 * each with the secret of its own.
 */
export const folderOpeners = (folderId: number, key: UnlockedKey): Promise<FileOpener[]> =>
  Promise.all(
    [key, ...getOlderKeys()].map(async ({ privateKey, root }) => ({
      privateKey,
      origin: await importOriginKey(await originSecret(root, String(folderId))),
    })),
  )
