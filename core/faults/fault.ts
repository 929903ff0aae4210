import type { ApiCode } from '../../contract/errors.ts'
import type { CryptoErrorCode } from '../crypto/index.ts'

/**
 * [Note: Faults]
 * What went wrong, as plain data: it crosses threads, lies in the store, is written as JSON. Whatever decides looks at
 * the code; the sentence for people is chosen where it is shown (i18n), in whatever language that is.
 */
export interface Fault {
  readonly code: FaultCode
  /** HTTP status, where there was an answer. */
  readonly status: number | null
  /** Somebody else's words: the server's own sentence, or an error's. Secrets of addresses are cut from them. */
  readonly said?: string
  /** Seconds to wait, as the server asks. */
  readonly after?: number
  /** For sentences with figures and names. */
  readonly values?: Readonly<Record<string, string | number>>
}

export type FaultCode = ApiCode | CryptoErrorCode | EngineCode

/** What no answer says and no format: of the engine, of this window, of the application itself. */
export type EngineCode =
  /** No answer came: no network, or no byte moved for too long. */
  | 'unanswered'
  /** An answer that is not a success, and says no more than `status` and `said`. */
  | 'refused'
  /** The file is not what it was when it was picked, or can no longer be read. */
  | 'file-changed'
  /** The folder asks for it, and the content is of another type than the extension says. */
  | 'type-mismatch'
  /** The bytes of before are not those that were sealed then: their key must seal nothing more. */
  | 'not-as-sealed'
  /** There is no key that files could be sealed to. */
  | 'key-missing'
  /** The server did not store this file, for a reason of its own: `said`. */
  | 'not-stored'
  /** The server's answer does not name the file. */
  | 'unreported'
  /** The server's answer to a confirmation says nothing. */
  | 'no-verdict'
  /** Another content of this file was stored before. */
  | 'stored-otherwise'
  /** An older record may stand in the journal, and cannot be taken away. */
  | 'storage-unsafe'
  /** A thread of this page ended; `said`: its last words. */
  | 'thread-died'
  /** Fewer bytes than announced, or others than at first. */
  | 'incomplete'
  /** Of a file in an archive: its length is not the one that the server says. */
  | 'other-length'
  /** What is stored does not verify. */
  | 'stored-damaged'
  /** The content root is not the recorded one. */
  | 'content-mismatch'
  /** The SHA-256 is not the recorded one. */
  | 'hash-mismatch'
  /** A generation of the folder's key does not open for its owner, so it cannot be given on: `values.gen`. */
  | 'generation-closed'
  /** None of the keys of a folder of several people that open opens the file. */
  | 'folder-key-closed'
  /** The server gives no public key of somebody who is named: `values.name`. */
  | 'person-key-missing'
  /** The folder's alarm, or its standing, forbids it. */
  | 'folder-not-trusted'
  /** A folder of one person, in the place of one of several that is known and not listed. */
  | 'folder-in-place'
  /** What the server gives back of the people and folders that the person knows is not what they left. */
  | 'contacts-not-believed'
  /** What this device has seen cannot be read, so that nobody can say whether less is shown now. */
  | 'device-memory'
  /** The browser stores nothing: what this device has seen is forgotten with the page. */
  | 'device-memory-missing'
  /** The server shows a folder of one person otherwise than they remember it. */
  | 'folder-other'
  | 'folder-moved'
  /** A change of the folder's people was signed before, and nobody knows whether the server has it. */
  | 'change-unconfirmed'
  /** The change is one already, or leaves the folder without an owner. */
  | 'change-empty'
  /** Not one file of several could be opened. */
  | 'none-opened'
  /** Nothing can be written there; `said`: the browser's words. */
  | 'unsaved'
  /** No room where it is written. */
  | 'device-full'
  /**
   * This window cannot save so much: of `values.bytes` at most `values.capacity`. `values.what`: 'download', 'file' or
   * 'files'. `values.why`: its service worker does not start ('no-start'), or there is none, and a private file system
   * has no room for more ('no-room') or is missing too ('no-place').
   */
  | 'no-sink'
  /** The browser ended the download: what was saved is not whole. */
  | 'browser-stopped'
  /** The server gave no key for this file; `values.name`. */
  | 'key-not-sent'
  /** Nothing in the link opens this file; `values.name`. */
  | 'key-not-in-link'
  /** Password or stored key are not there. */
  | 'key-input-missing'
  /** Keys were forgotten while one was being opened. */
  | 'key-not-loaded'
  /** The address of the upload page names no link. */
  | 'upload-token-missing'
  /** The address of the download page names no link. */
  | 'download-token-missing'
  /** What was pasted is another link than the one that is open. */
  | 'other-link'
  /** What the server says that senders are asked for breaks the rules of such questions. */
  | 'fields-refused'
  /** What follows the '#' of an upload link is no fingerprint. */
  | 'link-damaged'
  /** The upload link carries a fingerprint, and the server's key has another. */
  | 'other-recipient'
  /** The page has shown the words of another key of this recipient, or sealed to it. */
  | 'recipient-changed'
  /** A part of the application did not arrive. */
  | 'part-missing'
  /** Nobody expects it; `said` where an error was thrown: its words. */
  | 'unexpected'

export const fault = (code: FaultCode, more: Partial<Omit<Fault, 'code'>> = {}): Fault => ({
  code,
  status: null,
  ...more,
})

/** For code that throws; what crosses threads is the fault itself. */
export class FaultError extends Error {
  override readonly name: string = 'FaultError'
  readonly fault: Fault

  constructor(what: Fault, options?: ErrorOptions) {
    super(what.code, options)
    this.fault = what
  }
}

/** What a thread answers: faults are values there, since of what is thrown only name and message arrive. */
export type Settled<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault }
