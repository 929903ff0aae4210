import type { Contacts } from '../../../core/crypto/index.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { contactsFault } from '../../../core/trust/contactsAlarm.ts'
import type { ContactsChange } from '../../../core/trust/contactsChanges.ts'
import type { Trust } from '../../../core/trust/trust.ts'
import { requireTrust, useTrusted } from '../../trust/useTrusted.ts'

/** Remembered data about other people, loaded when the key is unlocked. */
export function useContacts() {
  const { trusted, again: reload, put } = useTrusted(readContacts)
  return {
    /** Null if locked, not loaded or not readable. */
    contacts: trusted.type === 'known' ? trusted.value : null,
    failure: trusted.type === 'failed' ? errorText(contactsFault(trusted.error)) : null,
    reload,
    /** @throws ContactsAlarm, FaultError */
    change: async (change: ContactsChange) => put(await requireTrust(trusted).contacts.change(change)),
  }
}

const readContacts = (trust: Trust): Promise<Contacts> => trust.contacts.load()
