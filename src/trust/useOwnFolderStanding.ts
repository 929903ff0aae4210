import type { Folder } from '../../contract/schemas/folders.ts'
import type { OwnFolder } from '../../core/crypto/index.ts'
import { ContactsAlarm } from '../../core/trust/contactsAlarm.ts'
import { type OwnFolderStanding, ownStanding, withOwn } from '../../core/trust/ownFolders.ts'
import { isShared } from '../../core/trust/sharedFolder.ts'
import type { Trust } from '../../core/trust/trust.ts'
import { type SharedFolderState, useSharedFolder } from './useSharedFolder.ts'
import { requireTrust, type Trusted, useTrusted } from './useTrusted.ts'

interface StandingOfFolder {
  standing: OwnFolderStanding
  /** Stores the folder as shown, after the person has confirmed it. @throws FaultError, ContactsAlarm */
  confirm: () => Promise<void>
}

/** The standing of a folder. Shared folders need no stored title: theirs is signed. */
export function useOwnFolderStanding(folder: Folder): StandingOfFolder {
  const shared = useSharedFolder(folder)
  const { trusted, put } = useTrusted(isShared(folder) ? null : readOwn)
  return {
    standing: shared.type === 'personal' ? standingOf(trusted, folder) : standingOfShared(shared),
    confirm: async () => put((await requireTrust(trusted).contacts.change(withOwn(folder))).own),
  }
}

const readOwn = async ({ contacts }: Trust): Promise<readonly OwnFolder[]> => (await contacts.load()).own

function standingOf(own: Trusted<readonly OwnFolder[]>, folder: Folder): OwnFolderStanding {
  if (own.type === 'known') return ownStanding(own.value, folder)
  // Without contacts nothing is known about the origin of files.
  const isUnbelieved = own.type === 'failed' && own.error instanceof ContactsAlarm
  return { type: isUnbelieved ? 'unbelieved' : 'unread' }
}

/** Proofs of origin count only if the standing is 'known'. */
export function standingOfShared(shared: SharedFolderState): OwnFolderStanding {
  if (shared.type === 'open')
    return { type: shared.folder.standing.type === 'trusted' ? 'known' : 'untrusted' }
  // An alarm elsewhere on the page says why.
  return { type: shared.type === 'failed' ? 'untrusted' : 'unread' }
}
