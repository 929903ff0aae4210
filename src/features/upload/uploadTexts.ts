/** The page's texts that are not built from a batch's figures. */
export const uploadTexts = {
  tokenMissing: 'Token missing from URL.',
  linkInvalid: 'Link invalid/expired.',
  keyMissing: 'Recipient public key is missing or not configured.',
  keyFailed: 'Failed to load encryption key',
  /** The link carries a fingerprint, and the server's key has another. */
  otherKey: 'the key that the server offers is not the one this link was made for.',
  /** The page has shown the words of another key, or sealed to it. */
  keyChanged:
    'the key that the server offers has changed since this page was opened. Reload the page, and compare the words of the key with the recipient by phone before you send anything.',
  linkDamaged: 'what follows the # in this link names no key. Ask for the link again, and open all of it.',
  hashingFailed: 'Hashing failed',
  encryptionFailed: 'Encryption failed',
  callFailed: 'Upload API call failed',
  someFailedProcessing:
    'Some files failed client-side processing. Only successfully processed files will be uploaded.',
  checkStatuses: 'Some files failed to upload. Check file statuses.',
  restWaits: 'What is marked Success is stored. The other files were not sent and wait in the list.',
  nothingLost: 'Nothing is lost: the upload goes on where it was.',
  keptElsewhere: 'Another tab is going on with this upload.',
  keptUnreadable:
    'What this browser remembers of the upload before cannot be read. What you add now is sent as a new upload.',
  mayNotRead: 'The browser may not read the files. Try again, or choose the same files or folder again.',
  nothingPending: 'No new files are pending for upload.',
  alreadyRunning: 'An upload is already in progress.',
  nothingToRetry: 'No files to retry.',
  noReceipt: 'No files have been successfully uploaded yet to generate a receipt.',
  unexpectedStep: 'An unexpected error occurred. Please refresh the page.',
} as const

/** Of the steps before files may be given. */
export const gateTexts = {
  passwordRequired: 'Link password required.',
  emailInvalid: 'Please enter a valid e-mail address.',
  onlyAllowed: 'Only specific email addresses are allowed for this link.',
  codeForm: 'Verification code must be exactly 6 digits.',
  codeInvalid: 'Invalid or expired verification code.',
  codeFailed: 'Code verification failed.',
  codeSent: 'A new code was sent.',
  resendFailed: 'Error sending code',
} as const
