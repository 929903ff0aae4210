import type { SignedStatement } from '../../contract/roster.ts'
import type { Contacts, AcceptedHead, Person } from '../crypto/index.ts'
import { acceptedHeadOf } from './evaluateTrust.ts'

/** A pure change of contacts, which can be repeated on a newer version. */
export type ContactsChange = (contacts: Contacts) => Contacts

export const emptyContacts: Contacts = { v: 2, n: 0, people: [], folders: [], own: [], pending: [] }

/** A statement that is trusted, whatever else is remembered of its folder. */
type TrustedHead = Omit<AcceptedHead, 'private'>

/** Adds a compared person, by fingerprint: a person with another key is another entry. */
export const withPerson =
  (person: Person): ContactsChange =>
  (contacts) => ({
    ...contacts,
    people: [...contacts.people.filter(({ fp }) => fp !== person.fp), person],
  })

export const withoutPerson =
  (fp: string): ContactsChange =>
  (contacts) => ({ ...contacts, people: contacts.people.filter((one) => one.fp !== fp) })

/**
 * Sets a trusted head. It replaces an existing one only if its chain contains that: otherwise another window
 * was ahead or got another history, and the folder is evaluated again.
 * @param hashes hashes of the statements of its chain, from the first on
 */
export const withHead =
  (head: TrustedHead, hashes: readonly string[]): ContactsChange =>
  (contacts) => {
    const before = contacts.folders.find(({ folder }) => folder === head.folder)
    return before && hashes[before.seq - 1] !== before.hash ? contacts : withAcceptedHead(head)(contacts)
  }

/** Sets a head like `withHead`, even to an older state: only after the person has confirmed it. */
export const withAcceptedHead =
  (head: TrustedHead): ContactsChange =>
  (contacts) =>
    contacts.folders.some(({ folder, hash }) => folder === head.folder && hash === head.hash)
      ? contacts
      : {
          ...contacts,
          folders: [
            ...contacts.folders.filter(({ folder }) => folder !== head.folder),
            { ...head, private: acceptedHeadOf(contacts.folders, head.folder)?.private ?? null },
          ],
        }

export const withoutFolder =
  (folder: string): ContactsChange =>
  (contacts) => ({ ...contacts, folders: contacts.folders.filter((one) => one.folder !== folder) })

export const withPending =
  (signed: SignedStatement): ContactsChange =>
  (contacts) => ({
    ...contacts,
    pending: [...contacts.pending.filter(({ statement }) => statement !== signed.statement), signed],
  })

export const withoutPending =
  (settled: readonly SignedStatement[]): ContactsChange =>
  (contacts) => ({
    ...contacts,
    pending: contacts.pending.filter(({ signature }) => !settled.some((one) => one.signature === signature)),
  })

export const combineChanges =
  (...changes: readonly ContactsChange[]): ContactsChange =>
  (contacts) =>
    changes.reduce((changed, change) => change(changed), contacts)
