/** The `detail` texts that clients may need to recognise, by code. Each text is unique. */
export const errorDetails = {
  csrf: 'CSRF validation failed',
  sessionExpired: 'Session expired',
  notAuthenticated: 'Not authenticated. Please log in.',
  badLogin: 'Incorrect username or password',
  badPassword: 'Incorrect password',
  badCode: 'Invalid or expired verification code.',
  ticketEnded: 'This sign-in has expired. Please sign in again.',
  ticketTries: 'Too many wrong codes. Please sign in again.',
  twoFactorOn: 'Two-factor authentication is already enabled.',
  twoFactorNotSetUp: 'Set up two-factor authentication first.',
  usernameTaken: 'This username is already taken.',
  singleSignOnOff: 'This server has no sign-in by a provider.',
  providerUnavailable: 'The sign-in provider does not answer, or not as it should. Try again in a moment.',
  onlyWayIn: 'Nothing else would let you in, so this link stays. Whoever runs the server can remove it.',
  keyPasswordMissing: 'Set a key password in your profile first.',
  keyPasswordSet: 'You have a password already. Change it in your profile.',
  tokenUnknown: 'This API token is unknown, was revoked or has expired.',
  tokenNotTaken: 'This call takes no API token.',
  tokenWithCookies: 'Send an API token or cookies, not both.',
  tokenScope: 'This API token lacks a scope that the call needs.',
  tooManyTokens: 'You have as many API tokens as one person may have. Revoke one first.',
  tokenNotFound: 'API token not found.',
  tooManyRequests: 'Too many requests. Please try again later.',
  linkInvalid: 'Link invalid/expired.',
  downloadLinkExpired: 'This link has expired.',
  downloadLinkUsedUp: 'This link has been used as often as it allows.',
  downloadLinkLocked: 'This download is password protected.',
  downloadLinkNamed: 'This download is for named people. Confirm your e-mail address first.',
  noMailServer: 'This server sends no mail, so a download link cannot be for named people.',
  unknownField: 'Unknown field.',
  linkTokenUsed: 'This link token was used before.',
  tooManyLinks:
    'Your download links are as many, or name as many files or people, as those of one person may. Delete some that you do not need any more.',
  tooManyPeopleOfMaker:
    'The download links of the person who made this one name so many people that only they can add more.',
  downloadLinkNotFound: 'Download link not found.',
  folderNotFound: 'Folder not found or could not be loaded.',
  tooManyFolders: 'You have as many folders as an account may have. Delete one first.',
  ownerHasTooManyFolders:
    'This folder would count for somebody who has as many folders as an account may have. They have to delete one first.',
  ownerHasNoRoom:
    'This folder would count for somebody who has no room left for it. Delete files in it, or they have to delete some of theirs first.',
  ownersOnly: 'Only an owner of this folder can do that.',
  rosterMoved: 'The people of this folder were changed meanwhile. Look at them again.',
  rosterFull:
    'The people of this folder were changed as often as a folder allows. Make a new folder with the people that you want, and copy the files.',
  rosterInvalid: 'This statement does not follow from the people of the folder as they are.',
  contactsMoved: 'What you remember of others was changed meanwhile. Look at it again.',
  personUnknown: 'Nobody on this server has that name or key.',
  notShared: 'This is a folder of one person.',
  lastOwner: 'The last owner of a folder cannot leave it. Make somebody else an owner first.',
  uploadLinkReplaced: 'This link was replaced.',
  webhookMissing: 'This folder has no webhook.',
  noOwnEmail: 'Your profile has no e-mail address.',
  fileNotFound: 'File not found.',
  fileLost: 'The content of this file is lost on the server.',
  keyDataMissing: 'Encrypted key data not found on server. Please generate or restore keys in your profile.',
  publicKeyMissing: 'There is no public key that this private key could belong to.',
  keyPairReplaced: 'Your key pair was replaced in another window or session. Reload the page and try again.',
  tooManyKeyPairs:
    'Your key or its password was changed too often in the last 30 days. Try again in some days.',
  recoveryBoxMissing: 'The server has no recovery code for your key pair.',
  passkeyNotFound: 'Passkey not found.',
  passkeyKnown: 'This passkey is in your list already.',
  tooManyPasskeys: 'You have as many passkeys as one person may have. Remove one first.',
  recipientKeyMissing: 'Recipient public key is missing or not configured.',
  mismatchedArrays: 'Mismatch in lengths of file data arrays provided for upload',
  uploadUnknown: 'This upload is unknown or has expired.',
  uploadSentTooOften: 'Parts of this file were sent too many times. Please send it again from its beginning.',
  tooManyUploads:
    'Too many uploads from your address are unfinished here. Let some of them finish, or try again later.',
  partsMissing: 'Parts of the file are missing, or arrived altered and were not kept. Send them again.',
  uploadConfirmed: 'This file has already been confirmed.',
  storedOtherwise: 'In this place of the batch another file was stored before.',
  gateClosed: 'This upload link asks for a password or a verified e-mail address first.',
  gateFieldsLate:
    'The fields link_password, uploader_email and verification_code come before all others of the form.',
  linkChanged: 'This link was changed in the meantime. Reload the page and try again.',
  lastFileOfLink: 'These are all files of the link. Delete the link instead.',
  gateNotAsked: 'This link does not ask for that any more. Please reload the page.',
  confirmationUnavailable: 'This server sends no mail, so it cannot confirm uploads by e-mail.',
  confirmationFailed: 'The e-mail could not be sent. Please try again later.',
  notEncrypted: 'The file is not encrypted, so it was not stored.',
  requestTooLarge: 'The request is too large.',
  uploadStoodStill: 'The upload stood still for too long.',
  uploadTooSlow: 'The upload came too slowly.',
  bodyAltered: 'What arrived is not what was sent. Send it again, or over another network.',
  uploadTooLong: 'The upload took too long. Please try again.',
  copyingTooLong: 'The copying took too long. Please try again.',
  otherKeyCommitment: 'A file has another key than the one that was opened.',
  namesNotHidden: 'This folder does not hide names.',
  copyUnsealed: 'Files without a manifest cannot be copied.',
  webhookAddressClosed: 'This is no address of the open internet. The operator can allow it.',
  sharedTitle: 'The title of a folder of several people is changed by a statement of its people.',
  passwordAsBefore: 'New password cannot be the same as the old password.',
  linkDatePast: 'The expiration date must be in the future.',
  operatorsLook: 'Only the operator of this server can change how it looks.',
  operatorsRules: 'Only the operator of this server can change its rules.',
  ruleFixed: 'The environment of this server sets this rule.',
  rulesNeedMail: 'This server sends no mail, so it cannot require named people.',
  linkPasswordRequired: 'This server requires a password for download links.',
  linkLastsTooLong:
    'This server limits how long a download link may last. Choose an earlier expiration date.',
  namedPeopleRequired: 'This server requires download links to name the people who may use them.',
  linkUsesRequired:
    'This server limits how often a download link may be used. Choose a smaller number of uses.',
  uploadGateRequired: 'This server requires a link password or verified e-mail addresses for folders.',
  domainNotAllowed: 'This server does not allow addresses of this domain.',
  retentionTooLong:
    'This server limits how long files may be kept. Choose a smaller number of days, or an earlier date.',
  selfTestOver: 'This self-test is over, or is one of another server.',
  operatorsTest: 'Only the operator of this server can test it.',
  logoNoPng: 'The logo has to be a PNG. Export it as one; an SVG or a JPEG is not taken.',
  logoTooLarge: 'The logo may be 100 KB large. Make it smaller.',
  logoTooManyPixels: 'The logo may be 512 × 512 pixels large. Make it smaller.',
  logoTooManyColours:
    'This picture has too many colours for a logo. Make it smaller, 256 pixels wide for instance.',
  logoAnimated: 'An animated PNG is not taken. Export a single picture.',
  logoInterlaced: 'An interlaced PNG is not taken. Export it without interlacing.',
  logoDamaged: 'This PNG is damaged or incomplete. Export it once more, and upload that.',
  outOfSpace: 'The server has no room left for this upload.',
  noRoomToRestore: 'Files that have arrived since have taken its place. Delete others for good first.',
  linkQuota: 'This upload link has reached the amount of data that it takes.',
  storageUnavailable: 'The server cannot store anything at the moment. Please try again later.',
  busy: 'The server has too much to do at the moment. Please try again in a moment.',
  internal: 'Internal Server Error',
  shuttingDown: 'The server is restarting. Please try again in a moment.',
} as const

export type ApiCode = keyof typeof errorDetails

export const isApiCode = (text: string): text is ApiCode => Object.hasOwn(errorDetails, text)

const codes: ReadonlyMap<string, ApiCode> = new Map(
  Object.entries(errorDetails).map(([code, text]) => [text, code as ApiCode]),
)

/** The code of a `detail` text; undefined for unknown texts. Some error responses have no code of their own. */
export const apiCodeOf = (text: string): ApiCode | undefined => codes.get(text)

/** The message of a 200 after a correct password, when a code is still required. */
export const otpRequired = 'OTP code required'
