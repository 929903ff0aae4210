import type { Folder } from '../../contract/schemas/folders.ts'
import type { OwnFolder } from '../../core/crypto/index.ts'
import { ContactsAlarm } from '../../core/trust/contactsAlarm.ts'
import { type OwnFolderStanding, ownStanding, withOwn } from '../../core/trust/ownFolders.ts'
import { isShared } from '../../core/trust/sharedFolder.ts'
import type { Trust } from '../../core/trust/trust.ts'
import { type Shared, useShared } from './useShared.ts'
import { type Trusted, useTrusted } from './useTrusted.ts'

interface StandingOfFolder {
  standing: OwnFolderStanding
  /** The person says that it is the folder it is shown as. @throws FaultError, ContactsAlarm */
  confirm: () => Promise<void>
}

/** Of a folder of several people, whose title is signed, nothing is to be remembered here. */
export function useOwnFolder(folder: Folder): StandingOfFolder {
  const shared = useShared(folder)
  const { trusted, put } = useTrusted(isShared(folder) ? null : readOwn)
  return {
    standing: shared.type === 'personal' ? standingOf(trusted, folder) : standingOfShared(shared),
    confirm: async () => {
      if (trusted.type === 'unknown') return
      put((await trusted.trust.contacts.change(withOwn(folder))).own)
    },
  }
}

const readOwn = async ({ contacts }: Trust): Promise<readonly OwnFolder[]> => (await contacts.load()).own

function standingOf(own: Trusted<readonly OwnFolder[]>, folder: Folder): OwnFolderStanding {
  if (own.type === 'known') return ownStanding(own.value, folder)
  // Without an answer nothing is said of where files come from.
  const isUnbelieved = own.type === 'failed' && own.error instanceof ContactsAlarm
  return { type: isUnbelieved ? 'unbelieved' : 'unread' }
}

/** Proofs count in it where it is 'known'. */
export function standingOfShared(shared: Shared): OwnFolderStanding {
  if (shared.type === 'open')
    return { type: shared.folder.standing.type === 'trusted' ? 'known' : 'untrusted' }
  // What cannot be judged proves nothing; why is said where the folder's standing is.
  return { type: shared.type === 'failed' ? 'untrusted' : 'unread' }
}
