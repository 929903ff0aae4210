import { type Contacts, contentHashHex, isCryptoError, openContacts, utf8 } from '../crypto/index.ts'
import { ContactsAlarm, type ContactsVersion } from './contactsAlarm.ts'
import { emptyContacts } from './contactsChanges.ts'
import { type DeviceMemory, emptyDeviceRecord, type TrustCalls } from './trustPorts.ts'

export interface ContactsKey {
  /** HKDF handle of R. */
  readonly root: CryptoKey
  /** Base64url. */
  readonly fingerprint: string
}

const noContacts: ContactsVersion = { n: 0, hash: '' }

const isSameVersion = (a: ContactsVersion, b: ContactsVersion): boolean => a.n === b.n && a.hash === b.hash

/**
 * Loads contacts, and compares them with the last ones that this device has seen.
 * @param accepted contacts that the person accepts although they are older or different
 * @throws ContactsAlarm; CryptoError 'newer-version'; FaultError of the call
 */
export async function readContacts(
  key: ContactsKey,
  { calls, memory }: { calls: Pick<TrustCalls, 'getContacts'>; memory: DeviceMemory },
  accepted: ContactsVersion | null = null,
): Promise<Contacts> {
  // Read before the request: another window may write and record contacts meanwhile.
  const record = (await memory.read(key.fingerprint)) ?? emptyDeviceRecord
  const { sealed } = await calls.getContacts()
  const contacts = sealed === null ? emptyContacts : await openOrAlarm(key, sealed)
  const seen = sealed === null ? noContacts : { n: contacts.n, hash: await contentHashHex(utf8(sealed)) }
  if (accepted && isSameVersion(seen, accepted)) {
    await memory.update(key.fingerprint, (current) =>
      isSameVersion(current, record) ? { ...current, ...seen } : current,
    )
    return contacts
  }
  if (seen.n < record.n) throw new ContactsAlarm('older', seen)
  if (seen.n === record.n && seen.hash !== record.hash) throw new ContactsAlarm('other', seen)
  if (seen.n > record.n) await rememberSeen(memory, key.fingerprint, seen)
  return contacts
}

async function openOrAlarm({ root }: ContactsKey, sealed: string): Promise<Contacts> {
  try {
    return await openContacts(root, sealed)
  } catch (error) {
    throw isCryptoError(error) && error.code !== 'newer-version' ? new ContactsAlarm('altered') : error
  }
}

/** Records contacts as seen. Of a version the first content is kept: another one is an alarm. */
export const rememberSeen = (memory: DeviceMemory, fp: string, seen: ContactsVersion): Promise<void> =>
  memory.update(fp, (record) => (seen.n <= record.n ? record : { ...record, ...seen }))
