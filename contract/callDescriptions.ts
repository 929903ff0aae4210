import type { CallName } from './addresses.ts'
import type { ApiCode } from './errors.ts'
import {
  maxAnswersListed,
  maxApiTokens,
  maxDeliveries,
  maxDownloadLinks,
  maxFolders,
  maxKeyStatements,
  maxLinkedFiles,
  maxLinkedPeople,
  maxPasskeys,
  maxRosterStatements,
  maxUnfinishedListed,
} from './limits.ts'

/** The documentation of a call, for callers (server/openapi) and for developers. */
export interface CallDescription {
  /** One line that says what the call does, without a full stop. */
  summary: string
  description?: string
  /**
   * Statuses with which this call refuses, and their codes; none if the text has no code. Refusals of all
   * calls of its kind (sessions, tokens, unreadable bodies) are not listed.
   */
  refusals?: Readonly<Record<number, readonly ApiCode[]>>
}

const streamRefusals = { 503: ['busy'] } as const
const ownPasswordRefusals = {
  401: ['badPassword'],
  409: ['keyPasswordMissing'],
  429: [],
  503: ['busy'],
} as const
const folderRefusals = { 404: ['folderNotFound'] } as const
const ownerRefusals = { 403: ['ownersOnly'], 404: ['folderNotFound'] } as const
const downloadLinkRefusals = {
  404: ['linkInvalid'],
  410: ['downloadLinkExpired', 'downloadLinkUsedUp'],
} as const
const namedLinkRefusals = { ...downloadLinkRefusals, 401: ['downloadLinkLocked'] } as const
const sharedFileRefusals = {
  ...namedLinkRefusals,
  403: ['downloadLinkNamed'],
  404: ['linkInvalid', 'fileNotFound', 'fileLost'],
  ...streamRefusals,
} as const
const rulesOfFolders = ['uploadGateRequired', 'domainNotAllowed', 'retentionTooLong'] as const
const rulesOfLinks = [
  ...(['linkPasswordRequired', 'linkLastsTooLong', 'namedPeopleRequired', 'linkUsesRequired'] as const),
  'domainNotAllowed',
] as const
const uploadLinkRefusals = { 404: ['linkInvalid'], 410: ['linkInvalid', 'uploadLinkReplaced'] } as const
const uploadRefusals = {
  ...uploadLinkRefusals,
  403: ['gateClosed'],
  404: ['linkInvalid', 'uploadUnknown'],
} as const
const rosterRefusals = {
  403: ['ownersOnly'],
  404: ['folderNotFound'],
  409: ['rosterMoved', 'rosterFull', 'notShared', 'lastOwner', 'ownerHasTooManyFolders', 'ownerHasNoRoom'],
  422: ['rosterInvalid'],
} as const

