import type { Contacts } from '../../../../core/crypto/index.ts'
import { errorText } from '../../../../i18n/errorText.ts'
import { contactsFault } from '../../../../core/trust/contactsAlarm.ts'
import type { ContactsChange } from '../../../../core/trust/contactsChanges.ts'
import type { Trust } from '../../../../core/trust/trust.ts'
import { requireTrust, useContactsValue } from '../../../trust/useContactsValue.ts'

/** Remembered data about other people, loaded when the key is unlocked. */
export function useContacts() {
  const { contactsValue, reload, replace } = useContactsValue(readContacts)
  return {
    /** Null if locked, not loaded or not readable. */
    contacts: contactsValue.type === 'known' ? contactsValue.value : null,
    failure: contactsValue.type === 'failed' ? errorText(contactsFault(contactsValue.error)) : null,
    reload,
    /** @throws ContactsAlarm, FaultError */
    change: async (change: ContactsChange) =>
      replace(await requireTrust(contactsValue).contacts.change(change)),
  }
}

const readContacts = (trust: Trust): Promise<Contacts> => trust.contacts.load()
