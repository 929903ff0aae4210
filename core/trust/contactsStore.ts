import { maxContactsBytes } from '../../contract/limits.ts'
import { fault, FaultError } from '../faults/fault.ts'
import { faultOf } from '../faults/faultOf.ts'
import { isTemporary } from '../faults/retries.ts'
import { type Contacts, contentHashHex, sealContacts, utf8 } from '../crypto/index.ts'
import { mutex } from '../util/mutex.ts'
import type { ContactsAlarm, ContactsVersion } from './contactsAlarm.ts'
import type { ContactsChange } from './contactsChanges.ts'
import type { DeviceMemory, TrustCalls } from './trustPorts.ts'
import { type ContactsKey, readContacts, rememberSeen } from './readContacts.ts'

interface ContactsPorts {
  calls: Pick<TrustCalls, 'getContacts' | 'setContacts'>
  memory: DeviceMemory
}

const maxTries = 5

/** The contacts of a person, which the server stores sealed. There is one instance for each unlocked key. */
export class ContactsStore {
  readonly #key: ContactsKey
  readonly #ports: ContactsPorts
  readonly #serialize = mutex()

  constructor(key: ContactsKey, ports: ContactsPorts) {
    this.#key = key
    this.#ports = ports
  }

  /** @throws ContactsAlarm, FaultError */
  load(): Promise<Contacts> {
    return this.#serialize(() => this.#load())
  }

  /** Stores changed contacts; tries again if another window was faster. @throws ContactsAlarm, FaultError */
  change(change: ContactsChange): Promise<Contacts> {
    return this.#serialize(async () => {
      for (let tries = 1; ; tries++) {
        const before = await this.#load()
        const after = { ...change(before), n: before.n + 1 }
        if (isSame(before, after)) return before
        try {
          await this.#write(after)
          return after
        } catch (error) {
          if (faultOf(error).code !== 'contactsMoved' || tries === maxTries) throw error
        }
      }
    })
  }

  /**
   * Accepts the older contacts of this alarm, after the person has confirmed that the server was restored. If
   * the server gives other contacts by now, they are checked as usual and not accepted.
   * @throws ContactsAlarm, FaultError 'contacts-not-believed' for an alarm that cannot be resolved
   */
  acceptOlder({ shown }: ContactsAlarm): Promise<Contacts> {
    return this.#serialize(async () => {
      if (!shown) throw new FaultError(fault('contacts-not-believed'))
      return this.#load(shown)
    })
  }

  #load(accepted: ContactsVersion | null = null): Promise<Contacts> {
    return readContacts(this.#key, this.#ports, accepted)
  }

  async #write(contacts: Contacts): Promise<void> {
    const sealed = await sealContacts(this.#key.root, contacts)
    if (sealed.length > maxContactsBytes) throw new FaultError(fault('contacts-full'))
    await retryIfTemporary(() => this.#ports.calls.setContacts({ n: contacts.n, sealed }))
    const seen = { n: contacts.n, hash: await contentHashHex(utf8(sealed)) }
    await rememberSeen(this.#ports.memory, this.#key.fingerprint, seen)
  }
}

/** Repeats a call that may have been carried out, with the same bytes. @throws errors of the call */
export async function retryIfTemporary<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (!isTemporary(faultOf(error)) || tries === maxTries) throw error
      await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** tries))
    }
  }
}

/** True if only the version number differs. */
const isSame = (before: Contacts, after: Contacts): boolean =>
  JSON.stringify({ ...before, n: 0 }) === JSON.stringify({ ...after, n: 0 })
