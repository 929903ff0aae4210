import { detail } from '../../contract/errors.ts'
import { shownText } from '../../contract/shownText.ts'
import type { Texts } from './texts.ts'

const undecryptable = 'Decryption failed: Incorrect password or corrupted data.'
const incomplete = 'Incomplete file data received from server.'
const fallback = 'An unexpected error occurred.'

const orElse = (said: string | undefined, other: string) => (said === undefined || said === '' ? other : said)

const megabytes = (bytes: string | number | undefined) =>
  `${Math.ceil(Number(bytes) / 1024 / 1024).toLocaleString()} MB`

/** By `values.why` of 'no-road'. */
const noRoad: Readonly<Record<string, string>> = {
  'no-start': 'its service worker does not start, and it has no room for a private copy on the disk',
  'no-room': 'it offers no service worker, and has room for no larger private copy on the disk',
  'no-place': 'it offers neither a service worker nor a private file system',
}
/** By `values.what` of 'no-road'. */
const whatHas: Readonly<Record<string, string>> = {
  download: 'this download has',
  file: 'this file has',
  files: 'these files have together',
}

/** English. */
export const en: Texts = {
  codes: {
    // The server's texts are English; of some, people read others.
    ...detail,
    folderNotFound: `This folder does not exist (any more), or you are not in it any more. ${detail.folderNotFound}`,
    downloadLinkNotFound: `This link does not exist (any more), or you are not in its folder any more. ${detail.downloadLinkNotFound}`,
    // Also of files that are larger than what is left.
    linkQuota: 'This upload link has no room for so much data.',
    sessionExpired: 'Session expired. Please login again.',
    badLogin: 'Incorrect username or password.',
    badPassword: 'Incorrect password provided.',

    truncated: incomplete,
    damaged: undecryptable,
    'wrong-key': `It is encrypted for another key than the one that is open. ${undecryptable}`,
    'wrong-password': undecryptable,
    mistyped: 'A character of the recovery code is mistyped. Compare it with your sheet.',
    'bad-format': 'Invalid encrypted data: unknown format.',
    'bad-iv': 'Invalid encryption IV format received from server.',
    'bad-key': 'Invalid encryption key format received from server.',
    'short-for-iv': 'Invalid encrypted data: too short to contain IV.',
    'no-link-keys': 'No valid decryption keys found in the link.',
    commitment: 'The file key does not match the manifest of this file.',
    'size-mismatch': 'The file changed while it was being read.',
    'sealed-twice': 'A part of a file must not be encrypted twice with the same key.',
    'weak-key': 'The public key is not an RSA key of 2048 to 8192 bits.',
    'kdf-refused': 'The server asked for password settings that are not safe.',
    'link-keys-missing':
      'Decryption keys are missing from the link. The link is incomplete or was copied incorrectly.',

    unanswered: 'Network Error: Could not connect to the server.',
    refused: null,

    'file-changed':
      'The file changed or can no longer be read. Remove it and add it again to send it as it is now.',
    'type-mismatch': 'File content does not match its extension.',
    'not-as-sealed': 'The file is not the one that was being sent.',
    'key-missing': 'Encryption key missing',
    unreported: 'Upload status unreported by server',
    'no-verdict': 'Received empty response data from server.',
    'not-stored': ({ said }) => orElse(said, 'Upload failed on server'),
    'stored-otherwise':
      'The file was stored as it was before it changed. Remove it and add it again to send it as it is now.',
    'storage-unsafe': 'The storage of this browser failed. Please try again.',
    'thread-died': ({ said }) => `A worker of this page ended: ${orElse(said, 'it stopped without a word')}`,

    incomplete,
    'other-length': 'Its length is not the one that the server says; it can be downloaded by itself.',
    'stored-damaged': 'The stored data is damaged: a part of it does not verify.',
    'hash-mismatch': 'The content is not what was sent: its SHA-256 differs from the recorded one.',
    'content-mismatch':
      'The content is not what was sent: it differs from what the sender’s browser has sealed of it.',
    'generation-closed': ({ values }) =>
      `Generation ${String(values?.gen)} of the folder’s key does not open for you. Ask another owner.`,
    'folder-key-closed':
      'It is encrypted for a key of this folder that does not open for you, or was altered. Ask another owner.',
    'person-key-missing': ({ values }) =>
      `The server gives no public key of ${shownText(String(values?.name))}. Try again later.`,
    'folder-not-trusted': 'This folder is not trusted as it stands. Look at its people first.',
    'folder-in-place':
      'You know a folder of this title as one of several people. The server shows it as yours alone, so its link would have files sealed to you alone, and was not copied. Ask its other people; the dashboard shows what is missing.',
    'contacts-not-believed':
      'The server gives back something else than what you left with it of the people and folders that you know. Nothing of a folder of several people is opened before that is settled: the dashboard shows what differs.',
    'device-memory':
      'What this browser remembers of the people and folders that you know cannot be read, so nobody can say whether the server shows an older state. Reload the page; if it stays so, restart the browser, or use another device.',
    'device-memory-missing':
      'This browser cannot remember what it has seen of the people and folders that you know, as in some private windows: once this page is closed, an older state that the server shows will not be noticed here.',
    'folder-other':
      'The server shows this folder otherwise than you know it, so its secret link was not copied. Open the folder: it says what differs.',
    'folder-moved':
      'The server shows this folder otherwise than when this page was opened: it was changed meanwhile, or another one stands in its place. Open it from the dashboard and look at it before you change it.',
    'change-unconfirmed':
      'A change of the people of this folder was signed before, and the server has not confirmed it. Send it again first.',
    'change-empty': 'This changes nothing, or leaves the folder without an owner.',
    'none-opened': 'All files failed to download.',
    unsaved: ({ said }) => orElse(said, 'The folder cannot be written to.'),
    'device-full': 'There is no room left on this device.',
    'no-road': ({ values }) =>
      `This window can save at most ${megabytes(values?.capacity)} at a time, because ` +
      `${noRoad[String(values?.why)]}; ${whatHas[String(values?.what)]} ` +
      `${megabytes(values?.bytes)}. Private windows and blocked site data are the usual reasons: ` +
      'open the link in a normal window, or in another browser.',
    'browser-stopped':
      'The browser stopped the download before it was complete. What was saved is not whole: delete it.',

    'key-not-sent': ({ values }) => `Missing encryption data for ${shownText(String(values?.name))}`,
    'key-not-in-link': ({ values }) => `Decryption key for "${shownText(String(values?.name))}" not found.`,
    'key-input-missing': 'Missing password or key data.',
    'key-not-loaded': 'Key not loaded.',
    'upload-token-missing': 'Token missing from URL.',
    'download-token-missing': 'Download link token is missing.',
    'other-link': 'This is the link of another download.',
    // The end of a sentence: see `noRecipientText`.
    'link-damaged':
      'what follows the # in this link names no key. Ask for the link again, and open all of it.',
    'other-recipient': 'the key that the server offers is not the one this link was made for.',
    'recipient-changed':
      'the key that the server offers has changed since this page was opened. Reload the page, and compare the ' +
      'words of the key with the recipient by phone before you send anything.',
    'part-missing':
      'A part of the application could not be loaded. Check your connection; if that does not help, reload the page.',
    unexpected: ({ said }) => {
      if (said === undefined) return fallback
      return said === '' ? 'An unknown error occurred.' : `Unexpected Error: ${said}`
    },
  },
  statuses: {
    401: 'Unauthorized or session possibly expired.',
    403: 'Forbidden',
    422: 'Request validation failed. Check inputs.',
    429: 'Too many requests. Please try again later.',
  },
  otherStatus: (status, statusText) => `Error: ${status} - ${orElse(statusText, 'Unknown')}`,
  serverError: (said) => `Server Error: ${said}`,
  fallback,
}
