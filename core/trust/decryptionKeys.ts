import {
  type DecryptionKey,
  fingerprint,
  fromBase64,
  importOriginKey,
  originSecret,
  type PersonalKey,
} from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'
import type { SharedFolder } from './openSharedFolder.ts'

/** @param keys the current one, then the unlocked former ones */
export const ownDecryptionKeys = (
  folderId: number,
  keys: readonly Pick<PersonalKey, 'privateKey' | 'root' | 'fingerprint'>[],
): Promise<DecryptionKey[]> =>
  Promise.all(
    keys.map(async ({ privateKey, root, fingerprint }) => ({
      ...{ privateKey, fingerprint },
      origin: await importOriginKey(await originSecret(root, String(folderId))),
    })),
  )

/** Keys of all generations. @throws FaultError 'folder-not-trusted' */
export const sharedDecryptionKeys = ({
  trust,
  folder,
  generations,
  since,
}: Pick<SharedFolder, 'trust' | 'folder' | 'generations' | 'since'>): Promise<DecryptionKey[]> => {
  if (trust.type === 'alarm') throw new FaultError(fault('folder-not-trusted'))
  return Promise.all(
    generations.map(async ({ gen, privateKey, publicKeySpki, ownerSecret }) => {
      const replacedAt = since.get(gen + 1)
      return {
        privateKey,
        fingerprint: (await fingerprint(fromBase64(publicKeySpki))).b64u,
        origin: await importOriginKey(await originSecret(ownerSecret, folder)),
        ...(replacedAt !== undefined && { replacedAt }),
      }
    }),
  )
}