export const callDescriptions: Readonly<Record<CallName, CallDescription>> = {
  prelogin: {
    summary: 'Get the parameters from which the verifier of a password is derived',
    description:
      'Always 200; an unknown name gets made-up parameters, whose salt changes as seldom as that of people, so that the response tells nothing. Formats: core/crypto/FORMAT.md, 5.',
    refusals: { 429: [] },
  },
  login: {
    summary: 'Sign in with user name and password',
    description:
      'Sets the session cookie. Who has a second factor gets a message instead, and a cookie without which the second step is refused.',
    refusals: { 401: ['badLogin'], 429: [], 503: ['busy'] },
  },
  loginSecondStep: {
    summary: 'Sign in: the code of the second factor',
    description:
      'Takes the cookie of the first step, and sets the session cookie. Without `username` for whoever has come from the provider: the cookie says who that is.',
    refusals: { 401: ['ticketEnded', 'ticketTries', 'badCode', 'badLogin'], 429: [] },
  },
  logout: { summary: 'End the session', description: 'Also where there is none.' },
  getCurrentUser: { summary: 'Get who is signed in' },
  updateCurrentUser: {
    summary: 'Change user name or e-mail address',
    refusals: { ...ownPasswordRefusals, 409: ['keyPasswordMissing', 'usernameTaken'] },
  },
  setupTwoFactor: {
    summary: 'Draw a secret for a second factor',
    description: 'It is asked for at sign-in once a code of it was sent to `enableTwoFactor`.',
    refusals: { 409: ['twoFactorOn'] },
  },
  enableTwoFactor: {
    summary: 'Switch the second factor on, with a first code of it',
    refusals: { 400: ['badCode'], 409: ['twoFactorOn', 'twoFactorNotSetUp'], 429: [] },
  },
  disableTwoFactor: { summary: 'Switch the second factor off', refusals: ownPasswordRefusals },
  verifyPassword: { summary: 'Ask whether a password is that of the caller', refusals: ownPasswordRefusals },
  setOwnLanguage: {
    summary: 'Say in which language mails to oneself are written',
    description:
      'Pages say it as it is chosen in them. For a language that the server does not have, they are in English.',
  },
  setOwnReminders: {
    summary: 'Say whether reminders are mailed to oneself',
    description:
      'A day before a folder without files ends, or a download link that nobody has used: to its owners, at most ten a day.',
  },
  requestEmailCode: {
    summary: 'Have a code mailed to the address of the profile',
    description: 'Three in an hour.',
    refusals: { 409: ['noOwnEmail'], 429: [] },
  },
  confirmEmail: {
    summary: 'Confirm the address of the profile with the code that was mailed there',
    description: 'A code to another address than that of now is refused like a wrong one.',
    refusals: { 400: ['badCode'], 429: [] },
  },
  changePassword: {
    summary: 'Change the password',
    description:
      'The verifier and the sealed private key change in one transaction, so that no crash leaves a key that no password opens. `salt` and `iterations` belong to the new verifier and come together; without them it was derived with those in force. So do `encryptedPrivateKey` and `kdfSalt`: the private key in force, sealed anew. With `public_key_spki` beside them it is 409, and nothing changes, when that is not the key in force any more. All other sessions end, and all API tokens; this one goes on under a new id.',
    refusals: {
      401: ['badPassword', 'badLogin'],
      409: ['keyPasswordMissing', 'publicKeyMissing', 'keyPairReplaced', 'tooManyKeyPairs'],
      422: ['passwordAsBefore'],
      429: [],
      503: ['busy'],
    },
  },
  setPublicKey: {
    summary: 'Upload the public key of a new pair',
    description: 'Step 1 of a new pair: the key waits until its sealed private key is stored.',
    refusals: { 409: ['keyPasswordMissing'] },
  },
  getPublicKey: { summary: 'Get the public key' },
  getEncryptedKey: {
    summary: 'Get the private key, as it is stored: sealed under the password',
    description:
      'How it is opened: core/crypto/FORMAT.md, 4. Without `kdfIterations` the key under which it is sealed was derived in 250 000 rounds.',
    refusals: { 404: ['keyDataMissing'] },
  },
  setEncryptedKey: {
    summary: 'Store the sealed private key, and complete a new pair',
    description:
      'Step 2. Without `public_key_spki` the blob belongs to the waiting key, or, when none waits, to the key in force; 409 when there is neither. With it, key and blob become the pair in force together; what the person remembers of others and their statements of folders are installed with it, or nothing is. Where that is another key than before, recovery box and passkeys of the former one are gone with it; of the box the answer says so. With `in_force` it is 409, and nothing changes, when that is not the key in force any more: a key that is only sealed anew must not come back after it was replaced, and a first one (null) must replace none.',
    refusals: {
      ...rosterRefusals,
      409: [
        'keyPasswordMissing',
        'keyPairReplaced',
        'publicKeyMissing',
        'tooManyKeyPairs',
        'contactsMoved',
        ...rosterRefusals[409],
      ],
    },
  },
  getRecoveryBox: {
    summary: 'Get the private key sealed for the recovery code',
    description: 'The server never sees that code.',
    refusals: { 404: ['recoveryBoxMissing'] },
  },
  setRecoveryBox: {
    summary: 'Store the private key sealed for a recovery code',
    description:
      'Takes the place of the one before. 409 when `public_key_spki` is not the key in force any more.',
    refusals: { ...ownPasswordRefusals, 409: ['keyPasswordMissing', 'keyPairReplaced'] },
  },
  deleteRecoveryBox: {
    summary: 'Delete what was sealed for the recovery code',
    description: 'Also where none is stored.',
    refusals: ownPasswordRefusals,
  },
  listPasskeys: {
    summary: 'List the passkeys that open the private key',
    description: 'The newest first, also those of other hosts, without their wraps.',
  },
  addPasskey: {
    summary: 'Store the private key sealed for a passkey',
    description: `How: core/crypto/FORMAT.md, 19. 409 when \`public_key_spki\` is not the key in force any more, and beyond ${maxPasskeys} of them. All are deleted when another key comes into force.`,
    refusals: {
      ...ownPasswordRefusals,
      409: ['keyPasswordMissing', 'keyPairReplaced', 'passkeyKnown', 'tooManyPasskeys'],
    },
  },
  getPasskeyWrap: {
    summary: 'Get the private key sealed for a passkey',
    description: 'The use is in the history, and `last_used_at` of the passkey, before the answer.',
    refusals: { 404: ['passkeyNotFound'] },
  },
  renamePasskey: {
    summary: 'Rename a passkey',
    refusals: { ...ownPasswordRefusals, 404: ['passkeyNotFound'] },
  },
  deletePasskey: {
    summary: 'Delete what was sealed for a passkey',
    description: 'The authenticator keeps the passkey until it is removed there.',
    refusals: { ...ownPasswordRefusals, 404: ['passkeyNotFound'] },
  },
  listApiTokens: {
    summary: 'List API tokens',
    description: 'The newest first, with those that expired in the last 30 days.',
  },
  createApiToken: {
    summary: 'Make an API token',
    description: `\`token\` is in this response and nowhere else: the server keeps its hash. 409 beyond ${maxApiTokens} of them.`,
    refusals: { ...ownPasswordRefusals, 409: ['keyPasswordMissing', 'tooManyTokens'] },
  },
  deleteApiToken: {
    summary: 'Revoke an API token',
    description: 'It is refused from then on.',
    refusals: { 404: ['tokenNotFound'] },
  },

  getSignIn: { summary: 'Get what the login page has to know before anybody has signed in' },
  startSingleSignOn: {
    summary: 'Go to the sign-in provider',
    description:
      'A navigation: 303 to the provider, or back to the login page, whose `sso` says why. 404 where there is no provider.',
    refusals: { 404: ['singleSignOnOff'] },
  },
  finishSingleSignOn: {
    summary: 'Come back from the sign-in provider',
    description:
      'A page that goes on by itself, to the login page or the profile, whose `sso` says how it ended.',
    refusals: { 404: ['singleSignOnOff'] },
  },
  getSingleSignOnLink: { summary: 'Get whether the caller is linked to somebody at the sign-in provider' },
  linkSingleSignOn: {
    summary: 'Begin to link the caller with who they are at the sign-in provider',
    description: 'The page goes to `address`, and comes back linked.',
    refusals: { ...ownPasswordRefusals, 404: ['singleSignOnOff'], 503: ['providerUnavailable', 'busy'] },
  },
  unlinkSingleSignOn: {
    summary: 'Unlink the caller from the sign-in provider',
    description:
      'All other sessions end; this one goes on under a new id. 409 when nothing else lets the person in.',
    refusals: {
      ...ownPasswordRefusals,
      401: ['badPassword', 'badLogin'],
      409: ['keyPasswordMissing', 'onlyWayIn'],
    },
  },
  setKeyPassword: {
    summary: 'Set the first password of whoever has none',
    description:
      'It opens the private key and confirms changes, and signs nobody in. 409 where there is one. `salt` and `iterations` as in `changePassword`.',
    refusals: { 409: ['keyPasswordSet'], 503: ['busy'] },
  },

  findPerson: {
    summary: 'Find a user of this server',
    description: 'One with a key pair in force, by name or by fingerprint. 404 for anybody else.',
    refusals: { 404: ['personUnknown'], 429: [] },
  },
  getContacts: { summary: 'Get what the caller remembers of others, sealed' },
  setContacts: {
    summary: 'Store what the caller remembers of others, sealed',
    description:
      'Compare and swap: 409 unless `n` is one more than what is kept; an identical repeat succeeds.',
    refusals: { 409: ['contactsMoved'] },
  },

  listFolders: { summary: 'List folders', refusals: streamRefusals },
  getFolder: { summary: 'Get a folder', refusals: folderRefusals },
  createFolder: {
    summary: 'Make a folder, with its upload link',
    description: `\`roster\` makes it one of several people: its first statement. A repeat of it gets the folder of the first time. No API token makes such a folder. 409 beyond ${maxFolders} of an account.`,
    refusals: {
      403: ['tokenNotTaken'],
      409: ['tooManyFolders'],
      422: ['rosterInvalid', ...rulesOfFolders],
      503: ['busy'],
    },
  },
  updateFolder: {
    summary: 'Change a folder',
    description: 'What is absent stays as it is.',
    refusals: { ...ownerRefusals, 422: ['sharedTitle', 'sentFolder', ...rulesOfFolders], 503: ['busy'] },
  },
  deleteFolder: {
    summary: 'Delete a folder with all its files',
    description:
      'It goes to the trash, if the server keeps one: the folder, its links and its upload link answer 404 until it is restored.',
    refusals: ownerRefusals,
  },
  listDeliveries: {
    summary: 'List the newest deliveries that nobody has downloaded',
    description: `Of all folders of the caller, at most ${maxDeliveries}, the newest first. \`undownloaded_count\` of the folders counts their files, too.`,
  },
  listTrashedFolders: { summary: 'List the folders that can be restored' },
  restoreFolder: {
    summary: 'Restore a folder from the trash',
    description:
      'With its files, people and links, except for links that have expired. A repeated call changes nothing. 507 where uploads have taken its place.',
    refusals: { ...ownerRefusals, 507: ['noRoomToRestore'] },
  },
  getRoster: {
    summary: 'Get the statements and keys of a folder of several people',
    description:
      'What the server says of it to one of them: none of it is believed before it was verified (core/crypto/FORMAT.md, 14 to 17). Where the people are changed while it goes out, the response ends early.',
    refusals: { ...folderRefusals, 409: ['notShared', 'rosterMoved'], ...streamRefusals },
  },
  changeRoster: {
    summary: 'Add a statement to a folder of several people',
    description: `Compare and swap: 409 ('rosterMoved') when it does not follow the newest one; the identical repeat of the newest one gets the first response. 409 ('rosterFull') beyond ${maxRosterStatements} of them, and ${maxKeyStatements} more that take out a key or an owner; those that take out and bring in nobody are always taken. A new generation replaces the upload link.`,
    refusals: { ...rosterRefusals, 429: [] },
  },
  announceLeaving: {
    summary: 'Tell the owners of a folder that the caller wants to leave it',
    refusals: { ...folderRefusals, 409: ['notShared', 'lastOwner'] },
  },
  withdrawLeaving: {
    summary: 'Tell the owners of a folder that the caller stays',
    refusals: { ...folderRefusals, 409: ['notShared'] },
  },
  setFolderMail: {
    summary: 'Choose whether the caller is mailed when something arrives in a folder',
    description: 'The caller’s own choice: `notify_by_email` of the folder, for members too.',
    refusals: folderRefusals,
  },
  getWebhook: {
    summary: 'Get the webhook of a folder',
    description: 'Null where it has none. Calls of webhooks are for owners of the folder.',
    refusals: ownerRefusals,
  },
  setWebhook: {
    summary: 'Set the webhook of a folder',
    description:
      'In place of the one before. Another address gets another secret; the same one changes nothing, and `secret` is null.',
    refusals: { ...ownerRefusals, 422: ['webhookAddressClosed'] },
  },
  replaceWebhookSecret: {
    summary: 'Draw another secret for a webhook',
    description: 'The one before is no longer used.',
    refusals: { ...ownerRefusals, 404: ['folderNotFound', 'webhookMissing'] },
  },
  testWebhook: {
    summary: 'Send a test notice to a webhook',
    description: "Sends a notice of kind 'test' now, and tells how that went.",
    refusals: { ...ownerRefusals, 404: ['folderNotFound', 'webhookMissing'], 429: [] },
  },
  deleteWebhook: {
    summary: 'Remove the webhook of a folder',
    description: 'Also where there is none. What was not delivered yet is forgotten.',
    refusals: ownerRefusals,
  },
  copyFiles: {
    summary: 'Copy files into a folder of several people',
    description:
      'Files of the caller’s, by an owner of it: each gets bytes of its own. All or none. A repeat with the same `copy_id` copies nothing twice, and gets the first response.',
    refusals: {
      403: ['ownersOnly'],
      404: ['folderNotFound', 'fileNotFound', 'fileLost'],
      409: ['notShared', 'rosterMoved'],
      422: ['copyUnsealed'],
      503: ['copyingTooLong'],
      507: ['linkQuota'],
    },
  },
  hideNames: {
    summary: 'Replace names, paths and hashes of files by placeholders',
    description:
      'Of a folder with `private_names`, by an owner of it who has opened the manifests. All or none; files that are not in the folder are skipped, and a repeat changes nothing. Names cannot be brought back.',
    refusals: { ...ownerRefusals, 409: ['namesNotHidden'], 422: ['otherKeyCommitment'] },
  },
  listFiles: { summary: 'List the files of a folder', refusals: { ...folderRefusals, ...streamRefusals } },
  listAnswers: {
    summary: 'List what senders answered, sealed',
    description: `One for each batch of which a file is there, ${maxAnswersListed} a page, in the order of their ids. The manifests of its files name them by their hash.`,
    refusals: folderRefusals,
  },
  listUnfinishedUploads: {
    summary: 'List uploads of a folder that are no files yet',
    description: `The latest first, at most ${maxUnfinishedListed}.`,
    refusals: folderRefusals,
  },
  endUnfinishedUpload: {
    summary: 'End an upload that is no file yet',
    description:
      'Its bytes go. 404 when it is not there (any more), 409 when it has become a file meanwhile.',
    refusals: { ...ownerRefusals, 404: ['folderNotFound', 'uploadUnknown'], 409: ['uploadConfirmed'] },
  },
  getFileKeys: {
    summary: 'Get the wrapped keys of files',
    description: 'In bulk, for archives, links and manifests. 404 when any id is not the caller’s.',
    refusals: { 404: ['fileNotFound'], ...streamRefusals },
  },
  downloadFile: {
    summary: 'Download a file',
    description:
      'The sealed bytes, with Content-Length, ETag and Range; key and IV in headers. 404 with the code `fileLost` when the server does not have the content any more: asking again is in vain.',
    refusals: { 404: ['fileNotFound', 'fileLost'], 416: [], ...streamRefusals },
  },
  downloadFilesTogether: {
    summary: 'Download several files in one response',
    description:
      'The sealed bytes of several files of the caller’s, one after the other in the order of `ids`, with Content-Length. Meant for small files, which cost a request more than all else. 404 when any id is not the caller’s.',
    refusals: { 404: ['fileNotFound', 'fileLost'], ...streamRefusals },
  },
  deleteFiles: {
    summary: 'Delete files',
    description:
      'They go to the trash, if the server keeps one; links without other files answer 404 until they are restored. Responds with those that it could not delete, and why.',
  },
  listTrashedFiles: {
    summary: 'List the files of a folder that can be restored',
    description: 'Names may be placeholders; `getFileKeys` has their manifests, as of all files.',
    refusals: { ...ownerRefusals, ...streamRefusals },
  },
  extendRetention: {
    summary: 'Keep files longer than was promised to their senders',
    description:
      'For files of folders that have or had `retention_days`. A date is never brought forward: files that are kept longer stay as they are. Responds with those that it could not change, and why.',
  },
  restoreFiles: {
    summary: 'Restore files from the trash',
    description:
      'They come back into their folders and links. One whose name is taken by now gets a number; those that are not in the trash stay as they are. Responds with those that it could not restore, and why. 507 where uploads have taken their place.',
    refusals: { 507: ['noRoomToRestore'] },
  },

  createDownloadLink: {
    summary: 'Make a download link',
    description: `A repeat of what made a link gets the same response; any other use of a token that was used before is refused, 409. So is one beyond ${maxDownloadLinks} links of a person, or ${maxLinkedFiles} files or ${maxLinkedPeople} named people in them.`,
    refusals: {
      404: ['fileNotFound'],
      409: ['linkTokenUsed', 'tooManyLinks'],
      422: ['linkDatePast', 'noMailServer', ...rulesOfLinks],
      503: ['busy'],
    },
  },
  listDownloadLinks: {
    summary: 'List the download links of a folder',
    description:
      'Newest first: those that have not expired, or those that have, until they are deleted 30 days later.',
    refusals: { ...folderRefusals, ...streamRefusals },
  },
  listSentLinks: {
    summary: 'List the download links of all folders',
    description:
      'Of all folders that the caller can open, folder by folder, those that have expired, too. A page has up to 100; call again with `after` until `next` is null.',
    refusals: streamRefusals,
  },
  getDownloadLink: {
    summary: 'Get a download link with all of its files',
    description: 'As its folder lists it, also if it has expired. `id` is the link token.',
    refusals: { 404: ['downloadLinkNotFound'], ...streamRefusals },
  },
  getSealedLink: {
    summary: 'Get what the maker of a download link sealed for themselves',
    description:
      'What was sealed when the link was made; null for links of clients that seal nothing. `id` is the link token.',
    refusals: { 404: ['downloadLinkNotFound'] },
  },
  updateDownloadLink: {
    summary:
      'Change until when, how often and by whom a download link may be used, its title, its message and its password, or add and remove files',
    description:
      'For whoever may delete it; `id` is the link token or its number. Whoever is not in `allowed_emails` any more is refused from their next request on, and so is whoever gave an earlier password. A later `expiration_date`, or another file, takes a link that obeys all rules. All members are applied, or none.',
    refusals: {
      403: ['ownersOnly'],
      404: ['downloadLinkNotFound', 'fileNotFound'],
      409: ['tooManyLinks', 'tooManyPeopleOfMaker', 'linkChanged'],
      422: ['linkDatePast', 'noMailServer', 'lastFileOfLink', ...rulesOfLinks],
    },
  },
  deleteDownloadLink: {
    summary: 'Delete a download link',
    description: '`id` is the link token or its number.',
    refusals: { 403: ['ownersOnly'], 404: ['downloadLinkNotFound'] },
  },
  getDownloadStatus: {
    summary: 'Look at a download link',
    description:
      'Takes no use of a limited link. The cookie that it sets says whose requests those for bytes are, so that they count as one use. A link for named people lists no file until its password was given and a code entered.',
    refusals: { ...downloadLinkRefusals, ...streamRefusals },
  },
  verifyDownloadPassword: {
    summary: 'Give the password of a download link, and get its keys',
    description:
      'Remembered for this link and browser until 24 h have passed without a download: file contents need it. With `requires_email` the response has neither files nor keys: enter a code, and make this call again.',
    refusals: { ...downloadLinkRefusals, ...ownPasswordRefusals },
  },
  requestDownloadCode: {
    summary: 'Have a code mailed to a person whom a download link names',
    description:
      'As `requestUploadCode`: the response is the same for every address. The password of the link comes first.',
    refusals: { ...namedLinkRefusals, 409: ['gateNotAsked'], 429: [] },
  },
  verifyDownloadCode: {
    summary: 'Give the code that was mailed to a person whom a download link names',
    description:
      'Remembered for this link and browser until 24 h have passed without a download, or the person is removed: names, keys and file contents need it.',
    refusals: { ...namedLinkRefusals, 400: ['badCode'], 409: ['gateNotAsked'], 429: [] },
  },
  downloadSharedFile: {
    summary: 'Download a file of a link',
    description: 'The sealed bytes, with Content-Length, ETag and Range; the IV in a header.',
    refusals: { ...sharedFileRefusals, 416: [] },
  },
  downloadSharedFilesTogether: {
    summary: 'Download several files of a link in one response',
    description: 'As `downloadFilesTogether`, of the files of one link.',
    refusals: sharedFileRefusals,
  },

  getUploadStatus: {
    summary: 'Look at an upload link',
    description:
      'In the calls of upload links, `own-folder-` and the id of a folder in 16 digits takes the place of the token: for people of that folder, with a session, who are asked for nothing.',
    refusals: uploadLinkRefusals,
  },
  requestUploadCode: {
    summary: 'Have a code mailed to an uploader',
    description:
      'The response is the same whether the address may upload or not. Three in an hour. The mail is in `language`, else in the first language of Accept-Language that the server has.',
    refusals: { ...uploadLinkRefusals, 409: ['gateNotAsked'], 429: [] },
  },
  verifyUploadPassword: {
    summary: 'Give the password of an upload link',
    description: 'Remembered for this link and browser for 24 h.',
    refusals: { ...uploadLinkRefusals, ...ownPasswordRefusals, 409: ['keyPasswordMissing', 'gateNotAsked'] },
  },
  verifyUploadCode: {
    summary: 'Give the code that was mailed to an uploader',
    description: 'Remembered for this link and browser for 24 h.',
    refusals: { ...uploadLinkRefusals, 400: ['badCode'], 409: ['gateNotAsked'], 429: [] },
  },
  mailConfirmation: {
    summary: 'Have a confirmation of an upload mailed to the verified address of its sender',
    description:
      'Title of the folder, numbers of files and bytes, time, name that the owner shows; no file names. Counts the files of the batch that were sent with the address of the pass, and answers once the mail is sent. Once per batch: a repeat sends nothing. Five an hour to an address, failed attempts included.',
    refusals: {
      ...uploadRefusals,
      409: ['gateNotAsked', 'confirmationUnavailable'],
      429: [],
      503: ['confirmationFailed'],
    },
  },
  getRecipientKey: {
    summary: 'Get the public key that files of an upload link are sealed to',
    description:
      'Before any gate: whoever compares the key asks as a stranger does. 404 when the owner has no complete pair.',
    refusals: { ...uploadLinkRefusals, 404: ['linkInvalid', 'recipientKeyMissing'], 429: [] },
  },
  uploadFiles: {
    summary: 'Upload files',
    description:
      'The request that makes files, whatever their size: small ones come in it, large ones went up in numbered parts before and are named in it. One result a file; repeating a batch index repeats its result. `partsMissing` in a result: `parts` are missing, or were not what their sender stated and are gone; send these, and this again. `uploadSentTooOften`: parts were altered too often, and the upload is gone. X-Body-XXH64: as for a part, of the whole form.',
    refusals: {
      ...uploadLinkRefusals,
      400: ['gateFieldsLate', 'badCode', 'bodyAltered'],
      401: ['badPassword'],
      403: ['gateClosed'],
      408: ['uploadStoodStill', 'uploadTooSlow'],
      422: ['mismatchedArrays'],
      429: [],
      503: ['busy', 'uploadTooLong'],
      507: ['linkQuota'],
    },
  },
  createPartsUpload: {
    summary: 'Begin the upload of a large file in numbered parts',
    description:
      'In the shape of S3 multipart uploads. All sizes are of the sealed file, in bytes; `part_size` is that of every part but the last. 507 where the file does not fit with the 64 KiB that its names, manifest and answers may take.',
    refusals: { ...uploadLinkRefusals, 403: ['gateClosed'], 429: ['tooManyUploads'], 507: ['linkQuota'] },
  },
  putPart: {
    summary: 'Send a part',
    description:
      'The bytes of part `n`, from 1, with their Content-Length. 204 once they are stored; sent again they take the place of those before. With X-Body-XXH64, their XXH64 in hex, no others are stored.',
    refusals: {
      ...uploadRefusals,
      400: ['bodyAltered'],
      408: ['uploadStoodStill', 'uploadTooSlow'],
      409: ['uploadConfirmed', 'uploadSentTooOften'],
      507: ['linkQuota'],
    },
  },
  addressPart: {
    summary: 'Ask where a part may be sent in the store itself',
    description:
      'Where part `n` may be PUT without a cookie, once or again, until `expires_at`; 200 once it is stored. Counts as if its bytes had come, whatever becomes of it. With `xxh64`, the XXH64 of the part in hex, the file is made only of parts that have it. 409 where parts come here.',
    refusals: { ...uploadRefusals, 409: ['uploadConfirmed', 'uploadSentTooOften'], 507: ['linkQuota'] },
  },
  getPartsUpload: {
    summary: 'Ask which parts of an upload are stored',
    description: '`parts`: the numbers of those that are stored.',
    refusals: uploadRefusals,
  },
  abortPartsUpload: {
    summary: 'End an upload in parts',
    description: 'Its bytes go.',
    refusals: { ...uploadRefusals, 409: ['uploadConfirmed'] },
  },

  showReminderSwitch: {
    summary: 'Go to the page that switches off reminders',
    description: 'A navigation, which changes nothing: 303 to a page with a button.',
  },
  switchOffReminders: {
    summary: 'Switch off reminders by the token of a mail',
    description:
      'The address in `List-Unsubscribe` of the mail (RFC 8058). Any body is ignored. The response is the same if they are off already.',
    refusals: { 404: ['linkInvalid'], 429: [] },
  },
  getAudit: {
    summary: 'Read what happened',
    description:
      'The newest first: in folders that the caller owns, or owned when they were deleted, and to their account. As CSV (`format`) all of it, unless `limit` is given.',
    refusals: { 403: ['ownersOnly'], 404: ['folderNotFound'], ...streamRefusals },
  },

  getServerInfo: { summary: 'Get what a signed-in user has to know of the server' },
  getOperatorRules: {
    summary: 'Get the rules for folders and download links',
    description: 'For the operator; everybody else finds those in force in `getServerInfo`.',
    refusals: { 403: ['operatorsRules'] },
  },
  setOperatorRules: {
    summary: 'Change the rules for folders and download links',
    description:
      'By the operator. They hold for what is made or changed from then on. What is absent stays as it is.',
    refusals: { 403: ['operatorsRules'], 422: ['ruleFixed', 'rulesNeedMail'] },
  },
  getOwnSpace: {
    summary: 'Get how much is stored for the caller',
    description:
      'Sealed bytes of all folders that count towards the account: a folder counts to the first of its owners.',
  },
  getLook: {
    summary: 'Get how the operator has this server look',
    description: 'Pages ask for it first, as they are the same on every server.',
  },
  setLook: {
    summary: 'Change how this server looks',
    description: 'By its operator; all of it but the logo.',
    refusals: { 403: ['operatorsLook'] },
  },
  resetLook: {
    summary: 'Have this server look as it comes',
    description: 'The logo goes as well.',
    refusals: { 403: ['operatorsLook'] },
  },
  setLogo: {
    summary: 'Set the logo',
    description:
      'A PNG of at most 100 KiB and 512 pixels each way, neither interlaced nor animated. The server keeps its pixels alone, encoded anew.',
    refusals: {
      403: ['operatorsLook'],
      413: [],
      422: [
        'logoNoPng',
        'logoTooLarge',
        'logoTooManyPixels',
        'logoTooManyColours',
        'logoAnimated',
        'logoInterlaced',
        'logoDamaged',
      ],
    },
  },
  deleteLogo: { summary: 'Remove the logo', refusals: { 403: ['operatorsLook'] } },
  getApiDescription: { summary: 'Get this description', description: 'OpenAPI 3.1, of all calls.' },

  seeRequest: {
    summary: 'Get what arrived of this request',
    description: 'For the operator’s self-test, as the calls beside it: nobody else may make them.',
    refusals: { 401: ['selfTestOver'], 403: ['operatorsTest'] },
  },
  takeBody: {
    summary: 'Send bytes to see how they arrive',
    description: 'Up to 32 MiB, which are thrown away.',
    refusals: { 401: ['selfTestOver'], 403: ['operatorsTest'], 413: [], 503: ['busy'] },
  },
  answerSlowly: {
    summary: 'Get a response that comes late, or in pieces',
    refusals: { 401: ['selfTestOver'], 403: ['operatorsTest'], 503: ['busy'] },
  },
  rangeOfBytes: {
    summary: 'Get a part of bytes that are known',
    refusals: { 401: ['selfTestOver'], 403: ['operatorsTest'], 416: [] },
  },
  inspectServer: {
    summary: 'Try what the server works with',
    refusals: { 401: ['selfTestOver'], 403: ['operatorsTest'], 503: ['busy'] },
  },
}
