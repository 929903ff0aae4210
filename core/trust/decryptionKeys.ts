import { type DecryptionKey, importOriginKey, originSecret, type PersonalKey } from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'
import type { SharedFolder } from './openFolder.ts'

/** Of a folder of one person: the key in force first, then those of former pairs that are open. */
export const ownDecryptionKeys = (
  folderId: number,
  keys: readonly Pick<PersonalKey, 'privateKey' | 'root'>[],
): Promise<DecryptionKey[]> =>
  Promise.all(
    keys.map(async ({ privateKey, root }) => ({
      privateKey,
      origin: await importOriginKey(await originSecret(root, String(folderId))),
    })),
  )

/** Of a folder of several people: its own keys of every generation. @throws FaultError 'folder-not-trusted' behind an alarm */
export const sharedDecryptionKeys = ({
  standing,
  folder,
  generations,
  since,
}: Pick<SharedFolder, 'standing' | 'folder' | 'generations' | 'since'>): Promise<DecryptionKey[]> => {
  if (standing.type === 'alarm') throw new FaultError(fault('folder-not-trusted'))
  return Promise.all(
    generations.map(async ({ gen, privateKey, ownerSecret }) => {
      const replacedAt = since.get(gen + 1)
      return {
        privateKey,
        origin: await importOriginKey(await originSecret(ownerSecret, folder)),
        ...(replacedAt !== undefined && { replacedAt }),
      }
    }),
  )
}
