import type { Folder } from '../../contract/schemas/folders.ts'
import type { OwnFolder } from '../../core/crypto/index.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { ContactsAlarm } from '../../core/trust/contactsAlarm.ts'
import { type OwnFolderTrust, ownFolderTrust, withOwnFolder } from '../../core/trust/ownFolders.ts'
import { isShared } from '../../core/trust/folderKeyFields.ts'
import type { Trust } from '../../core/trust/trust.ts'
import { type SharedFolderState, useSharedFolder } from './useSharedFolder.ts'
import { requireTrust, type ContactsValue, useContactsValue } from './useContactsValue.ts'

interface FolderTrustState {
  trust: OwnFolderTrust
  /** Stores the folder as shown, after the person has confirmed it. @throws FaultError, ContactsAlarm */
  confirm: () => Promise<void>
}

/** Whether a folder is trusted. Shared folders need no stored title: theirs is signed. */
export function useFolderTrust(folder: Folder): FolderTrustState {
  const shared = useSharedFolder(folder)
  const { contactsValue, replace } = useContactsValue(isShared(folder) ? null : readOwn)
  const trust = shared.type === 'personal' ? ownTrustOf(contactsValue, folder) : sharedFolderTrust(shared)
  return {
    trust,
    confirm: async () => {
      // Proofs are shown, so the secret link was given out, as by another program.
      const change = withOwnFolder(folder, { secret: trust.type === 'unknown' })
      replace((await requireTrust(contactsValue).contacts.change(change)).own)
    },
  }
}

const readOwn = async ({ contacts }: Trust): Promise<readonly OwnFolder[]> => (await contacts.load()).own

function ownTrustOf(own: ContactsValue<readonly OwnFolder[]>, folder: Folder): OwnFolderTrust {
  if (own.type === 'known') return ownFolderTrust(own.value, folder)
  if (own.type === 'unknown') return { type: 'unread' }
  // Without contacts nothing is known about the origin of files.
  if (own.error instanceof ContactsAlarm) return { type: 'unbelieved' }
  return { type: faultOf(own.error).code === 'newer-version' ? 'newer' : 'unread' }
}

/** Proofs of origin count only if the trust is 'known'. */
export function sharedFolderTrust(shared: SharedFolderState): OwnFolderTrust {
  if (shared.type === 'open') return { type: shared.folder.trust.type === 'trusted' ? 'known' : 'untrusted' }
  // An alarm elsewhere on the page says why.
  return { type: shared.type === 'failed' ? 'untrusted' : 'unread' }
}
