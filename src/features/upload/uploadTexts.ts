import type { Fault } from '../../faults/fault.ts'
import { faultText } from '../../texts/errorText.ts'

/** Why there is nobody to seal to. */
export const noRecipientText = (fault: Fault): string =>
  fault.code === 'recipientKeyMissing'
    ? faultText(fault)
    : `Failed to load encryption key: ${faultText(fault)}`

/** The page's texts that are not built from a batch's figures. */
export const uploadTexts = {
  hashingFailed: 'Hashing failed',
  encryptionFailed: 'Encryption failed',
  callFailed: 'Upload API call failed',
  someFailedProcessing:
    'Some files failed client-side processing. Only successfully processed files will be uploaded.',
  checkStatuses: 'Some files failed to upload. Check file statuses.',
  storedAndRest: 'What is marked Success is stored. The other files were not sent and wait in the list.',
  allWait: 'The files were not sent and wait in the list.',
  nothingLost: 'Nothing is lost: the upload goes on where it was.',
  keptElsewhere: 'Another tab is going on with this upload.',
  keptUnreadable:
    'What this browser remembers of the upload before cannot be read. What you add now is sent as a new upload.',
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
