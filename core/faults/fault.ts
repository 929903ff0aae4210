import type { ApiCode } from '../../contract/errors.ts'
import type { CryptoErrorCode } from '../crypto/index.ts'

/**
 * [Note: Faults]
 * Errors as plain data, which can be sent between threads, stored, and written as JSON. Code decides by the
 * fault code; the sentence for people is chosen where it is shown (i18n), in any language.
 */
export interface Fault {
  readonly code: FaultCode
  /** HTTP status; null without a response. */
  readonly status: number | null
  /** Text of the server or an error, with the secrets of URLs removed. */
  readonly said?: string
  /** Seconds to wait, from Retry-After. */
  readonly after?: number
  /** Values for sentences with figures and names. */
  readonly values?: Readonly<Record<string, string | number>>
}

export type FaultCode = ApiCode | CryptoErrorCode | EngineCode

/** Codes of faults that are not in a response or a format: of the engine, this window, or the application. */
type EngineCode =
  /** No response: no network, or no byte moved for too long. */
  | 'unanswered'
  /** An unsuccessful response with no more details than `status` and `said`. */
  | 'refused'
  /** The file has changed since it was picked, or can no longer be read. */
  | 'file-changed'
  /** The content's type contradicts the extension, and the folder refuses that. */
  | 'type-mismatch'
  /** The bytes are not those that were sealed before: their key must not seal anything else. */
  | 'not-as-sealed'
  | 'key-missing'
  /** The server did not store this file; `said`: its reason. */
  | 'not-stored'
  /** The server's response does not name the file. */
  | 'unreported'
  /** The server's response to a confirmation is empty or malformed. */
  | 'no-verdict'
  /** Another content of this file was stored before. */
  | 'stored-otherwise'
  /** The journal may have an outdated record that cannot be removed. */
  | 'storage-unsafe'
  /** A thread of this page ended; `said`: its last error. */
  | 'thread-died'
  /** Fewer bytes than announced, or a replaced object. */
  | 'incomplete'
  /** A file in an archive has another length than the server says. */
  | 'other-length'
  /** The stored bytes do not verify. */
  | 'stored-damaged'
  /** The content root, or the SHA-256, is not the recorded one. */
  | 'content-mismatch'
  | 'hash-mismatch'
  /** A generation of the folder's key does not open, so it cannot be passed on: `values.gen`. */
  | 'generation-closed'
  /** None of the unlocked keys of a shared folder opens the file. */
  | 'folder-key-closed'
  /** The server has no public key of a named person: `values.name`. */
  | 'person-key-missing'
  /** The folder's alarm, or that it is not trusted, forbids it. */
  | 'folder-not-trusted'
  /** A folder of one person is listed in place of a known shared one. */
  | 'folder-in-place'
  /** The contacts from the server are not those that the person stored. */
  | 'contacts-not-believed'
  /** The contacts have no room for more. */
  | 'contacts-full'
  /** The server shows another upload link of a folder than is remembered. */
  | 'link-other'
  | 'names-other'
  /** A created folder has the number or the link of another. */
  | 'folder-not-new'
  /** The file was not sent to this folder. */
  | 'sent-elsewhere'
  | 'file-returned'
  /** Its key or manifest is not the one that this device opened before. */
  | 'file-exchanged'
  /** This device's memory cannot be read. */
  | 'device-memory'
  /** The browser has no storage: this device's memory ends with the page. */
  | 'device-memory-missing'
  /** A folder of one person is listed differently from the contacts. */
  | 'folder-other'
  | 'folder-moved'
  /** A change of the folder's people was signed before, and may or may not be on the server. */
  | 'change-unconfirmed'
  /** The change has no effect, or would leave the folder without an owner. */
  | 'change-empty'
  | 'none-opened'
  /** Saving failed; `said`: the browser's error. */
  | 'unsaved'
  | 'device-full'
  /** The file is in more than `values.limit` folders inside each other, and is saved by itself only. */
  | 'path-too-deep'
  /** The browser refuses this name in the folder, or a file there has the name of its subfolder. */
  | 'name-refused'
  /**
   * This window cannot save so much: at most `values.capacity` of `values.bytes`. `values.what`: 'download',
   * 'file' or 'files'. `values.why`: its service worker does not start ('no-start'), or there is none, and a
   * private file system is too small ('no-room') or missing, too ('no-place').
   */
  | 'no-sink'
  /** The browser ended the download: the saved file is incomplete. */
  | 'browser-stopped'
  /** The browser cannot hand the file to its share sheet. */
  | 'not-shared'
  /** The server, or the link, has no key for the file `values.name`. */
  | 'key-not-sent'
  | 'key-not-in-link'
  /** The password or the stored key is missing. */
  | 'key-input-missing'
  /** Keys were cleared while one was being opened. */
  | 'key-not-loaded'
  /** The URL of the page has no link token. */
  | 'upload-token-missing'
  | 'download-token-missing'
  /** The pasted link is another one than the open one. */
  | 'other-link'
  /** The sender questions from the server break the rules. */
  | 'fields-refused'
  /** The text after '#' of an upload link is not a fingerprint. */
  | 'link-damaged'
  /** The server's key has another fingerprint than the upload link. */
  | 'other-recipient'
  /** The page has shown the words of another key of this recipient, or sealed to it. */
  | 'recipient-changed'
  /** The browser refuses the cookies that a gate or a session needs. */
  | 'cookies-blocked'
  /** Something else answered in the place of the server, such as a proxy or the sign-in page of a network. */
  | 'other-answer'
  /** A part of the application could not be loaded. */
  | 'part-missing'
  /** A bug or another unexpected error; `said`: its message. */
  | 'unexpected'

export const fault = (code: FaultCode, more: Partial<Omit<Fault, 'code'>> = {}): Fault => ({
  code,
  status: null,
  ...more,
})

/** Error with a fault, for code that throws; between threads the fault itself is sent. */
export class FaultError extends Error {
  override readonly name: string = 'FaultError'
  readonly fault: Fault

  constructor(what: Fault, options?: ErrorOptions) {
    super(what.code, options)
    this.fault = what
  }
}

/** Result of a thread, with faults as values: of a thrown error only name and message would arrive. */
export type Settled<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault }
