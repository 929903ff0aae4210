import type { Contacts } from '../../../core/crypto/index.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { contactsFault } from '../../../core/trust/contactsAlarm.ts'
import type { ContactsChange } from '../../../core/trust/contactsChanges.ts'
import type { Trust } from '../../../core/trust/trust.ts'
import { requireTrust, useTrusted } from '../../trust/useTrusted.ts'

export interface RememberedPeople {
  /** Null if locked, not loaded or not readable. */
  contacts: Contacts | null
  failure: string | null
  reload: () => void
  /** @throws ContactsAlarm, FaultError */
  change: (change: ContactsChange) => Promise<void>
}

/** Remembered data about other people, loaded when the key is unlocked. */
export function useContacts(): RememberedPeople {
  const { trusted, again: reload, put } = useTrusted(readContacts)
  return {
    contacts: trusted.type === 'known' ? trusted.value : null,
    failure: trusted.type === 'failed' ? errorText(contactsFault(trusted.error)) : null,
    reload,
    change: async (change) => put(await requireTrust(trusted).contacts.change(change)),
  }
}

const readContacts = (trust: Trust): Promise<Contacts> => trust.contacts.load()
