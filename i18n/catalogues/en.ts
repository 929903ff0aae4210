/**
 * English. ICU messages, by area and name; the order of an area is that of its screens. Literal texts of the product: they
 * change on purpose or not at all.
 */
export const en = {
  /** The application as such, and pages that lead nowhere. */
  app: {
    notFound: '404 Not Found',
    notFoundText: 'There is no page at this address.',
    goHome: 'Go Home',
    notShown: 'This page could not be shown',
    openAnew: 'Open the page anew',
    newVersion: 'A new version of Sealpost was installed. Reload to go on.',
    partOffline:
      'You are offline, and this part is not on this device yet. It comes as soon as the server answers.',
    reload: 'Reload',
    updateReady: 'A new version of Sealpost is ready.',
    updateSigned:
      'A new version of Sealpost is ready: {version}. Its files match the list that its developers signed.',
    updateUnsigned:
      'A new version of Sealpost is ready. Its developers did not sign it. Ask whoever runs this server before you reload.',
    updateAltered:
      'A new version of Sealpost is ready, but it is not {version} as its developers signed it. Ask whoever runs this server before you reload.',
    updateOlder:
      'Another version of Sealpost is ready: {version}, which is older than yours. Ask whoever runs this server before you reload.',
    updateUnknown:
      'A new version of Sealpost is ready. Whether its developers signed it could not be checked. Ask whoever runs this server before you reload.',
    updateInstalled: 'A new version of Sealpost was installed.',
  },

  site: {
    description: 'End-to-end encrypted file exchange.',
    appDescription: 'End-to-end encrypted file exchange for your own server.',
    newFolder: 'New folder',
    newFolderText: 'Create a folder and its upload link',
    profile: 'Profile',
    profileText: 'Password, second factor and encryption key',
    wideScreenshot: 'The dashboard: folders, their links and what has not been downloaded yet',
    narrowScreenshot: 'An upload link on a phone',
  },

  /** Message for browsers in which the application does not work. */
  unfit: {
    notStarted: 'Sealpost did not start',
    notStartedText:
      'If you are online, reload the page once. If that does not help, this browser is too old for Sealpost, which encrypts and decrypts files in it: open the same address in a current one. The oldest that work are Chrome and Edge 116, Firefox 124 and Safari 17.4.',
    noScript: 'Sealpost encrypts and decrypts files in your browser. Please allow JavaScript for this page.',
    needsHttps: 'This page needs https',
    needsHttpsText:
      'Sealpost encrypts and decrypts in your browser, and browsers allow that only on pages that arrive over https. This one came over plain http, so nothing can be sent or opened safely here.',
    givenLink: 'If somebody gave you this link',
    givenLinkText: 'Open the same address with https:// in front:',
    givenLinkElse: 'If that does not work, tell whoever runs this server.',
    yourServer: 'If you run this server',
    yourServerText:
      'It needs a certificate, for instance from a reverse proxy such as Caddy that gets one by itself, and its public https address in the setting PUBLIC_URL. On the machine it runs on, http://localhost works as it is.',
    cannotRun: 'This browser cannot run Sealpost',
    cannotRunText:
      'Sealpost encrypts and decrypts in your browser, and this one lacks what that takes. Nothing has been sent, and nothing is lost.',
    whatToDo: 'What you can do',
    otherBrowser:
      'Open the same address in a current browser. The oldest that work are {browsers}. If yours is as new as that, a setting or an extension may have switched something off.',
    oldestBrowsers: 'Chrome and Edge 116, Firefox 124 and Safari 17.4',
    missingHere: 'Missing here: {features}.',
    webWorkers: 'web workers',
    streams: 'streams',
  },

  /** Pieces of every page. */
  ui: {
    lockedName: 'Name locked',
    skip: 'Skip to content',
    toStartPage: '{name}, to the start page',
    offline: 'Offline',
    operator: 'Who runs this server',
    imprint: 'Imprint',
    privacy: 'Privacy',
    support: 'Support',
    language: 'Language',
    languageMissing: 'The texts of this language could not be loaded: {reason}',
    backToDashboard: 'Back to Dashboard',

    cancel: 'Cancel',
    close: 'Close',
    tryAgain: 'Try again',
    error: '<strong>Error:</strong> {message}',
    done: 'Done',
    note: 'Note',
    warning: 'Warning',
    errorLabel: 'Error',
    closeNotification: 'Close notification',

    copy: 'Copy',
    copied: 'Copied',
    linkNotCopied: 'Failed to copy link to clipboard.',
    share: 'Share...',
    notShared: 'This device did not share the link. Copy it instead.',
    copyByHand: 'Copy by hand',
    copyByHandText: '{failure} The text is selected: copy it with Ctrl+C, ⌘C, or by holding it down.',
    toCopy: 'To copy',

    compareSha256: 'Compare SHA-256',
    compareSha256Hint:
      'Every download is verified. For files above {size} that leaves out the SHA-256, which is only what the sender states until it is compared, too. That takes longer.',
    youAreOffline: 'You are offline.',
    keptList: 'This list is kept on this device, <strong>as of {time}</strong>.',
    onceAnswered: '{actions} as soon as the server answers.',
    showTyped: 'Show what is typed',
    hideTyped: 'Hide what is typed',
    fingerprintWords: 'Fingerprint words',
    wordsOfFolder: 'Words that senders see',
    yourWords: 'Your words',
    yourWordsText: 'The upload page shows them. Senders can compare them with you by phone.',
    used: '{bytes} of {limit} used',
    almostFull: 'Almost full',
    full: 'Full',
    keyName: '“{words} …”',
    /** Names of files or people, as many as a sentence takes. */
    andMore: '{names} and {more, number} more',
    more: 'and {count, number} more',
    timeLeft: '{time} left',
    remove: 'Remove',
    saving: 'Saving...',
    delete: 'Delete',
    never: 'Never',
    verify: 'Verify Code',
    verifying: 'Verifying...',
    checking: 'Checking...',
    continue: 'Continue',
    sendCode: 'Send code',
    askForNewLink: 'Ask the person who gave you this link for a new one.',
    progressOf: 'Progress of {name}',
    stopAndLeave: 'Stop and leave',
    emailInvalid: 'Please enter a valid e-mail address.',
    emailLocalPart:
      'Letters with accents or of other alphabets cannot be used before the @ here. Please use another address.',
    codeForm: 'Verification code must be exactly 6 digits.',
  },

  /** By the codes of what goes wrong, core/faults/fault.ts. Their values: as there; `said`, and whether it says something. */
  faults: {
    csrf: 'CSRF validation failed',
    sessionExpired: 'Session expired. Please login again.',
    notAuthenticated: 'Not authenticated. Please log in.',
    badLogin: 'Incorrect username or password.',
    badPassword: 'Incorrect password provided.',
    badCode: 'Invalid or expired verification code.',
    ticketEnded: 'This sign-in has expired. Please sign in again.',
    ticketTries: 'Too many wrong codes. Please sign in again.',
    singleSignOnOff: 'This server has no sign-in by a provider.',
    providerUnavailable:
      'The sign-in provider does not answer, or not as it should. Try again in a moment; if it stays so, tell whoever runs this server.',
    tooManyRequests: 'Too many requests. Please try again later.',
    linkInvalid: 'Link invalid/expired.',
    unknownField: 'The server is running a different version from this page. Reload the page and try again.',
    uploadLinkReplaced: 'This link was replaced.',
    recipientKeyMissing: 'Recipient public key is missing or not configured.',
    uploadUnknown: 'This upload is unknown or has expired.',
    uploadSentTooOften:
      'Parts of this file were sent too many times. Please send it again from its beginning.',
    tooManyUploads:
      'Too many uploads from your address are unfinished here. Let some of them finish, or try again later.',
    partsMissing: 'Parts of the file are missing, or arrived altered. Try again, or over another network.',
    uploadConfirmed: 'This file has already been confirmed.',
    storedOtherwise: 'In this place of the batch another file was stored before.',
    gateClosed: 'This upload link asks for a password or a verified e-mail address first.',
    gateNotAsked: 'This link does not ask for that any more. Please reload the page.',
    confirmationUnavailable: 'This server sends no mail, so it cannot confirm uploads by e-mail.',
    confirmationFailed: 'The e-mail could not be sent. Please try again later.',
    notEncrypted: 'The file is not encrypted, so it was not stored.',
    outOfSpace: 'The server has no room left for this upload.',
    /** Also of files that are larger than what is left. */
    linkQuota: 'This upload link has no room for so much data.',
    storageUnavailable: 'The server cannot store anything at the moment. Please try again later.',
    internal:
      'Something went wrong on the server. Please try again; should it go on, tell whoever runs the server.',
    requestTooLarge: 'The request is too large.',
    uploadStoodStill: 'The upload stood still for too long.',
    uploadTooSlow: 'The upload came too slowly.',
    bodyAltered: 'What arrived is not what was sent. Try again, or over another network.',
    uploadTooLong: 'The upload took too long. Please try again.',
    busy: 'The server has too much to do at the moment. Please try again in a moment.',
    shuttingDown: 'The server is restarting. Please try again in a moment.',

    'bad-format': 'Invalid encrypted data: unknown format.',
    'bad-key': 'Invalid encryption key format received from server.',
    'size-mismatch': 'The file changed while it was being read.',
    'sealed-twice': 'A part of a file must not be encrypted twice with the same key.',
    'weak-key': 'The public key is not a sound RSA key of 2048, 3072 or 4096 bits.',

    unanswered: 'Network Error: Could not connect to the server.',
    'file-changed': 'The file changed or can no longer be read. Remove it and add it again.',
    'type-mismatch': 'File content does not match its extension.',
    'not-as-sealed': 'The file is not the one that was being sent.',
    'key-missing': 'Encryption key missing',
    unreported: 'Upload status unreported by server',
    'no-verdict': 'Received empty response data from server.',
    'not-stored': '{speaks, select, yes {{said}} other {Upload failed on server}}',
    'stored-otherwise': 'The file was stored as it was before it changed. Remove it and add it again.',
    'storage-unsafe': 'The storage of this browser failed. Please try again.',
    'thread-died':
      'A worker of this page ended: {speaks, select, yes {{said}} other {it stopped without a word}}',

    'upload-token-missing': 'Token missing from URL.',
    'fields-refused':
      'This server asks for answers in a form that no folder can have, so nothing of it is shown or sent.',
    /** The end of a sentence: see upload.noRecipient. */
    'link-damaged':
      'what follows the # in this link names no key. Ask for the link again, and open all of it.',
    /** The same applies. */
    'other-recipient': 'the key that the server offers is not the one this link was made for.',
    /** And this. */
    'recipient-changed':
      'the key that the server offers has changed since this page was opened. Reload the page, and compare the words of the key with the recipient by phone before you send anything.',
    'cookies-blocked':
      'This browser blocks cookies for this address. Allow them here, and open the page anew.',
    'other-answer':
      'Something else answered in place of the server, such as a proxy or the sign-in page of a network.',
    'part-missing':
      'A part of the application could not be loaded. Check your connection; if that does not help, reload the page.',
    unexpected: '{speaks, select, yes {Unexpected Error: {said}} other {An unexpected error occurred.}}',
    unexpectedSilent: 'An unknown error occurred.',

    /** Errors by status, for responses without a message. */
    status401: 'Unauthorized or session possibly expired.',
    status403: 'Forbidden',
    status422: 'Request validation failed. Check inputs.',
    status429: 'Too many requests. Please try again later.',
    otherStatus: 'Error: {status} - {statusText}',
    noStatusText: 'Unknown',
    serverError: 'Server Error: {said}',
    fallback: 'An unexpected error occurred.',
  },

  /** The same of what no upload and no sign-in meets. */
  moreFaults: {
    mismatchedArrays: 'Mismatch in lengths of file data arrays provided for upload',
    gateFieldsLate:
      'The fields link_password, uploader_email and verification_code come before all others of the form.',
    downloadLinkExpired: 'This link has expired.',
    downloadLinkUsedUp: 'This link has been used as often as it allows.',
    downloadLinkLocked: 'This download is password protected.',
    downloadLinkNamed:
      'This download is for named people. Open the link again and confirm your e-mail address.',
    linkTokenUsed: 'This link token was used before.',
    fileNotFound: 'File not found.',
    fileLost:
      'The content of this file is lost on the server. Whoever runs the server may have a backup; otherwise ask the sender for it again.',
    truncated: 'Incomplete file data received from server.',
    damaged: 'Decryption failed: The data is damaged.',
    'wrong-key': 'It is encrypted for another key than the one that is open.',
    'wrong-password': 'Decryption failed: Incorrect password or corrupted data.',
    'bad-iv': 'Invalid encryption IV format received from server.',
    'short-for-iv': 'Invalid encrypted data: too short to contain IV.',
    'no-link-keys': 'No valid decryption keys found in the link.',
    commitment: 'The file key does not match the manifest of this file.',
    'kdf-refused': 'The server asked for password settings that are not safe.',
    'link-keys-missing':
      'Decryption keys are missing from the link. The link is incomplete or was copied incorrectly.',
    incomplete: 'Incomplete file data received from server.',
    'other-length': 'Its length is not the one that the server says; it can be downloaded by itself.',
    'stored-damaged': 'The stored data is damaged: a part of it does not verify.',
    'hash-mismatch': 'The content is not what was sent: its SHA-256 differs from the recorded one.',
    'content-mismatch':
      'The content is not what was sent: it differs from what the sender’s browser has sealed of it.',
    'none-opened': 'All files failed to download.',
    unsaved: '{speaks, select, yes {{said}} other {The folder cannot be written to.}}',
    'name-refused':
      'The browser does not save a file under this name in this folder. Download it by itself, or save to another folder.',
    'path-too-deep':
      'It is more than {limit, number} folders deep. On its page it can be downloaded by itself.',
    'device-full': 'There is no room left on this device.',
    'no-sink':
      'This window can save at most {capacity, number} MB at a time, because {why, select, no_start {its service worker does not start, and it has no room for a private copy on the disk} no_room {it offers no service worker, and has room for no larger private copy on the disk} other {it offers neither a service worker nor a private file system}}; {what, select, download {this download has} file {this file has} other {these files have together}} {bytes, number} MB. Private windows and blocked site data are the usual reasons: open the link in a normal window, or in another browser.',
    'browser-stopped':
      'The browser stopped the download before it was complete. What was saved is not whole: delete it.',
    'not-shared': 'This browser does not share the file. Download it instead.',
    'key-not-sent': 'Missing encryption data for {name}',
    'key-not-in-link': 'Decryption key for "{name}" not found.',
    'key-input-missing': 'Missing password or key data.',
    'key-not-loaded': 'Key not loaded.',
    'download-token-missing': 'Download link token is missing.',
    'other-link': 'This is the link of another download.',
  },

  /** And of what strangers do not meet. */
  ownFaults: {
    linkChanged: 'This link was changed in the meantime. Reload the page and try again.',
    lastFileOfLink: 'These are all files of the link. Delete the link instead.',
    logoNoPng: 'The logo has to be a PNG. Export it as one; an SVG or a JPEG is not taken.',
    logoTooLarge: 'The logo may be 100 KB large. Make it smaller.',
    logoTooManyPixels: 'The logo may be 512 × 512 pixels large. Make it smaller.',
    logoTooManyColours:
      'This picture has too many colours for a logo. Make it smaller, 256 pixels wide for instance.',
    logoAnimated: 'An animated PNG is not taken. Export a single picture.',
    logoInterlaced: 'An interlaced PNG is not taken. Export it without interlacing.',
    logoDamaged: 'This PNG is damaged or incomplete. Export it once more, and upload that.',
    noRoomToRestore:
      'Not restored: there is no room for it any more. Files in the trash can be deleted now to make room.',
    twoFactorOn: 'Two-factor authentication is already enabled.',
    twoFactorNotSetUp: 'Set up two-factor authentication first.',
    usernameTaken: 'This username is already taken.',
    onlyWayIn: 'Nothing else would let you in, so this link stays. Whoever runs the server can remove it.',
    keyPasswordMissing: 'Set a key password in your profile first.',
    keyPasswordSet: 'You have a password already. Change it in your profile.',
    tokenUnknown: 'This API token is unknown, was revoked or has expired.',
    tokenNotTaken: 'This call takes no API token.',
    tokenWithCookies: 'Send an API token or cookies, not both.',
    tokenScope: 'This API token lacks a scope that the call needs.',
    tooManyTokens: 'You have as many API tokens as one person may have. Revoke one first.',
    tokenNotFound: 'API token not found.',
    tooManyLinks:
      'Your download links are as many, or name as many files or people, as those of one person may. Delete some that you do not need any more.',
    tooManyPeopleOfMaker:
      'The download links of the person who made this one name so many people that only they can add more.',
    noMailServer: 'This server sends no mail, so a download link cannot be for named people.',
    downloadLinkNotFound:
      'This link does not exist (any more), or you are not in its folder any more. Download link not found.',
    folderNotFound:
      'This folder does not exist (any more), or you are not in it any more. Folder not found or could not be loaded.',
    tooManyFolders: 'You have as many folders as an account may have (10 000). Delete one first.',
    ownerHasTooManyFolders:
      'This folder would count for somebody who has as many folders as an account may have (10 000). They have to delete one first.',
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
    webhookAddressClosed: 'This is no address of the open internet. The operator can allow it.',
    copyingTooLong: 'The copying took too long. Please try again.',
    otherKeyCommitment: 'The server has another file in place of one that was opened here. Reload the page.',
    namesNotHidden: 'This folder does not hide names. Change that under Edit first.',
    copyUnsealed: 'Files without a manifest cannot be copied.',
    sharedTitle: 'The title of a folder of several people is changed by a statement of its people.',
    sentFolder: 'This folder holds what was sent. Its upload link stays inactive.',
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
      'This server limits how often a download link may be used. Choose a smaller number of downloads.',
    uploadGateRequired: 'This server requires a link password or verified e-mail addresses for folders.',
    domainNotAllowed: 'This server does not allow addresses of this domain.',
    retentionTooLong:
      'This server limits how long files may be kept. Choose a smaller number of days, or an earlier date.',
    selfTestOver: 'This self-test is over, or is one of another server.',
    operatorsTest: 'Only the operator of this server can test it.',
    webhookMissing: 'This folder has no webhook.',
    noOwnEmail: 'Your profile has no e-mail address.',
    keyDataMissing:
      'Encrypted key data not found on server. Please generate or restore keys in your profile.',
    publicKeyMissing: 'There is no public key that this private key could belong to.',
    keyPairReplaced:
      'Your key pair was replaced in another window or session. Reload the page and try again.',
    tooManyKeyPairs:
      'Your key or its password was changed too often in the last 30 days. Try again in some days.',
    passkeyNotFound: 'Passkey not found.',
    passkeyKnown: 'This passkey is in your list already.',
    tooManyPasskeys: 'You have as many passkeys as one person may have. Remove one first.',
    recoveryBoxMissing: 'The server has no recovery code for your key pair.',
    mistyped: 'A character of the recovery code is mistyped. Compare it with your sheet.',
    'generation-closed': 'Generation {gen} of the folder’s key does not open for you. Ask another owner.',
    'folder-key-closed':
      'It is encrypted for a key of this folder that does not open for you, or was altered. Ask another owner.',
    'person-key-missing': 'The server gives no public key of {name}. Try again later.',
    'folder-not-trusted': 'This folder is not trusted as it stands. Look at its people first.',
    'folder-in-place':
      'You know a folder of this title as one of several people. The server shows it as yours alone, so its link would have files sealed to you alone, and was not copied. Ask its other people; the dashboard shows what is missing.',
    'contacts-not-believed':
      'The server gives back something else than what you left with it of the people and folders that you know. Nothing of a folder of several people is opened before that is settled: the dashboard shows what differs.',
    'contacts-full':
      'There is no room for more of the people and folders that you know. Remove people in your profile.',
    'names-other':
      'The server says otherwise than you chose whether this folder hides the names of files, so no link was copied and nothing sent. Open the folder with your key unlocked: it asks which is right.',
    'link-other':
      'The server shows another upload link of this folder than you and this device know, so none was copied and nothing sent. Open the folder with your key unlocked: it says what differs.',
    'folder-not-new':
      'The server answered with a folder or an upload link that was there before. Give no link of it out, and ask whoever runs the server.',
    'sent-elsewhere': 'It was not sent to this folder. Download it alone if you want to see it.',
    'file-returned':
      'It was deleted or missing, and is back, or is another in its place. Accept it on the folder’s page first, or download it alone.',
    'file-exchanged':
      'It was exchanged since this device opened it: the server returns another key or manifest. Ask whoever sent it, and whoever runs the server.',
    'newer-version':
      'This was written by a later version of Sealpost. Reload the page to update it, or install the newer command line.',
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
  },

  /** A message of a sender. */
  message: {
    title: 'Message',
    read: 'Read',
    readOf: 'Read {name}',
    unreadable: 'This file is no message that can be shown. Save it instead.',
    notCopied: 'The message could not be copied.',
  },

  /** Files that are looked at, not saved. */
  preview: {
    purpose: 'Your private key decrypts the file.',
    of: 'Preview of {name}',
    place: '{number, number} of {files, number} · {size}',
    previous: 'Previous file',
    next: 'Next file',
    save: 'Download',
    download: 'Download {name}',
    link: 'Create a link to {name}',
    delete: 'Delete {name}',
    'too-large': 'Files of more than {size} have no preview.',
    'no-kind': 'There is no preview for this kind of file.',
    'not-decoded': 'This browser cannot show the file.',
    'too-many-pixels': 'The picture has too many pixels for a preview.',
    firstBytes: 'The first {size}:',
  },

  /** A download under way, and how it ended. */
  saving: {
    inProgress: 'Download in progress',
    progress: 'Download progress',
    toFolder: 'Saving to the folder',
    showLeftOut: 'Show all {count, number} files that were left out',
    filesLeftOut: 'Files left out',
    renamed:
      '{count, plural, one {# file was saved under another name than it was sent with} other {# files were saved under other names than they were sent with}}',
    renamedFiles: 'Files with another name',
    unsealed: 'name and content are the server’s word',
    differentName: 'name altered by the server',
    differentPath: 'folder altered by the server',
    differentSize: 'size altered by the server',
    differentSha256: 'checksum altered by the server',

    cancelled: 'Download cancelled.',
    failed: 'Download failed: {reason}',
    fileFailed: 'Failed to download {name}: {reason}',
    someFailed: 'Download complete, but {count, number} files failed.',
    remains: 'What was saved is not whole: delete it.',
    bytesOf: '{bytes} of {total}',
    filesOf: '{done, number} of {files, plural, one {# file} other {# files}}',
    openingKeys: 'Opening keys: {done, number} of {files, number}',
    lookingInside: 'Looking at what is in the folder...',
    starting: 'Starting...',
    saving: 'Saving: {progress}',
    needsNetwork: 'Waiting for the connection. The download goes on by itself.',
    needsServer: 'Waiting for the server: something else answers in its place.',
    needsPassword: 'Waiting for the password of this link.',
    needsSignIn: 'Waiting for you to sign in again.',
    needsPress: 'Decrypted',
    readyToShare: 'Ready: Share',
    shortNeedsNetwork: 'Waiting for the connection',
    shortNeedsServer: 'Waiting for the server',
    shortNeedsPassword: 'Waiting for the password',
    shortNeedsSignIn: 'Waiting for the sign-in',

    noneDecrypted: 'No files could be decrypted.',
    archiveNotKept: 'The archive is not whole: nothing of it was kept as finished.',
    savedFile: '{size} saved',
    sharedFile: '{size} shared',
    savedFiles: '{files, plural, one {# file} other {# files}}, {size} saved',
    sha256Compared: 'SHA-256 compared',
    sha256ComparedTo: 'SHA-256 compared: {sha256}',
    verifiedBut: 'contents verified but for {files, plural, one {# file} other {# files}}',
    contentVerified: 'content verified',
    contentsVerified: 'contents verified',
    allOfFileVerified: 'content and name verified',
    allOfFilesVerified: 'contents and names verified',
    noManifest: 'No manifest came with {names}: name and content are the server’s word.',
    moreAltered: 'The server altered {count, number} more.',
    notDecrypted: 'Could not decrypt {count, number} file(s): {names}',
    sealedToOlder:
      'Sealed to your older key {key}: restore the backup of that key in your profile to open it.',
    sealedToOther:
      'Sealed to another key than the one that is unlocked: restore the backup of that key in your profile to open it.',

    allFailed: 'All files failed to download.',
    complete: 'Download complete. Every file was verified.',
    completeUnsealed:
      'Download complete. Name and content of {files, plural, one {# file} other {# files}} are the server’s word.',
    archiveUseless: 'The archive is not whole: what was saved of it cannot be used.',
    moreMarked: 'and {count, number} more, marked in the list',
  },

  /** The operator's own look, as they set it. */
  look: {
    section: 'Appearance',
    intro: 'On all pages, in e-mails and in the installed application.',
    loading: 'Loading the appearance...',
    name: 'Name',
    nameHint: 'Instead of ‘Sealpost’.',
    accent: 'Accent colour',
    accentHint: 'As #rrggbb.',
    pick: 'Pick a colour',
    greeting: 'Greeting',
    greetingHint: 'Plain text on upload pages.',
    imprint: 'Imprint',
    imprintHint: 'https://… Usually required in Germany and Austria.',
    privacy: 'Privacy notice',
    privacyHint: 'https://…',
    support: 'Support',
    supportHint: 'E-mail address or https://…',
    logo: 'Logo',
    logoHint:
      'PNG, at most 100 KB and {pixels} × {pixels} pixels. A square of 144 or more is also the app icon.',
    chooseLogo: 'Choose PNG',
    noLogo: 'No logo of your own',
    keptLogo: 'Your logo',
    preview: 'Preview',
    onLight: 'On light pages',
    onDark: 'On dark pages',
    contrast:
      '{place}: {colour}, contrast {ratio}\u00a0to\u00a01{change, select, darker {: darker than yours, so that it can be read} lighter {: lighter than yours, so that it can be read} other {}}',
    sampleTitle: 'Upload Files',
    sampleText: 'As senders see it.',
    sampleButton: 'Choose files',
    sampleLink: 'A link',
    save: 'Save appearance',
    saved: 'Saved. Everybody sees it from now on.',
    reset: 'Reset to default',
    resetTitle: 'Reset the appearance?',
    resetConfirm: 'Reset',
    resetText:
      'Name, logo, colour, greeting and all links go, also those to imprint and privacy notice. This cannot be undone.',
    wasReset: 'The appearance is as it comes.',
  },

  /** Rules of the operator: the form that sets them, and what other forms say of them. */
  rules: {
    section: 'Rules',
    intro: 'For everything new on this server.',
    loading: 'Loading the rules...',
    uploadGate: 'Folders need a link password or verified e-mail addresses',
    linkPassword: 'Download links need a password',
    namedPeople: 'Download links are for named people',
    namedNeedMail: 'Not available: this server sends no mail, and named people get a code by mail.',
    linkDays: 'Days per download link, at most',
    linkUses: 'Downloads per download link, at most',
    defaultRetention: 'Days until deletion, for new folders',
    defaultRetentionHint: 'Blank: files stay.',
    maxRetention: 'Days until deletion, at most',
    blankForAny: 'Blank: no limit.',
    domains: 'Allowed e-mail domains',
    domainsHint: 'Separated by commas, without subdomains. Blank: all.',
    fixed: 'Set by {variable} in the environment of the server.',
    broken:
      'In use although they break a rule: {folders, plural, one {# folder} other {# folders}}, {links, plural, one {# download link} other {# download links}}. Domains are not counted.',
    save: 'Save rules',
    saved: 'Saved. They hold from now on.',
    required: 'Required on this server.',
    gateRequired: 'Required on this server: a link password or verified e-mail addresses.',
    atMostDays: 'On this server at most {days, plural, one {# day} other {# days}}.',
    atMostUses: 'On this server at most {max, number}.',
    onlyDomains: 'On this server only addresses at {domains}.',
    notAllowed: 'Not allowed on this server: {address}. Only addresses at {domains}.',
  },

  /** The signed-in account, and how its private key is opened. `kind` 'login': the key's password is that of the sign-in. */
  session: {
    loading: 'Loading authentication status...',
    offline: 'You are offline',
    notSignedOut: '{fault} You are not signed out: this page goes on as soon as the server answers.',
    locked: 'Your private key was locked after {minutes, number} minutes without use.',

    keyOpen: 'Key open',
    keyOpenText: 'Your private key is open. Lock it here, for all tabs.',
    keyLocked: 'Key locked',
    menuFailed: 'This did not work: {reason}',
    keyLockedText: 'Your private key is locked. Unlock it here.',
    menu: 'Account of {username}',
    install: 'Install app',
    scheme: 'Theme',
    schemeSystem: 'System',
    schemeLight: 'Light',
    schemeDark: 'Dark',

    passwordRequired: '{kind, select, login {Login} other {Key}} Password Required',
    purpose: 'Your private key decrypts files.',
    passwordText: '{purpose} Your password opens it in this browser, and is not sent to the server.',
    password: '{kind, select, login {Login} other {Key}} password',
    unlock: 'Unlock',
    unlocking: 'Unlocking...',
    useCode: 'Use the recovery code instead',
    unlocked: 'Your private key is unlocked in this tab, until you log out or close it.',
    unlockedFor:
      'Your private key is unlocked in this tab, until you log out, close it, or do not use the key for {minutes, number} minutes.',
    unlockFailed: 'Failed to unlock key: {reason}',
    notThisPassword: 'That is not the password of your key.',
    formerPassword: 'If your password was reset for you, use the former one, in your profile.',
    formerPasswordOrCode:
      'If your password was reset for you, use your recovery code, or the former password, in your profile.',
    myProfile: 'My Profile',
    tryAgain: 'Try Again',
    /** Label of the button that closes a finished dialog. */
    finish: 'Done',

    codeTitle: 'Use the recovery code',
    codeText: 'Type the code from your recovery sheet. It is not sent to the server.',
    codeHint: '{typed, number} of {all, number} characters. Upper or lower case, with or without dashes.',
    codeIncomplete: 'A recovery code has 28 characters: seven groups of four.',
    codeOfOtherBox:
      'This code is typed as it was written, but it is not the one in force: it may be from an older sheet, or of another user.',
    codeAlteredBox:
      'The code is right, but what the server keeps for it was altered, or does not belong to the public key that it names. Try your backup file, and share no upload links before you know why.',
    codeOtherWords:
      'The key was not used. Words that differ belong to another key: the code may be of another sheet. If it is not, share no upload links before you know why.',
    openKey: 'Open my key',
    opening: 'Opening...',
    wordsTitle: 'The same words as on your sheet?',
    wordsText:
      'The code opens a private key with these twelve words. Compare them with your sheet before the key is used.',
    wordsDiffer: 'They differ',
    wordsSame: 'They are the same',
    sealTitle: 'Seal your key with your password?',
    sealText:
      'Your key is open for this session. Seal it with your current {kind, select, login {login} other {key}} password, and that opens it from now on. Your recovery code stays valid.',
    currentPassword: 'Current {kind, select, login {login} other {key}} password',
    notNow: 'Not now',
    seal: 'Seal my key',
    sealing: 'Sealing...',

    foreignTitle: 'Another key than before',
    foreignServer:
      'The private key that the server gave back is not the one that this device knows for “{username}”. It is not in use.',
    foreignBackup:
      'The private key in this backup is not the one that this device knows for “{username}”. It is not in use.',
    replacedQuestion: 'You replaced or restored your key pair on another device?',
    replacedAnswer: 'Then compare the words under “{title}” with those that the profile shows there.',
    notReplacedQuestion: 'You did not, or the words differ?',
    formerServer:
      'Then the server may have given back a former pair. Do not use it: what senders encrypt for it can be read by whoever has that pair. Share no upload links before you know why.',
    formerBackup:
      'Then it may be a former pair that the server calls the one in force. Do not use it: what senders encrypt for it can be read by whoever has that pair. Share no upload links before you know why.',
    useReplaced: 'The pair was replaced: use it from now on',
    firstTitle: 'First key of this name',
    firstText:
      'This device knows no key of “{username}” yet, only of {names}; names can look alike and differ. The key is not in use.',
    quotedName: '“{name}”',
    newHereQuestion: 'You are “{username}”, and new on this device?',
    newHereAnswer:
      'Then compare the words with those that the profile shows on another device, if you have one.',
    otherNameQuestion: 'Your name is another, or you have unlocked your key here before?',
    useFirst: 'This is my key: use it from now on',
    knownHere: 'Known on this device',
    wordsServer: 'Given back by the server',
    wordsBackup: 'In this backup',
    doNotUse: 'Do not use it',
  },

  /** Names of files that a folder has already are hidden from the server. */
  hidingNames: {
    purpose: 'Your private key opens the names that senders sealed.',
    start: 'Hide these names',
    stop: 'Stop',
    title: 'Hide the {count, plural, one {name} other {names of # files}} that the server knows?',
    text: 'The server forgets names, folders and checksums, and cannot give them back: your key shows what senders sealed, and download links show it to recipients. Programs that cannot open manifests see placeholders. Backups of the server still have the names, and a server can keep what it was told once.',
    trash: 'Files in the trash keep their names there: empty it, or restore them first.',
    progress: 'Hiding names: {done, number} of {total, number}',
    contradicted:
      'The server says something else of {count, plural, one {# file than its sender has sealed, so that it stays as it is} other {# files than their senders have sealed, so that they stay as they are}}: <names></names>{more, plural, =0 {} other { and # more}}',
    hidden:
      '{count, plural, =0 {No name was hidden.} one {The name of # file is hidden from the server now.} other {The names of # files are hidden from the server now.}}',
    waiting:
      '{count, plural, one {# file keeps its name for the time being: its sender} other {# files keep their names for the time being: their senders}} may still repeat the upload. Hide them after {date}.',
    withoutManifest:
      '{count, plural, one {# file came without a manifest and keeps its name.} other {# files came without manifests and keep their names.}}',
    unopened:
      '{count, plural, one {# file does not open with your key and keeps its name.} other {# files do not open with your key and keep their names.}}',
  },

  /** Files of one person's folder that are copied into a folder of several people. `titled` 'yes': the folder has a title. */
  copying: {
    title: 'Copy to folder',
    titleDone: 'Files copied',
    reading: 'Reading the manifests',
    unread: 'Nothing was copied. {reason}',
    files: '{count, plural, one {# file} other {# files}}, by the names that their senders sealed',
    moreFiles: 'More files to copy',
    none: 'None of these files can be copied.',
    unsealed:
      '{count, plural, one {# file cannot be copied, because no manifest came with it, so nothing but the server says what it is} other {# files cannot be copied, because no manifest came with them, so nothing but the server says what they are}}: <names></names>{more, plural, =0 {} other { and # more}}',
    unopened:
      '{count, plural, one {# file cannot be copied, because its key does not open with yours} other {# files cannot be copied, because their keys do not open with yours}}: <names></names>{more, plural, =0 {} other { and # more}}',
    elsewhere:
      '{count, plural, one {# file cannot be copied, because it was not sent to this folder} other {# files cannot be copied, because they were not sent to this folder}}: <names></names>{more, plural, =0 {} other { and # more}}',
    returned:
      '{count, plural, one {# file is not copied, because it was deleted or missing and is back} other {# files are not copied, because they were deleted or missing and are back}}: <names></names>{more, plural, =0 {} other { and # more}}',
    loading: 'Loading folders...',
    noTargets: 'There is no folder of several people that you own. Create one on the dashboard first.',
    into: 'Into which folder of several people?',
    note: 'Everybody in that folder can open the copies, and sees the e-mail addresses that their senders confirmed. Their origin is not proven there. The originals stay here; answers of senders are not copied.',
    copy: 'Copy {count, plural, one {# file} other {# files}}',
    copyingTo: 'Copying to {titled, select, yes {“{title}”} other {the folder without a title}}',
    progress: '{what}: {done, number} of {total, number}',
    stop: 'Stop',
    noneThere: 'Nothing is in {titled, select, yes {“{title}”} other {the folder without a title}} yet.',
    someThere:
      'So far {done, plural, one {# of {count, number} files is} other {# of {count, number} files are}} in {titled, select, yes {“{title}”} other {the folder without a title}}.',
    haltedText: 'What is there stays there, and is not copied again when you go on.',
    goOn: 'Go on',
    done: '{count, plural, one {# file is} other {# files are}} in {titled, select, yes {“{title}”} other {the folder without a title}} now.',
    leftOut: '{count, plural, one {# file that you chose was} other {# files that you chose were}} left out.',
    openFolder: 'Open that folder',
  },

  /** Folders of several people: who is in them, and whether that is to be believed. `role`: 'owner' or 'member'. */
  people: {
    title: 'People',
    count: '{count, plural, one {# person} other {# people}}',
    lockedText: '{count, plural, one {# person} other {# people}}, says the server.',
    lockedNote: 'Unlock your key to check who is in this folder.',
    unlockPurpose: 'Your private key opens this folder and shows who is in it.',
    show: 'Show people',
    opening: 'Checking who is in this folder...',
    notShown: 'Nobody is shown while the warning above stands.',
    openProfile: 'Open profile',

    search: 'Find a person',
    found: '{found, number} of {count, plural, one {# person} other {# people}}',
    noneFound: 'Nobody is called “{name}”.',
    ofFolder: 'People of this folder',
    you: 'you',
    owner: 'Owner',
    member: 'Member',
    asksToLeave: 'Asks to leave',
    since: 'Since <time></time>',
    compared: 'Code compared',
    notCompared: 'Code not compared',
    keyWords: 'Words of the key',
    keyWordsOf: 'Words of the key of {name}',
    actions: 'Actions for {name}',
    actionCompare: 'Compare the code...',
    actionMember: 'Make a member...',
    actionOwner: 'Make an owner...',
    actionConfirm: 'Confirm and remove...',
    actionRemove: 'Remove...',
    keysClosed:
      '{count, plural, one {Key no. {last} of this folder does} other {Keys no. {numbers} and {last} of this folder do}} not open for you. {isExchanged, select, yes {The server gives another key than the one that the owners have signed, or an altered one.} other {The server gives {count, plural, one {it} other {them}} to you no more.}} Files that were encrypted for {count, plural, one {it} other {them}} stay closed, and you can add nobody. Ask another owner; if it opens for nobody, the server holds it back.',
    answerFirst: 'Nobody is added or removed until you have answered what stands at the top of this page.',

    add: 'Add a person',
    addText:
      'Get their code by another way than this server: in person, by phone, e-mail or chat. Then nobody can be added in their place.',
    find: 'Find',
    finding: 'Looking...',
    whatYouHave: 'What you have from them',
    theirCode: 'Their code',
    twelveWords: 'Twelve words',
    code: 'Code',
    codeHint: 'A name, a dot and 43 characters, from their profile.',
    orKnown: 'Or somebody whose code you have compared',
    scan: 'Scan with the camera',
    camera: 'Picture of the camera',
    noCamera: 'The camera cannot be used here. Paste the code instead.',
    stopScanning: 'Stop scanning',
    username: 'Username',
    twelveWordsHint: 'All of them, in their order.',
    noCode:
      'This is no complete code of a person: that is a name, a dot and 43 characters. Ask them to copy the whole line from their profile.',
    notTwelve: 'Type all twelve words. These are {typed}.',
    noUsername: 'Type the username.',
    nameTooLong: 'A name has {limit} characters at most.',
    noKey: 'The server gave no key of this person.',
    otherKeyGiven: 'The server gave another key than the one of this code. Nobody was added.',
    weakKey: 'This key is too weak to seal anything to it. They need a new key pair.',
    noNumber: 'The server gave no valid number of this person. Nobody was added.',
    otherCode:
      'This is the code of another key than the one that this folder names. Do not go on before you know why: ask them again, in person or by phone.',
    otherWords:
      'These words do not belong to the key that this server gives. Look for a typing mistake; if there is none, do not go on before you know why.',
    isIn: '{name} is in this folder already. Their code is compared now.',
    formerName:
      '{former} is in this folder with another key, and by this server {name} is the same person, with a new name. If that is so, remove {former} first, then add {name}.',
    tooMany: 'A folder has {limit} people at most.',
    addPerson: 'Add {name}',
    addPersonText:
      'The key is that of {name}. They will be able to open everything that is in this folder, and everything that comes.',
    serverName: 'This server calls them “{name}”.',
    formerKey:
      '{name} is in this folder with another key. That key is removed, and the folder gets a new one: this replaces the upload links.',
    role: 'Role',
    memberText: 'Downloads files, and makes download links.',
    ownerText: 'Also adds and removes people, and changes and deletes the folder and its files.',
    addToFolder: 'Add to folder',
    adding: 'Adding...',
    wasAdded: '{name} was added',
    wasAddedText: '{name} is in the folder.',
    newLinkText:
      'The upload link was replaced: give the new one to your senders. The old one answers ‘This link was replaced.’; uploads that have begun finish.',
    copyNewLink: 'Copy new upload link',

    compareCode: 'Compare the code of {name}',
    compareCodeBegin: 'Compare the code of {name}...',
    compareText:
      'Ask {name} for their code, or for the twelve words of their key, by another way than this server. Once compared, what they sign in any folder is trusted.',
    compare: 'Compare',
    comparing: 'Comparing...',
    otherName:
      'The key is the same, but this is the code of “{own}”, and whoever added them calls them “{named}”. Press Compare again if you know that this is one person.',

    removePerson: 'Remove {name}',
    askedToLeave: '{name} asked to leave, says the server. Ask them, by another way, before you remove them.',
    removeText: 'The folder gets a new key, and {name} can open nothing that comes from now on.',
    replacesLinks:
      '<strong>This replaces the upload links.</strong> The old one answers ‘This link was replaced.’; uploads that have begun finish.',
    removeEnds: '{name} gets no more e-mails about this folder.',
    webhookEnds:
      'If {name} set up the webhook of this folder, it is removed, with what was still to be sent there.',
    removeLeaves:
      'Download links that {name} knows keep working until you delete them. What {name} could open until now may have been copied.',
    removing: 'Removing...',
    wasRemoved: '{name} was removed',
    wasRemovedText: '{name} is not in this folder any more.',
    makePersonOwner: 'Make {name} an owner',
    makeOwnerText:
      '{name} will be able to do everything that you can: add and remove people, you too, change and delete the folder and its files.',
    handOverText:
      'To hand the folder over, make {name} an owner, then leave: {name} confirms it by removing you.',
    makeOwner: 'Make an owner',
    makePersonMember: 'Make {name} a member',
    makeMemberText: '{name} will still list and download files, and make and copy download links.',
    makeMember: 'Make a member',
    signing: 'Signing...',
    newKeyBegin: 'New key...',
    newKey: 'New key for the folder',
    newKeyText:
      'Files that come from now on are encrypted for a new key, which everybody in the folder gets; those that are here stay as they are. It helps when somebody’s device may have been in other hands.',
    makeNewKey: 'Make a new key',
    makingKey: 'Making a key...',
    hasNewKey: 'The folder has a new key',
    hasNewKeyText: 'The folder has a new key.',

    leaveBegin: 'Leave...',
    leave: 'Leave this folder',
    leaveText:
      'The owners are told. You stay in the folder until one of them removes you, and can take it back until then.',
    tellOwners: 'Tell the owners',
    telling: 'Telling...',
    leaving:
      'You have told the owners that you want to leave. You are in the folder until one of them removes you.',
    stay: 'Stay in the folder',

    history: 'History of the people',
    entry: 'No. {seq}, <time></time>',
    created: '{actor} created the folder.',
    renamed: '{actor} renamed the folder to “{title}”.',
    added: '{actor} added {name} as {role, select, owner {an owner} other {a member}}.',
    rotated: 'The folder has a new key, and a new upload link.',
    signedAgain: '{actor} signed the same people again.',
    removed: '{actor} removed {name}.',
    calledNow: '{name} is called {now} from now on.',
    otherPair: '{name} has another key pair.',
    became: '{name} became {role, select, owner {an owner} other {a member}}.',
    compareSeen: 'Compare what you both see',
    compareSeenText:
      'Read number and words to the others from time to time. If theirs differ, the server shows one of you an older or another state.',
    headNewest: '<strong>Newest entry</strong>: no. {seq}, <time></time>',
    wordsNewest: 'Words of newest entry',
    headSeen: '<strong>What you have seen</strong>: no. {seq}, <time></time>',
    wordsSeen: 'Words of what you have seen',
    headGiven: '<strong>What the server gives now</strong>: no. {seq}, <time></time>',
    wordsGiven: 'Words of what the server gives now',

    askPeople:
      'Until you know why, make no links of it and do not hand out its upload link. Ask its other people, by phone or in person, what they see.',
    broken: 'The list of people of this folder is not genuine',
    brokenEmpty: 'The server gives no list at all.',
    brokenSpelling: 'Entry number {seq} of its history cannot be read.',
    brokenBegin: 'Entry number {seq} of its history does not begin a folder.',
    brokenFolder: 'Entry number {seq} of its history belongs to another folder.',
    brokenOrder: 'Entry number {seq} of its history does not follow the one before.',
    brokenActor: 'Entry number {seq} of its history is signed by somebody who was no owner.',
    brokenGeneration: 'Entry number {seq} of its history names a key that does not fit.',
    brokenRemoval: 'Entry number {seq} of its history removes somebody and keeps the key.',
    brokenOwnerless: 'Entry number {seq} of its history leaves nobody as an owner.',
    brokenSignature:
      'Entry number {seq} of its history does not have the signature of whoever should have made it.',
    brokenText:
      'No owner of the folder made it so: the server has altered or lost something. Nothing of this folder is opened.',
    withheld: 'The server holds back who is in this folder',
    withheldText:
      'You know this folder, and the server gives no list of its people any more: an owner has removed you, it was deleted, or the list is held back. Nothing of it is opened.',
    exchanged: 'This is the list of people of another folder',
    exchangedText: 'The server shows one folder and gives the people of another. Nothing of it is opened.',
    otherTitle: 'This folder has another title',
    otherTitleText:
      'The server shows it as “{shown}”. Its owners have signed the title “{signed}”. Whoever exchanges titles could have you give the address of one folder to the senders of another. Nothing of it is opened.',
    notNamed: 'You are not in this folder any more',
    notNamedText:
      'The newest list of its people does not name you. An owner has removed you, or the server shows you a list that is not meant for you. Ask an owner.',
    otherKey: 'This folder knows you with another key',
    otherKeyText:
      'Its people were told of another key pair of yours than the one that is open now. If you have a new key pair, send your new code to an owner: they remove you and add you again.',
    otherKeyElse:
      'If you have not, somebody may have pretended to be you. Tell the owners, by phone or in person.',
    rollback: 'The server shows an older state of this folder',
    rollbackText:
      'You have seen a newer list of its people than the server gives now. Either the server was restored from a backup, or it brings back somebody who was removed. Nothing of this folder is opened.',
    fork: 'The server shows another history of this folder',
    forkText:
      'What you have seen of its people is not in what the server gives now. Either the server was restored from a backup and the folder was changed since, or it shows different people different lists. Nothing of this folder is opened.',
    noWayBack:
      'This device cannot take what the server gives: it does not hold what you have seen, or somebody who was removed has signed since. Another owner’s device may, or make a new folder.',

    restoredBegin: 'The server was restored...',
    restored: 'The server was restored',
    restoredText:
      'Go on only if whoever runs this server has told you, by phone or in person, that it was restored from a backup. What was changed since that backup is lost.',
    restoredForgotten:
      'Whom you have compared and which folders you have accepted since that backup may be forgotten: compare and accept them again.',
    restoredRemembered:
      'People whose comparison you have forgotten since then count as compared again: forget it again, in your profile, before you open a folder of several people.',
    returning: 'These people get back in, and have to be removed again:',
    regaining:
      'These people are owners again, who let people in and remove them, and have to be made members again:',
    notYourPassword: 'This is not your {kind, select, login {login} other {key}} password.',
    takeOlder: 'Take the older state',
    takingOlder: 'Taking it...',

    invitation: '{name} added you to “{title}”',
    invitationText:
      'You can open its files already, and so can everybody in it. Once you have accepted, you can also hand out its links.',
    invitationCompared: 'You have compared their code: accept if you expected this.',
    invitationNotCompared:
      'Anybody could have made this folder and written that name. Compare the code of {name} first: it has to come from them, not from this server.',
    soFar: 'What became of it so far',
    givenUpCame: 'A change that was given up has come into force',
    givenUpCameText:
      'You have signed it and given it up, and the server shows it all the same. Files open; links are made and copied again when you have accepted it. If you do not want it, accept it and change it back.',
    unsure: '{name} changed who is in this folder',
    unsureText:
      'You have not compared the code of {name} yet. Files open; links are made and copied again when you have.',
    changes: 'What was changed',
    acceptBegin: 'Accept...',
    acceptChangeBegin: 'Accept what was changed...',
    acceptInvitation: 'Accept the invitation',
    acceptInvitationText:
      'From now on “{title}” is one of your folders, with the people that it has now. If the server holds it back one day, or shows you an older state, you are told.',
    acceptChange: 'Accept what was changed',
    acceptChangeText: 'From now on it counts as your own change, and the folder is trusted as it stands.',
    accept: 'Accept',
    accepting: 'Accepting...',

    unconfirmed: 'A change of the people is not confirmed',
    unconfirmedHere:
      'You have signed it, and the server has not said that it is stored. Send the same again, or give it up; until then nothing else is changed.',
    unconfirmedElsewhere:
      'You have signed it on another device, and the server has not said that it is stored. Send it again from there, or give it up; until then nothing else is changed.',
    sendAgainBegin: 'Send again...',
    sendChangeAgain: 'Send the change again',
    sendAgainText: 'The very same is sent, so it counts once, whether or not the server has it already.',
    sendAgain: 'Send again',
    sending: 'Sending...',
    giveUpBegin: 'Give up...',
    giveChangeUp: 'Give the change up',
    giveUpText:
      'It is not sent any more. But what you have signed cannot be taken back: if the server has it and held back its answer, it can still make it count as long as nothing else stands in its place. Then this device asks you again. Make another change soon, such as a new key.',
    giveUp: 'Give up',
    givingUp: 'Giving up...',

    contacts: 'What you remember of others is not as you left it',
    contactsAltered:
      'Whom you have compared and which folders you know lies with the server, sealed with your key. What it gives back does not open: it was altered, or belongs to another key. Until this is settled no folder of several people is opened.',
    contactsReload: 'Reload in a while. If it stays so, tell whoever runs this server.',
    contactsOlder:
      'Whom you have compared and which folders you know lies with the server, sealed with your key. This device has seen a newer state than the server gives now. Either the server was restored from a backup, or it wants you to forget whom you have compared. Until this is settled no folder of several people is opened.',
    contactsOther:
      'Whom you have compared and which folders you know lies with the server, sealed with your key. This device has seen another state of the same number. Either the server was restored from a backup and you have changed it since on another device, or it shows your devices different things. Until this is settled no folder of several people is opened.',

    unnamedFolder: 'A folder of several people ({id}…)',
    folderMissing:
      '<strong>{folder}</strong> is not shown any more: you were removed, it was deleted, or the server holds it back. Ask its other people; forget it when you know.',
    forgetIt: 'Forget it',
    ownRenamed: 'I renamed it',
    ownRenamedText:
      '<strong>{now}</strong> was called {before} when you last knew it. If you did not rename it, the server shows one folder as another: ask whoever runs it, and share no link of either.',
    ownReturned: 'It is the same folder',
    ownReturnedText:
      '<strong>{folder}</strong> has the number of a folder that you have deleted. It may be that folder, if the server was restored from a backup. If you have just made it, delete it and make another: files of the old one could pass for its own.',
    ownMissing: 'I deleted it',
    ownMissingText:
      '<strong>{folder}</strong>, of which you gave out a secret link, is not listed any more. If you did not delete it, the server holds it back: ask whoever runs it.',
  },

  /** The profile, but for what has an area of its own. */
  profile: {
    title: 'My Profile & Settings',
    pages: 'Pages of your profile',
    pageAccount: 'Account',
    pageSecurity: 'Security',
    pageDevices: 'Devices',
    pageApi: 'API',
    pageServer: 'Server',
    signedInAs: 'Signed in as <strong>{username}</strong>',
    unavailable: 'Profile unavailable. Please try logging in again.',
    status: 'Status',
    nothingChanged: 'Nothing was changed.',
    stay: 'Stay',

    information: 'Profile Information',
    username: 'Username',
    displayName: 'Name for others (optional)',
    displayNameHint: 'Senders and recipients see it.',
    email: 'E-mail (optional)',
    emailConfirmed: 'Confirmed.',
    reminders: 'Remind me a day before folders without files and unused links end',
    remindersHint: 'By e-mail, at most ten times a day.',
    emailHint: 'For e-mails when files arrive. A code confirms it.',
    changeAddress: 'Change address',
    skipStep: 'Skip',
    currentPassword: 'Current password',
    currentPasswordHint: 'To save changes.',
    save: 'Save profile',
    saved: 'Profile saved.',
    confirmEmail: 'Confirm your e-mail address',
    confirmEmailText:
      'After that, {address} gets an e-mail when files arrive or someone adds you to a folder.',
    sendAnother: 'Send another code',
    codeSent: 'A code is on its way to {address}. It is valid for 10 minutes.',
    mailCode: 'Code from the e-mail',
    sixDigits: 'Six digits.',
    confirmAddress: 'Confirm address',
    confirming: 'Confirming...',

    signingIn: 'Signing in',
    passwordForgotten: 'If I forget my password',
    emergency: 'Emergency',
    changePasswordTitle: 'Change {kind, select, login {Login} other {Key}} Password',
    changePasswordIntro: 'It also seals your private key.',
    unlockOnce:
      '{kind, select, login {Open my key when I sign in, for all tabs} other {Open my key for all tabs}}',
    unlockOnceHint: 'On this device. Otherwise each tab asks for your password when it needs the key.',
    newPassword: 'New password',
    newPasswordHint: 'At least 8 characters.',
    confirmPassword: 'Confirm new password',
    changePassword: 'Change password',
    changingPassword: 'Changing...',
    passwordChanged: 'Password changed. All other sessions have been ended.',
    passwordUnclear:
      '{reason} Your password may have been changed all the same: {kind, select, key {your private key opens with the new one, or with the old one.} other {sign in with the new one, and if it is refused, with the old one. Your private key opens with the one that signs you in.}}',
    keyNotOpened: 'Your private key does not open',
    keyNotOpenedText:
      'The private key that is stored does not open with your current password, so it cannot be sealed with the new one. It may still be sealed with an older password. You can change the password alone; the key stays as it is, and below you can open it with its older password or restore a backup.',
    changePasswordOnly: 'Change password only',
    setKeyPasswordTitle: 'Set a key password',
    setKeyPasswordIntro:
      'It seals your private key and confirms changes here. It signs nobody in, and your provider never learns it. If it is forgotten, nobody can bring it back.',
    keyPassword: 'Key password',
    keyPasswordHint: 'At least 8 characters. Another one than your provider knows.',
    confirmKeyPassword: 'Confirm key password',
    setKeyPassword: 'Set key password',
    settingKeyPassword: 'Setting...',

    twoFactor: 'Two-Factor Authentication',
    twoFactorIntro: 'A code from an authenticator app when you sign in.',
    enabled: 'Enabled',
    disabled: 'Disabled',
    setupStarted: 'Setup started',
    isEnabled: 'Two-factor authentication is enabled.',
    isDisabled: 'Two-factor authentication is disabled.',
    enableTwoFactor: 'Enable two-factor authentication',
    verifyForm: 'Verify authenticator code',
    secretQr: 'QR code for your authenticator app',
    scan: 'Scan the code with your authenticator app, or type this secret into it:',
    copySecret: 'Copy secret',
    secretNotCopied: 'Failed to copy secret.',
    appCode: 'Code from the app',
    cancelSetup: 'Cancel Setup',
    disableTwoFactor: 'Disable two-factor authentication',
    disablingTwoFactor: 'Disabling...',
    disableQuestion: 'Disable two-factor authentication?',
    disableText: 'Your password alone will then be enough to sign in.',
    disable: 'Disable',

    sharing: 'Sharing with others',
    sharingLocked: 'Unlock your key to see your code and whom you have compared.',
    showMyCode: 'Show my code',
    peoplePurpose: 'Your code is computed from your private key, and the people you know are sealed with it.',
    myCode: 'My code',
    myCodeText:
      'For whoever wants to share a folder with you. It is no secret, but send it by another way than this server: by messenger, e-mail, paper, or let them scan it. By phone, read the twelve words.',
    myCodeQr: 'QR code of my code',
    myCodeWords: 'Words of my code',
    copyCode: 'Copy code',
    codeNotCopied: 'Failed to copy the code to clipboard.',
    comparedPeople: 'People I have compared',
    openingPeople: 'Opening the list...',
    noPeople: 'Nobody yet. Whose code you compare appears here.',
    forgetPerson: 'Forget that you compared?',
    forgetPersonText:
      '{name} stays in the folders that you share. What they change there, you are asked about until you compare their code again.',
    sharedFolders: 'Folders I share',
    noSharedFolders: 'None. Choose ‘Several people’ when you create a folder.',

    device: 'This device',
    nothingStored:
      'This browser stores nothing for this page. Private windows and blocked site data are the usual reasons.',
    keepLists: 'Keep lists on this device',
    keepListsHint:
      'Names, sizes, times and states of your folders and of opened files can be read offline, also by others in this browser; never a key or a link. Deleted when you log out, or when the server is reached after your session has ended.',
    listsDeleted: 'The lists that were kept here are deleted.',
    listsNotDeleted:
      'The lists could not be deleted. Delete this site’s data in the settings of the browser.',
    namesKept:
      'Names that are hidden from the server are kept here, sealed with your private key, so that folders open quickly. Those that are unused for 30 days are removed.',
    forgetNames: 'Forget on this device',
    namesForgotten: 'The names that were kept here are deleted.',
    lockAfter: 'Lock the private key when unused for',
    lockAfterHint: 'You stay signed in, and downloads go on.',
    lockMinutes: '{minutes, number} minutes',
  },

  /** The key pair in the profile, with its backups and its recovery code. `kind` as in `session`. */
  keys: {
    title: 'End-to-End Encryption Key',
    intro: 'Only your private key opens the files that are sent to you.',
    passwordFirst: 'Set a key password first, above: it seals your private key.',
    makeOrRestore: 'Make or restore your key',
    statusLoading: 'Checking key status...',
    statusNone: 'No key pair',
    statusNoneText: 'Generate one to receive files.',
    statusIncomplete: 'Public key set, private key not stored',
    statusReadyText:
      'Your private key is stored, sealed with your {kind, select, login {login} other {key}} password, or after a reset with the one before.',
    statusUnknown: 'Unknown',
    statusUnknownText: 'The key status could not be read.',
    restoredHere: '(restored from a backup in this session)',
    incompleteText:
      'A public key exists, but no encrypted private key is stored. Until it is, nobody can upload files to you. Restore the backup of this key, or generate a new key pair and complete all three steps.',
    renewingText:
      'A new public key was uploaded, but its private key was not saved, so the key pair from before is in force. To replace it, generate a new key pair and complete all three steps.',

    fingerprint: 'Fingerprint',
    fingerprintText: 'Twelve words to compare with senders.',
    showFingerprint: 'Show fingerprint',
    fingerprintPurpose: 'The fingerprint is computed from your private key.',
    fingerprintQr: 'QR code of the fingerprint',
    served: 'Computed from your private key; the public key on the server matches it.',
    otherServed:
      'The public key on the server is not the one of your private key. Files uploaded now may be readable by someone else. Do not share upload links before you know why.',
    alsoOpen: 'Also open for this session: {keys}',

    backupFile: 'Backup file',
    backupText:
      'Opens your files if the stored key is lost or replaced, with the {kind, select, login {login} other {key}} password you had when you made it. Download a new one after changing that.',
    downloadNewBackup: 'Download a new backup',
    backupPurpose: 'Your key is opened once, to be sure that the backup opens.',
    storedAnew:
      'The stored key is not what was opened in this tab: it was sealed anew, or replaced. It is opened once more, so that the backup is one that opens.',
    otherStored:
      'No backup was saved: the stored key is {stored}, and open in this tab was {before}. If you did not replace your key pair, do not share upload links before you know why.',
    backupDescription:
      'Sealpost private key backup. The key is encrypted with the password of the day it was made: keep both.',

    generate: 'Generate new key pair',
    generateIntro:
      'The pair is made in this browser. Your {kind, select, login {login} other {key}} password seals the private key, so the server cannot open it.',
    advanced: 'Advanced',
    size: 'Key size',
    bits: 'RSA {size} bits',
    bitsDefault: 'RSA {size} bits (default)',
    generating: 'Generating...',
    generateQuestion: 'Generate a new key pair?',
    generateText:
      'Files that were encrypted for an older key pair become inaccessible without the backup of that pair.',
    generateEndsCode: 'Your recovery code goes with the present pair.',
    generateSteps: 'Three steps follow.',
    generateBackup:
      'Make sure that you have its backup file before you go on. Hand out your upload links again afterwards: those with the fingerprint of the present key take no files any more.',
    generateConfirm: 'Generate',
    passwordRequired: 'Password required to generate and encrypt keys.',
    generationCancelled: 'Key generation cancelled.',
    generationFailed: 'Key generation process failed: {reason}',
    presentSignsNew: 'Your present key signs for the new one.',
    presentSignsOther: 'Your present key signs for the other one.',

    stakeKept:
      '<strong>You stay in {titles}.</strong> You own {count, plural, one {this folder} other {these folders}}, so the new key is let in at once, signed with your present one. Upload links of {count, plural, one {this folder} other {these folders}} are replaced: send the new ones to whoever still uploads.',
    stakeWaiting:
      '<strong>An owner has to let you in again: {titles}.</strong> Until then you cannot open what is in there. Send your new code to an owner; it is in your profile.',
    stakeLost:
      '<strong>Lost for good: {titles}.</strong> Nobody else owns {count, plural, one {this folder} other {these folders}}, and without your present key nobody can let you in again.',
    stakeNamed:
      '<strong>That key is in {titles} already, says the server.</strong> Open {count, plural, one {it} other {them}} afterwards, to see whether that is so.',
    stakeMissing:
      '<strong>The server does not show {titles}.</strong> You know {count, plural, one {this folder} other {these folders}}, so the new key is not let in there, and whoever has your present key keeps what it opens. Unless you know that {count, plural, one {it was deleted, or you were removed} other {they were deleted, or you were removed}}, ask the other people there before you go on.',
    stakeTrashed:
      '<strong>In the trash: {titles}.</strong> If you share {count, plural, one {this folder} other {one of these folders}} with others, restore it first: the new key is not let in there.',
    unseenFolder: 'a folder that this device has not seen yet',
    stakeForgets: 'You will have to compare codes again with the people whom you share with.',
    openFirstText: 'With your present key open, you stay in the folders that you own.',
    openFirst: 'Open my present key first',

    newPair: 'New Key Pair Generated - Actions Required!',
    newPairText:
      'So far the new key pair exists only in this window. Three steps put it in force and keep it safe.',
    newPairInForce: 'New key pair in force',
    newPairInForceText: 'The new key pair is in force, and its backup is on your disk.',
    stepUpload: 'Upload the public key',
    stepUploadText: 'Senders’ browsers encrypt files with it.',
    uploadKey: 'Upload public key',
    uploadingKey: 'Uploading...',
    uploadedKey: 'Uploaded ✓',
    stepSave: 'Save the encrypted key data to your profile',
    stepSaveText:
      'Your private key, sealed with your {kind, select, login {login} other {key}} password. This makes the new pair your current one.',
    saveKey: 'Save encrypted key',
    savedKey: 'Saved ✓',
    stepDownload: 'Download the backup .json file <required>(required)</required>',
    stepDownloadText:
      'Opens your files if the stored key is ever replaced, with your current {kind, select, login {login} other {key}} password. Keep it apart from this computer.',
    downloadBackup: 'Download backup',
    downloadAgain: 'Download Again?',
    stepCode: 'Make a recovery code (optional)',
    formerCode: 'Your former code opens nothing of the new pair.',
    stepCodeText:
      'A sheet of paper that opens this key when the password is forgotten. Your profile offers it later, too.',
    makeACode: 'Make a code',
    madeCode: 'Made ✓',
    completeFirst: 'Please complete all steps (upload, save, download) before closing.',
    doneClose: 'Done (Close)',
    changedMeanwhile: 'This has changed meanwhile',
    changedMeanwhileText:
      'The server did not take the new pair: the folders that you share, or what you remember of others, are not as they were when you agreed. Go on, and save once more, only if this is right:',
    goOn: 'Go on',

    restoreTitle: 'Restore key from backup',
    restoreIntro: 'Your stored key is replaced only if the backup opens. Testing changes nothing.',
    chooseBackup: 'Choose .json file',
    noBackup: 'No file chosen',
    backupHint: 'Its name begins with private-key-backup.',
    backupEmpty: 'Failed to read file content.',
    backupUnreadable: 'Error reading the backup file.',
    backupNoJson: "Failed to parse backup file. Ensure it's a valid JSON file.",
    backupIncomplete: 'Invalid or incomplete backup file structure. Missing required key data or salt.',
    passwordNotVerified:
      'Password verification failed. Please enter your current {kind, select, login {login} other {key}} password.',
    restore: 'Restore key',
    restoring: 'Restoring...',
    test: 'Test my backup',
    testing: 'Testing...',
    backupNotOpened:
      'The backup was not opened: its password is another one, or the file is damaged. Nothing was changed.',
    backupWorks:
      'Your backup works. It holds the private key of the pair in force, {key}. {password, select, older {It opens with the older password that you just typed, not with your current one: keep that too, or download a new backup.} other {It opens with your current {kind, select, login {login} other {key}} password.}}',
    backupOfOther:
      'This backup opens, but it does not match your public key: it holds {key}. {password, select, older {It opens with the older password that you just typed, not with your current one: keep that too, or download a new backup.} other {It opens with your current {kind, select, login {login} other {key}} password.}} Restore it to open files that were sealed to that key.',
    restored:
      'Private key restored: {key} is in force, sealed with your current {kind, select, login {login} other {key}} password.',
    olderOpen:
      'Key {key} is open for this session: files sealed to it open until you log out or close this tab.',
    restoreFailed: 'Restore failed: {reason}',
    restoreCancelled: 'Restore cancelled due to username mismatch.',
    restoreNotOpened: 'Restore cancelled: the backup was not opened. Nothing was changed.',
    restoreChangedNothing: 'Restore cancelled. Nothing was changed.',
    restoreAnyway: 'Restore anyway',
    otherUser: 'Backup of another user',
    otherUserText:
      'This backup was made for the user "{ofBackup}", and you are signed in as "{username}". Restore it anyway?',
    otherForm: 'This file holds your key in another form',
    otherFormText:
      'Files open with it as before. What you remember of other people, and the links that you made, do not: another program has written this file anew, and they hang on how your key was written at first. Use a backup that Sealpost made, if you have one.',
    passwordOfBackupText:
      'The backup does not open with the password you typed. Enter the {kind, select, login {login} other {key}} password of the day it was made{hasDate, select, yes {, {date}} other {}}.',
    passwordOfBackup: 'Password of the backup',
    openBackup: 'Open backup',
    older: 'This backup is of another key pair',
    olderText:
      'It opens, but it does not match the public key that senders are given now. If you make it current, hand out your upload links again. Its fingerprint:',
    olderForSession:
      '<strong>Use it for this session</strong> to open files that were sealed to it; nothing is changed.',
    olderCurrent:
      '<strong>Make it current again</strong> and new files are sealed to it. Files sealed to the pair that is in force now then open only with the backup of that pair.',
    makeCurrent: 'Make it current again',
    useForSession: 'Use for this session',

    code: 'Recovery code',
    codeIntro: 'Opens your private key when a password is forgotten. The server never sees it.',
    noCode: 'No recovery code',
    codeMade: 'Made <time></time>',
    codeEnded:
      'Your recovery code belonged to the key pair that was replaced, and opens nothing here any more. Make a new one.',
    makeCodeTitle: 'Make a recovery code',
    makeCodeText: 'You get 28 characters on a sheet of paper. The server keeps what only this code opens.',
    makeTheCode: 'Make the code',
    makingCode: 'Making...',
    replaceCode: 'Replace the code',
    replaceCodeTitle: 'Replace the recovery code',
    lostSheet:
      'The sheet of the present code then opens nothing here any more. But the server only promises to forget, and copies of its data may exist: if somebody else may have the sheet, generate a new key pair.',
    codeNotRight:
      'Your stored key does not open with this password. If it is your {kind, select, login {login} other {key}} password, the key is still sealed with an older one: seal it with the current one first, in the profile.',
    codeNotKept:
      'What the server keeps does not open with the new code, so the code is not shown. A former code opens nothing any more. Make another one, and rely on none before that.',
    codeUnclear:
      '{reason} A new code may have been stored all the same, and is lost then, and the former one with it: make another one.',
    codeReady: 'Your recovery code is ready. Keep the sheet apart from this computer.',
    codeLeft: 'You left without the code, and it is never shown again: nobody can use it. Make another one.',
    removeCode: 'Remove the code',
    removeCodeQuestion: 'Remove the recovery code?',
    removeCodeText:
      'If you then forget your {kind, select, login {login} other {key}} password, only a backup file and the password you had when you made it open what was sent to you.',
    codeRemoved: 'The recovery code is removed.',
    sheetTitle: 'Your recovery code is ready',
    sheetText:
      'Checked: this code opens your key. It is shown only now: print this sheet, or save it where nobody else finds it.',
    printSheet: 'Print or save as PDF',
    saveSheet: 'Save as HTML file',
    codeNotCopied: 'Failed to copy the code to the clipboard.',
    leaveQuestion: 'Leave without the code?',
    leaveText:
      'You have not printed, saved or copied it, and it is never shown again. You would have to make another one.',
    leaveWithout: 'Leave without it',

    olderPasswordTitle: 'Key sealed with an older password',
    olderPasswordText:
      'When your {kind, select, login {login} other {key}} password was reset for you, your key is still sealed with the one before. Open it with that once, with your recovery code or a passkey, and it is sealed with the current one.',
    olderPassword: 'Older password',
    sealWithCurrent: 'Seal with current password',
    sealedAgain:
      'Your private key is sealed with your current {kind, select, login {login} other {key}} password again.',
    openForSession: 'Your private key is open for this session. The stored one is sealed as before.',
    olderPasswordWrong: 'Your stored key does not open with this older password either.',
    storedOfOther:
      'The stored private key does not belong to your public key. Restore a backup, or generate a new pair.',
    notReencrypted:
      'Your private key was not re-encrypted. The key data on the server might be unusable if the old password was wrong: open it with an older password, restore a backup, or generate new keys in your profile.',
  },

  /** Passkeys that open the private key: in the profile, and beside the password. */
  passkeys: {
    unlock: 'Unlock with a passkey',
    use: 'Use a passkey',
    waiting: 'Waiting for your passkey...',

    title: 'Passkeys',
    intro: 'Open your private key by fingerprint, face or PIN. Not for signing in.',
    loading: 'Loading passkeys...',
    times: 'Added <added></added>{isUsed, select, yes { · last used <use></use>} other {}}',
    otherHost: 'Only at {host}',
    rename: 'Rename',
    renameIt: 'Rename {name}',
    removeIt: 'Remove {name}',
    noAddress: 'Passkeys need a host name, and this page is at an IP address.',
    noBrowser: 'This browser cannot open keys with passkeys.',
    codeFirst:
      'Make a recovery code first: with a passkey the key password is soon forgotten, and backup files need it.',
    codeToo:
      'With a passkey a password is soon forgotten. A recovery code opens your key when both are gone.',
    enough: 'You have {passkeys, number} passkeys, as many as one person may have.',
    endWithPair: 'Your passkeys go with the present pair.',

    add: 'Add a passkey',
    whoOpens:
      'Whoever passes this device’s screen lock (PIN, any enrolled finger) opens your files while you are signed in.',
    name: 'Name',
    unnamed: 'Passkey',
    createText: 'Your browser asks for your fingerprint, face or PIN.',
    create: 'Create the passkey',
    confirmText: 'Now use the passkey. It is added only if it gives the same answer each time.',
    confirm: 'Use the passkey',
    added: 'The passkey is added. It has opened your key.',

    renameTitle: 'Rename the passkey',
    renaming: 'Renaming...',
    removeQuestion: 'Remove this passkey?',
    removeText: '‘{name}’ then opens nothing here any more. That only removes a shortcut.',
    removeLimits:
      'That the server forgets is only its promise, and copies of its data may exist. If somebody else may have the device, or the account that it synchronizes passkeys with, generate a new key pair.',
    removed: 'The passkey is removed. If your device still has it, delete it there, too.',

    refused:
      'The passkey was not used: that was cancelled, took too long, or the passkey is not on this device. Your password still opens the key.',
    notCreated: 'No passkey was created: that was cancelled, or took too long.',
    noSecret: 'This passkey cannot open keys: its device or password manager does not support PRF.',
    present: 'This device, or its password manager, has a passkey for your key already.',
    notAllowedHere:
      'The browser allows no passkeys on this page, for instance because it does not trust the certificate.',
    noVerification: 'This device cannot tell that it is you. Set up a PIN or a fingerprint on it first.',
    unstable:
      'The passkey gave two different answers, so it was not added: your key would not have opened again. Try another device or password manager.',
    notKept: 'What the server keeps does not open with the passkey, so it was not added.',
    otherAnswer:
      'The passkey gave another answer than when it was added. Use it on the device where you added it, or your password.',
    alteredWrap:
      'The passkey is right, but what the server keeps for it was altered, or does not belong to the public key that it names. Use your password, and share no upload links before you know why.',
    isRemoved: 'This passkey was removed from your profile. Your password still opens the key.',
  },

  /** API tokens, in the profile. */
  tokens: {
    title: 'API tokens',
    intro: 'For scripts in your name. They end on their date, and when your password changes.',
    loading: 'Loading tokens...',
    times:
      '{isOver, select, yes {Ended} other {Ends}} <end></end> · {isUsed, select, yes {last used <use></use>} other {never used}}',
    revoke: 'Revoke',
    revokeToken: 'Revoke {name}',
    revokeQuestion: 'Revoke this token?',
    revokeText: 'Scripts that use ‘{name}’ are refused from then on.',
    revoked: 'The token ‘{name}’ is revoked.',
    begin: 'Create a token',
    create: 'Create an API token',
    name: 'Name',
    nameHint: 'Such as ‘nightly download’.',
    scopes: 'Permissions',
    readFiles: 'Read folders and files',
    readFilesHint: 'Nothing opens without your private key.',
    deleteFiles: 'Delete files',
    deleteFilesHint: 'Unfinished uploads, too. This cannot be undone.',
    writeFolders: 'Make and change folders',
    writeFoldersHint: 'Also to send files. Together with ‘Delete files’ it deletes folders, too.',
    writeLinks: 'Make, change and end download links',
    writeLinksHint: 'Also takes ‘Read folders and files’. Links outlive the token.',
    writeWebhooks: 'Change webhooks',
    writeWebhooksHint: 'They outlive the token.',
    readAudit: 'Read the history',
    readAuditHint: 'Who did what, and when.',
    readKey: 'Read the sealed private key',
    readKeyHint:
      'Sealed with your password or recovery code. Whoever has it can try out passwords at leisure. Also who is in folders of several people.',
    lifetime: 'Ends after',
    choose: 'Choose...',
    week: 'A week',
    days: '{days, number} days',
    year: 'A year',
    createIt: 'Create the token',
    creating: 'Creating...',
    made: 'Your API token',
    madeText:
      'It is shown only now. Store it where you store passwords; whoever has it can do what you have allowed it.',
    token: 'API token',
    copy: 'Copy token',
    notCopied: 'Failed to copy the token to clipboard.',
    leaveQuestion: 'Leave without the token?',
    leaveText: 'You have not copied it, and it is never shown again. You would have to create another one.',
    leaveWithout: 'Leave without it',
  },

  /** The link to a provider that opens sessions, in the profile. */
  signInBy: {
    title: 'Sign-in by {isNamed, select, yes {{provider}} other {a provider}}',
    intro: 'It opens your session, never your private key. Signing out here does not sign you out there.',
    passwordFirst: 'Linking takes your password: set a key password first.',
    notLinked: 'Not linked',
    isLinked: 'Linked',
    linkedToOther: 'Linked to another provider',
    since: 'since <time></time>',
    link: 'Link',
    linkAnew: 'Link anew',
    linkTo: 'Link to {isNamed, select, yes {{provider}} other {a provider}}',
    linkText:
      'You sign in there and come back. Whoever that account belongs to can open your session from then on.',
    goOn: 'Go on to the provider',
    leaving: 'Leaving...',
    unlink: 'Unlink',
    unlinkFrom: 'Unlink from {isNamed, select, yes {{provider}} other {a provider}}?',
    unlinkText: 'You then sign in with your username and password. All your other sessions end.',
    unlinking: 'Unlinking...',
    unlinked: 'Unlinked. All other sessions have been ended.',
    onlyWayIn: 'Nothing else lets you in, so only whoever runs this server can remove the link.',
    linked: 'Linked. From now on the provider opens your session.',
    cancelled: 'Nothing was linked: that was cancelled at the provider.',
    taken: 'Nothing was linked: that person of the provider is linked to another user here.',
    ended:
      'Nothing was linked: the session that began it has ended, or it took longer than ten minutes. Begin it again.',
    clock:
      'Nothing was linked: the clocks of this server and of the provider differ. Tell whoever runs this server.',
    refused:
      'Nothing was linked: the provider’s answer is not valid. Try again; if it stays so, tell whoever runs this server.',
    unavailable: 'Nothing was linked: the provider does not answer. Try again in a moment.',
    misconfigured:
      'Nothing was linked: single sign-on is not set up correctly here. Tell whoever runs this server.',
    busy: 'Nothing was linked: too much was begun from your address. Please try again later.',
  },

  /** The self-test of a server, in the profile of who runs it. What it finds is said in English, as on the command line. */
  serverCheck: {
    title: 'Check this server',
    intro: 'Tests the connection and what the server depends on. Takes a minute.',
    now: 'Check now',
    again: 'Check again',
    running: 'Checking. Keep this page open.',
    progress: 'Checking this server',
    summary:
      '<strong>{problems, plural, =0 {{warnings, plural, =0 {Nothing to complain of} one {# warning} other {# warnings}}} one {# problem{warnings, plural, =0 {} one {, # warning} other {, # warnings}}} other {# problems{warnings, plural, =0 {} one {, # warning} other {, # warnings}}}}.</strong> Checked <time></time>.',
    changeFor: 'Show what to change for',
    found: 'What was found',
    well: '{count, plural, one {# check} other {# checks}} without complaint',
    wellList: 'Without complaint',
    problem: 'Problem',
    ok: 'OK',
    settings: 'Settings of Sealpost',
    configuration: 'Configuration of {proxy}',
    shell: 'On the server',
    lines: '{title}, {where}',
    copyLines: 'Copy: {title}, {where}',
    notCopied: 'Failed to copy to clipboard.',
  },

  /** Titles of what the operator's check looks at. */
  checks: {
    reach: 'Reaching the server',
    https: 'https',
    'http-version': 'HTTP version',
    'proxy-http': 'HTTP to the server',
    'public-url': 'Own address',
    visitors: 'Visitors’ addresses',
    'body-limit': 'Body limit',
    'request-buffering': 'Request buffering',
    'answer-buffering': 'Answer buffering',
    'time-outs': 'Time-outs',
    range: 'Ranges',
    clock: 'Clock',
    'left-out': 'Not tried here',
    server: 'The server itself',
    node: 'Node',
    database: 'Database',
    'database-check': 'Database file',
    'database-clock': 'Clock of the database',
    store: 'File store',
    'store-clock': 'Clock of the store',
    room: 'Free room',
    'file-size': 'Largest file',
    disk: 'Speed of the disk',
    mail: 'Mail',
    'sign-in': 'Single sign-on',
    'sign-in-client': 'Client at the provider',
    'sign-in-address': 'Redirect URI',
    'sign-in-clock': 'Clock of the provider',
    backup: 'Backup',
    sweeping: 'Sweeping',
    permissions: 'Data folder',
    settings: 'Settings',
  },

  /** Findings of that check: see [Note: Sentences of findings]. The command line prints them in English. */
  findings: {
    unanswered: '{url} gives no answer ({said}). Is the server running, and does the name lead to its proxy?',
    untrusted:
      'The certificate of {url} is not trusted ({said}), so nothing behind it was tried. One of an authority of your own is trusted with NODE_EXTRA_CA_CERTS.',
    stranger:
      'What answers at {url} is not this server ({said}). PUBLIC_URL may be another’s, or the proxy sends requests elsewhere.',
    httpHere:
      '{url} is for this machine alone: browsers encrypt on https only. For others, put a proxy with a certificate in front, and set PUBLIC_URL.',
    httpOnly:
      '{url} is not https, and browsers do not encrypt there: nobody can send or open anything. Put a proxy with a certificate in front.',
    isHttps: '{url} is https.',
    certificateEnds:
      'The certificate ends in {days, plural, =0 {less than a day} one {# day} other {# days}}, and was not renewed.',
    certificateHolds:
      'The certificate holds for {days, plural, =0 {less than a day} one {# day} other {# days}}.',
    missingHsts: 'Answers do not promise https for the future (Strict-Transport-Security).',
    httpVersion: 'Browsers get HTTP/{version}.',
    oldHttp: 'Browsers get HTTP/1.1 only: no more than six transfers at once, shared by all tabs.',
    proxyOldHttp:
      'The proxy speaks HTTP/1.0 to the server: a connection for each request, and bodies without a length are collected first.',
    proxyHttp: 'Requests reach the server as HTTP/{version}.',
    otherOrigin:
      'The server takes itself for {origin}, and was asked as {url}: requests from pages there are refused, and links lead elsewhere.',
    noPublicUrl: 'PUBLIC_URL is not set: links and mails name whatever a request says.',
    publicUrl: 'PUBLIC_URL is {url}.',
    noProxy: 'There is no proxy, and none is trusted.',
    proxyNotNamed:
      'TRUST_PROXY does not name the proxy ({peer}): all visitors count as one, and together they reach the limits.',
    bypassedProxies: 'This connection came past the proxies that TRUST_PROXY names.',
    trustsAnybody:
      'There is no proxy in front, and because of TRUST_PROXY the server takes the address that anyone who connects from here claims: limits can be bypassed.',
    forged:
      'Visitors can say who they are: the server believed an address that this test made up, so limits can be got round.',
    visitorsUnsaid: 'The proxy does not say where visitors come from: all of them count as one.',
    visitorsUnknown:
      'TRUST_PROXY names the address of this test too, so it cannot tell what the server makes of strangers’. Try it from another machine.',
    visitorsCounted: 'The limits count visitors one by one.',
    bodyPasses: 'A request of {mib, number} MiB comes through.',
    bodyRefused:
      'A request of {mib, number} MiB is {status, plural, =0 {cut off} other {refused ({status})}}.',
    bodyTooSmall:
      '{passed, plural, =0 {Not even the smallest that was tried} other {{passed, number} MiB}} comes through: files above that cannot be sent.',
    bodySmall: '{passed, number} MiB comes through: it works, in more and smaller requests.',
    notKnown: 'It is not known: the request that tries it failed.',
    requestsFlow: 'Uploads reach the server as they come.',
    answersFlow: 'Downloads leave the server as they come.',
    requestsCollected:
      'The proxy collects requests before it passes them on: uploads are written to its disk first, and count as sent before they are.',
    answersCollected:
      'The proxy collects answers before it passes them on: downloads are written to its disk, and progress is not true.',
    nobodyCut: 'Nobody is cut off within {seconds, number} s.',
    longerUntried: 'Longer ones were not tried.',
    cutOff:
      '{who, select, server {A request that waits for the server} sender {A sender who stands still} other {A reader who stands still}} is cut off after {seconds, number} s.',
    cutAbortsTransfers: 'Slow lines and slow disks lose their transfers.',
    cutSlowsTransfers: 'Transfers begin anew where they were, which costs time.',
    rangesWork: 'A download that breaks off goes on where it was.',
    otherRange:
      'Asked for a part of something, the proxy answers with another part: downloads that break off begin anew.',
    wholeForRange:
      'Asked for a part of something, the proxy answers with the status {status}: downloads that break off begin anew.',
    clocksAgree:
      'The server’s clock and {whose, select, device {that of this device} machine {that of this machine} database {the database’s} provider {the provider’s} other {the store’s}} agree.',
    clocksApart:
      'The server’s clock and {whose, select, device {that of this device} machine {that of this machine} database {the database’s} provider {the provider’s} other {the store’s}} are {seconds, number} s apart. Set the wrong one, by NTP.',
    clocksFarApart:
      'The server’s clock and {whose, select, device {that of this device} machine {that of this machine} database {the database’s} provider {the provider’s} other {the store’s}} are {seconds, number} s apart: codes of second factors are refused, and what expires does so at the wrong time. Set the wrong one, by NTP.',
    leftOut: 'This browser cannot try everything. The command line also tries: {what}.',
    requestBuffering: 'request buffering',
    senderTimeOut: 'the time-out of senders',
    readerTimeOut: 'the time-out of readers',
    certificateTime: 'how long the certificate holds',

    silent: 'It did not tell about itself. Look into its log.',
    slow: 'That is slow.',
    oldNode: 'Node {version} is older than {least}.',
    node: 'Node {version}.',
    databaseFails: '{database} does not work: {problem}',
    database: '{database}, schema {schema}: a question takes {read, number} ms, a write {write, number} ms.',
    fileSound: 'SQLite finds no damage.',
    fileLarge: 'It is large, and its check was left out: it takes a while, beside the running server.',
    fileDamaged: 'SQLite finds damage: {found}. Stop the server and restore the last backup.',
    storeFails: '{kind, select, disk {The folder of files} other {The bucket}} does not work: {problem}',
    store:
      '{kind, select, disk {The folder of files} other {The bucket}}: a small file is written in {put, number} ms, read in {get, number} ms, deleted in {remove, number} ms.',
    noRoom:
      '{free, number} GiB are free, and uploads leave {least, number} GiB of it (MIN_FREE_BYTES): all uploads are refused. Make room.',
    littleRoom:
      '{free, number} GiB are free, and uploads leave {least, number} GiB of it (MIN_FREE_BYTES): less than 1 GiB is left for uploads.',
    room: '{free, number} GiB are free, and uploads leave {least, number} GiB of it (MIN_FREE_BYTES).',
    fileSize: 'A file may be up to {most, number} GiB (MAX_FILE_BYTES).',
    fileBeyondQuota:
      'A file may be up to {most, number} GiB (MAX_FILE_BYTES), but a folder takes only {quota, number} GiB in all (LINK_QUOTA_BYTES): larger files are refused for that.',
    fileBeyondParts:
      'Pages and the command line send files of up to {parts, number} GiB; larger ones come only in a single request.',
    diskFails: 'The data folder cannot be written to: {problem}',
    disk: '{speed, number} MiB/s down to the disk, {sync, number} ms for a sync.',
    diskWaits: 'Each confirmation waits for several. DATA_DIR belongs on a local disk.',
    diskSlow: 'That is slow: DATA_DIR belongs on a local disk, best an SSD.',
    mailFails:
      '{kind, select, smtp {The SMTP server} other {The folder}} {where} does not take mail: {problem}',
    noMailServer:
      'No mail is sent: SMTP_URL is not set, and mails are written to the folder {where}. Codes and notices reach nobody.',
    mail: 'The SMTP server {where} lets this server in; mails come from {from}. Whether they arrive shows: sealpost-admin test-mail ADDRESS',
    signInFails:
      'The provider {issuer} does not say how people sign in ({problem}). OIDC_ISSUER has to be what the provider itself calls its issuer, and has to be reachable from this server.',
    signIn: 'The provider {issuer} answers.',
    clientTaken: 'The provider recognises Sealpost as its client.',
    secretRefused:
      'The provider refuses the client: OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is not what it has given.',
    clientRefused:
      'The provider refuses the client: OIDC_CLIENT_ID is not what it has given, or it asks for a secret.',
    clientUnknown:
      'The provider does not tell whether it takes OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: only a sign-in shows it.',
    addressKnown: 'The provider sends browsers back to {callback}.',
    addressRefused:
      'The provider refuses to send browsers back to {callback}. Enter this very address for the client there, as a redirect URI.',
    addressUnknown:
      'The provider does not tell whether it knows {callback}. This very address has to be a redirect URI of the client there.',
    backupElsewhere:
      'Database and files are on other services: whether they are backed up cannot be seen from here.',
    noBackup: 'No backup is on record. A copy that was made in another way is not seen here.',
    backup: 'The last backup was made {days, plural, =0 {today} one {a day ago} other {# days ago}}.',
    swept: 'What was deleted is gone from the store.',
    unswept:
      '{count, plural, one {# deleted object is} other {# deleted objects are}} still in the store after two hours. The log says why: ‘sweep failed’ or ‘garbage’.',
    folderPrivate: 'Only the server’s user may look into it.',
    settingsKnown: 'All names are known.',
    settingsUnknown: 'The server ignores these, which are not settings: {names}.',
    namesVisible: 'Others may see the names in it, and only the server’s user what they hold.',
    folderOpen: 'Other users of this machine may read in it: {names}.',
  },

  /** The list of folders, and their upload links. */
  dashboard: {
    checking: 'Checking authentication...',
    title: 'Admin Dashboard',
    myProfile: 'My Profile',
    logOut: 'Logout',
    newFolder: '+ Create New Folder',
    keyNone: 'Without a key pair, nobody can send you files.',
    keyNoneAction: 'Generate your key pair',
    keyIncomplete:
      'Your key pair is not complete: its private key was not saved (step 2 of 3). Until it is, nobody can send you files. Generate a new pair, or restore the backup of this one.',
    keyIncompleteAction: 'Complete your key pair',
    keyRenewing: 'A new key pair was begun and not completed. Your previous one is in force.',
    keyRenewingAction: 'Your key pair',
    codeReminder: 'If you forget your password, only a recovery code on paper can open your files.',
    makeCode: 'Make a recovery code',
    dismiss: 'Dismiss',
    room: 'Room of your account',
    roomFull: 'Your upload links take no more files. Delete some, or ask the operator for more room.',

    loading: 'Loading folders...',
    onceAnswered: 'Folders can be changed',
    none: 'No folders found',
    noneHint: 'Get started by creating a new upload folder.',
    setUp: 'Receive files in {count, plural, =4 {four} other {three}} steps',
    setUpDone: 'Ready to receive files',
    setUpKey: 'Make your key',
    setUpKeyDone: 'Your key is ready',
    setUpBackup: 'Save your key’s backup',
    setUpDetails: 'Your name and e-mail address',
    setUpName: 'Your name',
    setUpShare: 'Share the link',
    firstFolder: 'Create your first folder',
    find: 'Find a folder',
    folderCount: '{count, plural, one {# folder} other {# folders}}',
    foundOf: '{found, number} of {count, plural, one {# folder} other {# folders}}',
    noMatch: 'No folders match “{words}”.',
    onlyNew: 'With new files',
    noNew: 'No folders with new files.',
    folders: 'Folders',
    trail: 'Breadcrumb',
    sortBy: 'Sort by',
    sortByName: '{column}, {order, select, asc {A to Z} other {Z to A}}',
    sortByTime: '{column}, {order, select, asc {oldest first} other {newest first}}',
    columnTitle: 'Title',
    columnCreated: 'Created',
    columnExpires: 'Expires',
    columnLastUpload: 'Last Upload',
    security: 'Security',
    actions: 'Actions',

    noTitle: '(No Title)',
    empty: 'No files yet',
    emptyAtMost: 'No files yet, at most {limit}',
    holds: '{count, plural, one {# file} other {# files}}, <size></size>',
    holdsAtMost: '{count, plural, one {# file} other {# files}}, <size></size>, at most {limit}',
    invitation: 'Invitation',
    linkAlarm: 'Check upload link',
    linkAlarms:
      '{count, plural, one {The upload link of <names></names> is not the one that is remembered} other {The upload links of <names></names>{more, plural, =0 {} other { and # more}} are not those that are remembered}}. No link is copied and nothing is sent until you have answered on the folder’s page.',
    leaving: '{count, plural, one {# person asks} other {# people ask}} to leave',
    created: 'Folder “{title}” created.',
    sendLink: 'Send its upload link to whoever has files for you.',
    passwordApart: 'Send its upload link to whoever has files for you, and the password by another way.',
    newFiles: '{count, number} new',
    newDeliveries: 'New',
    deliveryChanged: 'This has changed meanwhile. Please look again.',
    deliveredFiles: '{count, plural, one {# new file} other {# new files}}',
    downloadDelivery: 'Download all',
    furtherFiles: '… and {count, plural, one {# more file} other {# more files}}',
    neverDownloaded: '{count, plural, one {# file} other {# files}} never downloaded',
    active: 'Active',
    expired: 'Expired',
    inactive: 'Inactive',
    linkState:
      'Upload link {status, select, active {active{expires, select, yes { until <time></time>} other {, without expiry}}} expired {expired since <time></time>} other {inactive}}',
    linkOnly: 'Link only',
    verification: 'E-mail verification',
    verificationOf: 'E-mail verification ({count, number} allowed)',

    uploadLink: 'Upload link',
    copyLink: 'Copy Link',
    elseSecretLink: 'Copy secret link',
    moreWays: 'More ways to share the link',
    more: 'More actions',
    showQr: 'Show QR code',
    edit: 'Edit',
    useAsTemplate: 'Use as template',
    copyUploadLink: 'Copy upload link',

    qrTitle: 'Upload link of “{title}”',
    qrCode: 'QR code of the upload link',
    withSecret: 'With a secret that proves where files come from',
    withSecretHint:
      'Files that come by this link are marked as proven: made by somebody who had it, not by the server alone. Whoever has or had it can, together with the server, make such files and date them back, and deleted ones can come back. Files sent by the ordinary link are marked as not proven.',
    fingerprintPurpose: 'The fingerprint in the link is computed from your private key.',
    secretPurpose: 'The secret in the link is computed from your private key.',
    namesQuestion:
      'The server says that {title} does not hide the names of files, and you have not chosen yet. Hidden names are shown by your key only. Files that are there stay as they are.',
    hideNames: 'Hide names',
    leaveNamesVisible: 'Leave them visible',
    foreignKey:
      'The public key on the server is not the one that your unlocked private key vouches for, so the link was not copied. If you did not replace your key in another window, files uploaded now may be readable by someone else. Log out and in again, and do not share upload links before you know why.',
    keyNotSaid:
      'The server does not say which key it gives to senders of this folder, so the link was not copied. {reason}',

    deleteTitle: 'Delete folder',
    deleteQuestion: 'Are you sure you want to delete the folder "{title}"? This action cannot be undone.',
    deleteLosses:
      '{count, plural, one {# file} other {# files}} in it and every download link to them will be deleted, and its upload link will stop working.',
    deleted: '{count, plural, one {Folder "{title}"} other {# folders}} deleted.',
  },

  /** The files of a folder. */
  files: {
    title: 'Files in Folder',
    titleOf: 'Files in Folder: {title}',
    invalidId: 'Invalid Folder ID',
    notAuthenticated: 'Not authenticated.',
    loading: 'Loading folder contents...',
    onceAnswered: 'Files can be downloaded, shared and deleted',
    room: 'Room of this folder',
    roomFull: 'Its upload link takes no more files. Delete some, or let an owner raise the limit under Edit.',
    empty: 'This folder is empty.',
    emptyHint: 'Uploads appear here.',
    upload: 'Upload',
    uploadFiles: 'Choose files',
    uploadFolder: 'Choose folder',
    dropToUpload: 'Drop to upload into this folder',
    uploadPurpose: 'It makes sure that your files are encrypted for this folder alone.',
    sentByYou: 'uploaded by you',

    fileCount: '{count, plural, one {# file} other {# files}}',
    alreadyDownloaded: '{count, number} already downloaded',
    unfinishedCount: '{count, plural, one {# unfinished upload} other {# unfinished uploads}}',
    linkCount: '{count, plural, one {# download link} other {# download links}}',
    checkingNames: 'Checking names: {done, number} of {total, number}',
    namesVerified: 'names verified',
    retention: 'files are deleted after {count, plural, one {# day} other {# days}}',
    keptTo: 'kept until {date}',
    deletedAt: 'Deleted from {time} on, also from the trash',
    namesUnchecked: '{count, plural, one {# name} other {# names}} as the server gives them',
    check: 'Check',
    originProven: 'origin proven',
    originNotProven: 'origin not proven',
    originOf: '{proven, number} of {files, number} proven',
    onlyNotProven: 'Not proven',

    selectAll: 'Select all files',
    selectedOf: '{selected, number} / {total, number} selected',
    selectedShort: '{selected, number}',
    ofTotal: ' / {total, number}',
    filtered: '{text}, list filtered',
    clearSelection: 'Clear selection',
    search: 'Search names',
    endSearch: 'End search',
    showAll: 'Show All',
    neverDownloaded: 'Never Downloaded',
    createLink: 'Create Download Link...',
    copyToFolder: 'Copy to folder...',
    downloadSelected: 'Download Selected',
    downloadAll: 'Download All ({count, number})',
    deleteSelected: 'Delete Selected',
    keepLonger: 'Keep Longer',
    shortKeep: 'Keep',
    keep: 'Keep',
    keepCount: 'Keep {count, plural, one {# file} other {# files}}',
    keepDays: '{days} days: until {date}',
    keepMost: 'As long as this server allows: until {date}',
    keepAlways: 'Always',
    keepHint: 'Dates can only be put off.',
    keptMost: 'These files are kept as long as this server allows.',
    keptUntil: '{count, plural, one {# file} other {# files}} kept until {date}.',
    keptAlways:
      '{count, plural, one {# file is not deleted} other {# files are not deleted}} by date any more.',
    notKept: '{count, plural, one {# file} other {# files}} not kept longer: {reason}',
    /** Words of these labels, below icons on phones. */
    shortSearch: 'Search',
    shortNew: 'New',
    shortSenders: 'Sender',
    shortLink: 'Link',
    shortCopy: 'Copy',
    shortDownload: 'Download',
    shortAll: 'All',
    downloadPurpose: 'Your private key decrypts these files.',
    linkPurpose: 'Your private key opens the file keys for the link.',
    copyPurpose: 'Your private key opens the file keys for the other folder.',
    noneToDownload: 'No files selected for ZIP download.',
    noneToLink: 'Please select at least one file to create a download link.',
    tooManyToLink: 'A download link takes {count, plural, one {# file} other {# files}} at most.',
    noneNamed: 'No files match “{words}”.',
    noneMatch:
      "No files match {filter, select, unproven {the filter} other {the 'Never Downloaded' filter}}.",
    noneMatchIn:
      'No files in "{name}" match {filter, select, unproven {the filter} other {the \'Never Downloaded\' filter}}.',
    howChecked: 'How downloads are checked',

    list: 'Files',
    isNew: 'new',
    columnSelected: 'Selected',
    columnName: 'Name',
    columnUploaded: 'Uploaded',
    columnDownloaded: 'Last Downloaded',
    columnSize: 'Size',
    columnAction: 'Action',
    select: 'Select {name}',
    download: 'Download',
    shareOf: 'Share {name}',
    downloadOf: 'Download {name}',
    collapse: 'Collapse {name}',
    expand: 'Expand {name}',
    downloadedAt: 'Downloaded:',
    emptyDirectory: 'Empty',
    duplicate: '(Dup)',
    duplicateHint: 'Another file here has the same content',
    shownAs: 'The server shows {name}',
    noManifest: 'No manifest came with this file: nothing vouches for it',
    late: 'arrived after the key was changed',
    lateHint:
      'By the server’s clock. Its upload had begun before, or somebody who was removed has made it: the folder’s key has been changed since.',
    olderKey: 'sealed to an older key',
    sealedTo: 'Sealed to the key {key}',

    markProven: 'Proven: made by somebody who had the secret link of this folder',
    markNotProven: 'Not proven: sent by a plain link, or made by the server',
    markCopied: 'Not proven: copied into this folder, says the server',
    markWrong: 'Wrong proof of origin',
    saidProven: '(proven)',
    saidNotProven: '(not proven)',
    copiedHere: 'copied, says the server',
    saidCopied: 'not proven (copied, says the server)',
    saidWrong: 'wrong proof of origin: ask the sender before you trust this file',
    legend: 'What proves where a file comes from',
    proven: 'Proven',
    provenText: 'Made by somebody who had the secret upload link of this folder, not by the server alone.',
    notProven: 'Not proven',
    notProvenText:
      'Sent by a plain link, or copied from another folder. Anybody can send such a file, the server too.',
    wrong: 'Wrong',
    wrongText:
      'Says that it came by a secret link, but not by this folder’s; or another file has taken its place. Ask the sender before you trust it.',
    provenLimits:
      'Together with the server, everybody who has or had the secret link can make such files and date them back, and deleted files can come back. Name and folder are proven as they were sealed; the content is once a download has verified it.',

    discounted:
      '{count, plural, one {# file} other {# files}} came by a secret link, but nothing tells that you gave one out for this folder: the server may show you another. If you know its title and its files, say so, and they count as proven.',
    itIsMine: 'It is my folder',
    renamed:
      'This folder was called {before} when you last knew it. If you did not rename it, the server shows you files that were sent for another folder: ask whoever runs it, and share no link of either. Until you answer, nothing here counts as proven.',
    iRenamedIt: 'I renamed it',
    returned:
      'You deleted a folder with this number. If the server was restored from a backup, it may be that folder again; if you have just made a new one, delete it and make another, or files of the old one could pass for its own. Until you answer, nothing here counts as proven.',
    unbelieved:
      'What the server gives back of the folders and people you know is not what you left with it. Nothing here counts as proven before that is settled.',

    namesOther:
      'You chose that this folder {chosen, select, hidden {hides the names of files from the server} other {shows the server the names of files}}; the server says otherwise. If somebody changed it, or a backup was restored, accept that here. If not, change it in the settings of the folder. Until then no link is copied and nothing sent.',
    lockedNames:
      'The server does not know {count, plural, one {the name of # file} other {the names of # files}}. Your key shows {count, plural, one {it} other {them}}.',
    showNames: 'Show names',
    namesPurpose: 'Your private key opens the names of these files.',
    nameWasKnown: 'the server knew this name',
    openName: 'came with an open name',
    openNames:
      '{count, plural, one {# file was} other {# files were}} sent with open names, which the server knows. Links that were handed out before this folder hid names do so: hand out the new link.',
    altered:
      'The server altered what it says of {count, plural, one {# file} other {# files}}. Shown and saved is what the sender sealed.',
    unsealed:
      'No manifest came with {count, plural, one {# file} other {# files}}: name and content are the server’s word. Other programs send such files; a server can make them.',
    someNames: '<names></names>, and {more, number} more',
    damaged:
      'The server found {count, plural, one {# file} other {# files}} damaged on its disk: <names></names>. Ask whoever runs the server to restore them from a backup, or the senders to send them again.',
    unopened: 'Not opened: {reason}',
    unopenedHere:
      '{count, plural, one {# file does} other {# files do}} not open in this browser: <names></names>. What is stored may be whole. Try another browser.',
    damagedOn: 'The server found this file damaged on its disk on {time}',
    damagedMayNotOpen: 'The server found this file damaged on its disk on {time}. It may not open.',
    damagedOfThese:
      'The server found {count, plural, one {# file} other {# files}} of these damaged on its disk. What does not open is left out and named.',
    linkOther:
      'The server shows another upload link of this folder than is remembered, so none is copied and nothing is sent here. If a backup was restored, ask whoever runs the server whether this link is right: by a wrong one, files of another folder could be put here.',
    linkDisagree:
      'This device and your contacts remember different upload links of this folder, so no link is copied and nothing sent. Somebody may have shown this device a wrong one. Ask whoever runs the server whether the link that it shows now is right.',
    linkTwice:
      'The server shows one upload link for two of your folders, so no link is copied and nothing sent. Files sent for the one could be shown in the other. Ask whoever runs the server.',
    linkRestored: 'The link shown is right',
    unlockToAnswer: 'Unlock your key to answer.',
    sentTo: 'sent to {title}, not to this folder',
    sentElsewhere: 'not sent to this folder',
    elsewhere:
      '{count, plural, one {# file was} other {# files were}} not sent to this folder: <names></names>. The server moved {count, plural, one {it here, or its sender} other {them here, or their senders}} wrote something wrong. Do not pass {count, plural, one {it} other {them}} on.',
    unsaid: '{count, plural, one {# file does} other {# files do}} not say by which link',
    deletedBack:
      '{count, plural, one {# file is back that was deleted or missing, or another in its place} other {# files are back that were deleted or missing, or others in their places}}: <names></names>. Archives leave {count, plural, one {it} other {them}} out until you accept {count, plural, one {it} other {them}}.',
    acceptReturned: 'Accept',
    isBack: 'was deleted or missing, and is back, or is another in its place',
    unlisted:
      '{count, plural, one {# file that you saw here is} other {# files that you saw here are}} not listed any more.',
    nowInTrash:
      '{count, plural, one {# file that you saw here is} other {# files that you saw here are}} in the trash.',
    restoredElsewhere: '{count, plural, one {# file was} other {# files were}} restored from the trash.',
    openElsewhere: 'Download this file?',
    openElsewhereText:
      'It was not sent to this folder: the server moved it here, or its sender wrote something wrong. Do not take it for what you asked for here.',
    wrongOrigins:
      'The proof of origin of {count, plural, one {# file} other {# files}} is wrong: <names></names>. Somebody made it for another folder or put it in the place of another file. Ask the sender before you trust it.',
    batch:
      '{present, number} of {sent, number} of this batch<more> · sent <time></time> · <names></names></more>',
    moreBatches:
      'and {count, plural, one {# more batch} other {# more batches}} of which not all files are here',

    deleteTitle: 'Delete files',
    deleteQuestion: 'Are you sure you want to delete {count, number} files?',
    deleteMore: 'and {count, plural, one {# more file} other {# more files}}',
    deleteText: 'They also disappear from every download link. This cannot be undone.',
    deleted: '{count, plural, one {# file} other {# files}} deleted.',
    noneDeleted: 'Failed to delete any of the selected files.',
    someNotDeleted: 'Failed to delete {count, number} file(s). See console for details.',

    unfinished: 'Unfinished uploads',
    unfinishedOne: 'Not a file yet, but it takes the room of what has arrived.',
    unfinishedSum:
      '{count, plural, one {# upload} other {# uploads}}: <arrived></arrived> of <announced></announced> arrived. They are no files yet, but take up room.',
    unfinishedSumLatest:
      'The latest {count, plural, one {# upload} other {# uploads}}: <arrived></arrived> of <announced></announced> arrived. They are no files yet, but take up room.',
    endAll: 'End all...',
    endingOf: 'Ending {done, number} of {count, number}',
    moreUnfinishedLabel: 'More unfinished uploads',
    arrivedOf: '<arrived></arrived> of <announced></announced> arrived',
    end: 'End',
    endLabel: 'End the upload begun {time}',
    begun: 'Begun',
    lastPart: 'Last part',
    nothingCame: 'Nothing has come yet',
    endsByItself: 'Ends by itself',
    sender: 'Sender',
    endTitle: 'End upload',
    endAllTitle: 'End all unfinished uploads',
    endAllConfirm: 'End {count, plural, one {# upload} other {# uploads}}',
    endQuestion: 'Are you sure you want to end this upload?',
    endAllQuestion: 'Are you sure you want to end {count, plural, one {# upload} other {# uploads}}?',
    arrivedIsRemoved: 'The {bytes} that have arrived are removed from the server. This cannot be undone.',
    nothingArrived: 'Nothing has arrived yet.',
    oneOnItsWay: 'Something of it came in the last ten minutes: it may still be on its way.',
    someOnTheirWay:
      'Of {count, number} of them something came in the last ten minutes: that may still be on its way.',
    sentAgain:
      '{count, plural, one {Whoever sends it has to send this file from its beginning.} other {Whoever sends them has to send these files from their beginning.}}',
    notEnded: 'Failed to end {count, plural, one {# upload} other {# uploads}}. {reason}',
    ended: '{count, plural, one {# upload} other {# uploads}} ended.',
    finishedMeanwhile:
      '{count, plural, one {# upload has finished meanwhile. It is} other {# uploads have finished meanwhile. They are}} in the list now.',
    endedBefore: '{count, plural, one {# upload} other {# uploads}} had ended before.',
  },

  /** Deleted files and folders that can be restored. */
  trash: {
    line: 'Trash ({count, number})',
    loading: 'Loading the trash...',
    filesUntil: '{count, plural, one {It stays} other {They stay}} in the trash until {date}. After that:',
    folderUntil: 'It stays in the trash until {date}. After that:',
    earlierDates: 'Files with an earlier date are deleted from the trash on that date.',
    filesIn: '{count, plural, one {# file} other {# files}} in the trash',
    folderIn: '"{title}" is in the trash',
    undo: 'Undo',
    selectAll: 'Select all in the trash',
    facts: '<size></size> · deleted <deleted></deleted> · until\u00a0<until></until>',
    restore: 'Restore',
    deleteNow: 'Delete now',
    empty: 'Empty trash',
    filesRestored: '{count, plural, one {# file} other {# files}} restored.',
    filesNotRestored: '{count, plural, one {# file was} other {# files were}} not restored.',
    foldersRestored: '{count, plural, one {Folder "{title}"} other {# folders}} restored.',
    foldersQuestion: 'Are you sure you want to delete {count, number} folders? This action cannot be undone.',
  },

  /** Download links: made, listed, copied. */
  sent: {
    copyInFolder: 'Copy it, or add files, on the page of its folder, which shows the names of its files.',
    title: 'Sent',
    none: 'No download links yet.',
    noneHint: 'Send files, or select some in a folder and create a link for others to download them.',
    withoutLink: 'Without a link',
    withoutLinkHint: 'Open one to finish its upload, to create a link or to delete it.',
    noMatch: 'No link matches.',
    find: 'Find links',
    foundOf: '{found, number} of {count, plural, one {# link} other {# links}}',
    show: 'Show',
    all: 'All',
    active: 'Active',
    expired: 'Expired',
    usedUp: 'Used up',
    sortBy: 'Sort by',
    newest: 'Newest first',
    ending: 'Expiring first',
    byTitle: 'Title',
    byFolder: 'Folder',
    list: 'Download links',
    more: 'Show more',
  },

  send: {
    title: 'Send files',
    /** The title of the folder that holds them, which the server can read. */
    folderTitle: 'Sent {time}',
    nothingShared: 'The files were not handed over. Share them once more, or choose them here.',
    messageStays: 'A part has arrived, so the message stays as it was.',
    messageHint: 'Encrypted like the files. The server cannot read it.',
    noKey: 'You need a key pair to send files.',
    stopText:
      'Files are still being sent. If you leave now, you find them under Sent: finish there in this browser within seven days.',
  },

  share: {
    title: 'Create Download Link',
    readyTitle: 'Download Link Ready',
    addTitle: 'Add to Download Link',
    newLink: 'New link',
    linkFiles: '{count, plural, one {# file} other {# files}}',
    add: 'Add to link',
    addFiles: 'Add files',
    added: 'The files were added to the link.',
    adding: 'Adding...',
    addWith: 'Add {count, plural, one {this file} other {these # files}} all the same',
    addText: 'Recipients find the files at the same address, after a reload.',
    addTextOpen:
      'Recipients find the files at the same address, after a reload. If the link was made by an earlier version, copy it again and hand it out anew: the address of before may not open these files.',
    filesAddedTo: '{count, plural, one {# file was} other {# files were}} added to the link.',
    files: '<strong>{count, plural, one {# file} other {# files}}</strong>: <names></names>',
    filesAndMore:
      '<strong>{count, plural, one {# file} other {# files}}</strong>: <names></names>, and {more, number} more',
    filesExpire:
      '{count, plural, one {The file is deleted on {date}} other {Files are deleted from {date} on}}, whenever the link ends.',
    pathsTold: 'Recipients also see the folder names.',
    protection: 'Password protection',
    noPassword: 'Whoever has the link can open the files.',
    noPasswordNamed: 'The keys are part of the link and are not sent to the server.',
    password: 'Password',
    confirmPassword: 'Confirm password',
    anotherPassword: 'Generate another password',
    named: 'For named people only',
    namedLimits:
      'They get a code by e-mail. That is no encryption: whoever has both link and code can open the files.',
    namedNoMail: 'This server sends no mail, so nobody would get the code for this.',
    people: 'E-mail addresses',
    peopleHint: 'Separated by commas or lines.',
    peopleCount: '{count, plural, one {# person} other {# people}}',
    expires: 'Expiration date',
    expiresNever: 'The link works until you delete it.',
    validUntil: 'Valid until',
    validFor: 'Valid for',
    days: '{count, plural, one {# day} other {# days}}',
    otherDate: 'Another date',
    words: 'Title and message',
    wordsHint: 'Recipients read them above the files. This server can read them, too.',
    linkTitle: 'Title (optional)',
    message: 'Message (optional)',
    uses: 'Number of downloads',
    unlimited: 'Unlimited',
    once: 'Once',
    onceHint: 'The first who downloads uses it up, and can repeat it in the same browser for 24 hours.',
    onceNamedHint:
      'The first of these people who downloads uses it up, and can repeat it in the same browser for 24 hours.',
    aNumber: 'A number',
    aNumberHint: 'Each who downloads takes one, and can repeat it in the same browser for 24 hours.',
    aNumberNamedHint:
      'Each of these people who downloads takes one, and can repeat it in the same browser for 24 hours.',
    leaveOut: 'Leave out {count, plural, one {this file} other {these # files}}',
    createWith: 'Create link with {count, plural, one {this file} other {these # files}}',
    create: 'Create link',
    creating: 'Creating link...',
    sealing: 'Sealing keys',
    sealingAt: 'Sealing keys for the recipients: {percent} %',
    notCreated: 'Failed to create link. {reason}',

    link: 'Link',
    qrCode: 'QR code of the download link',
    copyPassword: 'Copy password',
    passwordNotCopied: 'Failed to copy password.',
    unsealed:
      'No manifest came with {count, plural, one {# file} other {# files}}: name and content are the server’s word, and recipients are told so. {names}',
    usedOnce: 'It can be used once: a download of your own would use it up.',
    usedTimes: 'It can be used {count, number} times; your own downloads count.',
    openForNamed:
      'The people that you named can open the files with this link and a code by e-mail. The part after # is the key.',
    openForAll: 'Whoever has this link can open the files. The part after # is their key.',
    shareSeparately: 'Remember to share the password separately!',
    shownOnce: 'It is shown only now.',
    notCopied: 'The password was not copied. It is gone when this closes.',
    closeAnyway: 'Close without copying',

    active: 'Active Download Links',
    none: 'No active download links for this folder.',
    expired: '{count, plural, one {# expired link} other {# expired links}}',
    loading: 'Loading links...',
    protected: 'Password Protected',
    open: 'Public (No Password)',
    namedTag: 'Named people',
    forPeople:
      'For {count, plural, one {# person} other {# people}}, {opened, plural, =0 {opened by none} other {opened by #}}',
    opened: 'opened',
    notOpened: 'not opened',
    writeMail: 'Write e-mail',
    mailSubject: 'Files for you',
    mailEnd: 'Valid until {date}',
    otherFiles: 'The link has other files than are shown here. Reload the page, and look again.',
    forOne: 'For {email}, opened {date}',
    forOneUnopened: 'For {email}, not opened yet',
    addDays: '+{count, plural, one {# day} other {# days}}',
    extended: 'The link is valid until {date}.',
    changeExpiry: 'Change expiry...',
    changeExpiryTitle: 'Expiry of this link',
    changeExpiryText: 'The link stays the same; you need not send it again.',
    expiryChanged: 'The expiry of the link was changed.',
    newerServerNeeded: 'That needs a newer server.',
    changeWords: 'Change title and message...',
    wordsChanged: 'Title and message were changed.',
    lengthOf: '{length, number} of {max, number} characters',
    changePassword: 'Change password...',
    changePasswordTitle: 'Password of this link',
    changePasswordText:
      'The link stays the same; tell its recipients the new password. The old one opens it no longer. What was downloaded stays where it is.',
    passwordChanged: 'The password of the link was changed.',
    setPassword: 'Set password...',
    newAddressText: 'The link gets a new address, which you hand out. The old one ends.',
    addressChanged: 'The link has a new address: copy it, and hand it out.',
    removeFile: 'Remove',
    removeFileOf: 'Remove {name} from this link',
    removeFileTitle: 'Remove file from link',
    removeFileText:
      'Nobody can download {name} by this link any more. It stays in the folder, and with whoever has downloaded it.',
    fileRemoved: '{name} was removed from the link.',
    changePeople: 'Change people',
    changePeopleTitle: 'People of this link',
    changePeopleText:
      'People you remove are refused from their next request on. What they have downloaded stays with them.',
    peopleChanged: 'The people of the link were changed.',
    checkingAt: 'Checking {percent} %',
    copyPurpose: 'Your private key opens the keys of this link.',
    handOutQuestion: 'Hand out this link?',
    linkNotCopied: 'Failed to copy link. {reason}',
    deleteTitle: 'Delete download link',
    deleteQuestion: 'Are you sure you want to permanently delete this download link?',
    deleted: 'Download link deleted.',
    notDeleted: 'Failed to delete link. {reason}',
    created: 'Created',
    filesDownloaded: 'Files downloaded',
    downloads: 'Downloads',
    usedOf: '{used, number} of {max, number}',
    usedUp: '{used, number} of {max, number}, used up',
    allowOneMore: 'Allow one more',
    oneMore: 'The link can be used once more.',
    notChanged: 'Failed to change link. {reason}',
    moreFilesLabel: 'More files of this link',
    notDecrypted: 'Could not decrypt {count, number} file(s): {names}',
    sentElsewhere: '{count, plural, one {# file was} other {# files were}} not sent to this folder: {names}',
    returned:
      '{count, plural, one {# file is back that was deleted or missing, or another in its place} other {# files are back that were deleted or missing, or others in their places}}: {names}',
    unjudged:
      'Nobody can say which files were sent to this folder: the folder’s page says why. Answer that first.',
    notAsSent: 'The server shows other files than you have sent.',
    sealedEarlier:
      'This link was made before the last change of key. Whoever has the earlier key could open what you add: make a new link.',
    filesAltered: 'The server altered what it says of {count, number} file(s): {names}',
    notUnlocked: 'The private key is not unlocked.',
    noBox:
      'The server has no sealed keys for this link. It was made by an earlier version or by another program, or the server holds them back. Make a new link of these files.',
    boxAltered: 'The server altered what was sealed of this link.',
    boxForeign:
      'What the server gave out for this link does not open with your key. If the link was made with an earlier key, open its backup in your profile; if not, the server exchanged it.',
    boxForeignShared:
      'What the server gave out for this link does not open with the folder’s keys: the server exchanged it, or holds back the generation of the key that it was made under.',
    boxOfOther: 'The server gave out the keys of another link.',
    shownProtected: 'The server shows this link as one with a password; it was made without.',
    shownOpen: 'The server shows this link as one without a password; it was made with.',
    listAltered: 'The server altered the list of files that this link was made for.',
    noneShown: 'The server shows none of the files of this link: they were deleted, or it holds them back.',
    shownTwice: 'The server shows a file of this link more than once.',
    filesAdded: 'The server added files that this link was not made for: {names}.',
    filesExchanged: 'The server put other files in the place of those of this link: {names}.',
    filesUnopened:
      '{count, number} file(s) of this link cannot be opened, so nothing tells whether they are those that it was made for: {names}.',
    filesRenamed: 'The server shows files of this link under other names than they were sent with: {names}.',
    doubtFewer:
      'This link was made for {made, number} files; {count, plural, one {# is} other {# are}} shown. Whoever gets it can open all that the server still has of them.',
    doubtUnsealed:
      'No manifest came with {count, plural, one {# file} other {# files}}, so name and content are the server’s word: {names}.',
    doubtGeneration:
      'This link was made before the last change of key. Somebody who has been removed since could have made it, with the server, and would be able to open what it hands out. A new link of the same files has no such doubt.',
  },

  /** The form of a folder, and its webhook. */
  folderForm: {
    createTitle: 'Create New Upload Folder',
    allOptions: 'All options',
    create: 'Create folder',
    templateOf: 'With the options of “{title}”.',
    templateMissing:
      'This folder cannot be used as template: it was not found, could not be loaded, or is not yours. The form is empty.',
    created: 'Folder "{title}" created.',
    signaturePurpose: 'A folder of several people begins with your signature.',
    editTitle: 'Edit Upload Folder',
    editTitleOf: 'Edit Upload Folder: {title}',
    idMissing: 'Folder ID is missing.',
    ownersOnly: 'Only the owners of this folder can change it.',
    loading: 'Loading folder...',
    notFound: 'Folder not found or could not be loaded.',
    save: 'Save changes',
    saved: 'Folder "{title}" updated successfully!',
    titlePurpose: 'The title of a folder of several people is signed with your private key.',
    notSaved: 'An error occurred while saving. Please check details.',
    description: 'Description (optional)',
    whoOpens: 'Who opens the files',
    onlyMe: 'Only me',
    several: 'Several people',
    moreOptions: 'More options',
    optionQuestions: '{count, plural, one {# question} other {# questions}}',
    optionLimit: 'at most {size} GB',
    firstMails: 'You get an e-mail at {email} when something arrives.',
    severalHint: 'You add them afterwards. This can’t be changed later.',
    severalTakesKey: 'It takes a key pair of yours: <link>generate it first</link>.',
    expiration: 'Expiration',
    expiresNever: 'No expiration',
    expiresOnDate: 'Set expiration date',
    expiresInDays: 'Set duration in days',
    days: 'Days',
    expiresOn: 'Expires on',
    expiresInPast: 'This time has passed: the link would be expired from the start.',
    retention: 'Delete files automatically',
    retentionNever: 'Never',
    retentionAfter: 'After {days, number} days',
    retentionOwn: 'After another time',
    retentionDays: 'Days until deletion',
    retentionNote: 'Files are deleted {count, plural, one {a day} other {# days}} after they arrive.',
    retentionHint: 'Files that are here already keep their dates.',
    changeProtection: 'Change or remove password',
    passwordOfTemplate: 'Nobody can read the password of the template. Set a new one.',
    passwordStays: 'A password is set.',
    passwordChanges: 'Leave it blank to remove the password.',
    password: 'Link password',
    newPassword: 'New link password',
    confirmPassword: 'Confirm link password',
    generatePassword: 'Generate a password',
    passwordOnce: 'Shown only now. Send it separately from the link.',
    removePassword: 'Remove the password?',
    removePasswordText: 'Whoever has the upload link can then use it without a password.',
    removePasswordConfirm: 'Remove password',
    verification: 'Require e-mail verification',
    verificationHint: 'You see the address beside each file.',
    verificationOff:
      'Anybody with the link may upload. {count, plural, one {# allowed address is} other {# allowed addresses are}} kept.',
    noMailServer: 'This server sends no mail: senders would wait for codes that never reach them.',
    allowed: 'Allowed e-mails',
    allowedAny: 'Separated by commas or lines. Blank: any.',
    allowedThese:
      '{count, plural, one {Only this address may upload.} other {Only these # addresses may upload.}}',
    privateNames: 'Hide names from the server',
    namesVisible: 'names visible to the server',
    privateNamesHint:
      'Senders’ browsers tell the server neither names nor folders nor checksums of files. Your key shows them. The folder’s page hides the names of files that are here already; hand out the upload link again.',
    namesPurpose: 'Your private key remembers whether this folder hides names.',
    mimeCheck: 'Check file types',
    mimeCheckHint: 'Refuses files whose content does not match their extension.',
    limit: 'Limit storage',
    limitOn: 'Files that are here already stay.',
    atMost: 'At most',
    activeOff: 'The upload link stops working. Files and download links stay.',

    webhook: 'Webhook',
    webhookText:
      'Calls another program when an upload ends or breaks off, and when a download link is first used. Sends numbers, no names or contents.',
    address: 'Address',
    addressHint: 'Keep it secret if it holds a token.',
    addWebhook: 'Add webhook',
    saveAddress: 'Save address',
    webhookSaved: 'Webhook saved.',
    webhookRemoved: 'Webhook removed.',
    sendTest: 'Send a test',
    secret:
      '<b>Signing secret.</b> It is shown only now: copy it into your receiver, which knows by it that a notice comes from here.',
    replaceSecret: 'Replace secret',
    replaceSecretQuestion: 'Replace the secret?',
    replaceSecretText:
      'Everything is signed with the new one from then on. Your receiver refuses it until you enter it there.',
    removeQuestion: 'Remove the webhook?',
    removeText: 'The receiver is told of nothing any more, nor of what it has missed.',
    lastNotice: 'Last\u00a0notice',
    noNotice: 'none yet',
    noticeAt: '<time></time>. {outcome}',
    waiting: 'Waiting',
    waitingCount: '{count, plural, one {# notice} other {# notices}}, tried again for two days',
    secretMade: 'Secret made',
  },

  /** Validation messages of forms. */
  forms: {
    required: 'Field required.',
    tooLong: 'At most {limit, number} characters.',
    tooMany: 'At most {limit, number} of them.',
    noTitle: 'Title is required.',
    passwordMissing: 'Enter a password, or switch the protection off.',
    passwordsDiffer: 'Passwords do not match.',
    noAddress: 'This is not an e-mail address: {typed}',
    noLocalPart: 'Letters with accents or of other alphabets cannot be used before the @: {typed}',
    noPeople: 'Enter at least one address.',
    tooManyAddresses: 'At most {limit, number} addresses.',
    badDate: 'Invalid date format entered.',
    badTime: 'Invalid date/time value.',
    noDays: 'Enter a whole number of days, at least 1.',
    tooManyDays: 'At most {limit, number} days.',
    noSize: 'Enter a number of GB above 0, at most {limit, number}.',
    noWebhookAddress: 'Enter an address that begins with https://, without user name and fragment.',

    messageTooLong: 'The message is too long. Send it as a file.',
    linkPasswordTooShort: 'Password must be at least {limit, number} characters long.',
    linkDateMissing: 'Please select a valid expiration date.',
    clocksDiffer:
      'The clock of this device is not that of the server, where it is {time} now. Expiry is counted by the server.',
    linkDatePast: 'The expiration date must be in the future.',
    noDomain: 'Enter domains such as example.org.',
    noCount: 'Enter a whole number from 1 to {limit, number}.',

    usernameMissing: 'Username is required.',
    usernameTooShort: 'Username must be at least {limit, number} characters long.',
    saveNeedsPassword: 'Current password is required to save profile changes.',
    unchanged: 'No profile changes detected.',
    newPasswordsDiffer: 'New passwords do not match.',
    newPasswordTooShort: 'New password must be at least {limit, number} characters long.',
    keyPasswordTooShort: 'A key password must be at least {limit, number} characters long.',
    passwordAsBefore: 'New password cannot be the same as the old password.',
    currentPasswordMissing: 'Enter your current password.',
    backupMissing: 'Please select your .json backup file.',
    backupType: 'Invalid file type. Please select the downloaded .json backup file.',
    backupNeedsPassword: 'Please enter your current password to verify.',
    tokenNameMissing: 'Enter a name.',
    tokenLifetimeMissing: 'Choose when it ends.',
    tokenScopeMissing: 'Choose at least one permission.',
    chooseOne: 'Choose at least one.',
    noWebAddress: 'Enter an address that begins with https:// or http://.',
    noSupport: 'Enter an e-mail address, or an address that begins with https:// or http://.',
    noColour: 'Enter a colour as #rrggbb, such as #2747b8.',
    hidden: 'Has characters that cannot be seen, or spaces in a row.',
    unseen: 'Contains characters that cannot be seen.',
    twinOption: 'An option stands there twice.',
  },

  /** Mails and webhooks that tell of what arrived. */
  notices: {
    mail: 'E-mail me when something arrives',
    mailHint:
      'One per upload, also when it breaks off, and when a download link is first used. Without file names.',
    mailHintShared:
      'One per upload, also when it breaks off, and when a download link is first used. Without file names. For you alone.',
    mailTo: 'To {email}.',
    noMailServer: 'This server sends no mail: its e-mails reach nobody.',
    details: 'Details',
    mailSetting:
      'Whoever runs the server sets SMTP_URL and starts it again; docs/operations/mail.md says how.',
    noAddress: 'Your profile has no e-mail address yet. Enter and confirm one, and e-mails go there.',
    notConfirmed: 'E-mails go to {email} once you have confirmed that address.',
    delivered: 'Delivered: the receiver answered {status}.',
    answered: 'Not delivered: the receiver answered {status}, and not 200.',
    redirect:
      'Not delivered: the receiver redirects ({status}), which is not followed. Enter the address that it leads to.',
    notAllowed:
      'Not delivered: this host has no address of the open internet. The operator of the server can allow it (WEBHOOK_ALLOW_PRIVATE).',
    unknownHost: 'Not delivered: there is no host of this name. Check the address.',
    certificate: 'Not delivered: the certificate of the receiver is not valid, or of an unknown authority.',
    timedOut: 'Not delivered: the receiver did not answer within 10 seconds.',
    unreachable: 'Not delivered: nothing answers at this address.',
  },

  /** History of a folder or an account. */
  history: {
    title: 'History',
    show: 'Show history',
    hide: 'Hide history',
    activityText: 'Sign-ins, account changes and your folders, deleted ones too.',
    loading: 'Loading the history...',
    empty: 'Nothing to show.',
    off: 'This server writes no history down: its operator has switched that off (AUDIT_DAYS=0).',
    kept: 'Kept for {days, plural, one {a day} other {# days}}, then deleted.',
    choice: 'Show',
    downloadCsv: 'Download CSV',
    more: 'Load more',
    loadingMore: 'Loading...',
    list: 'What happened',
    inFolder: 'Folder {name}',
    quotedName: '‘{name}’',

    everything: 'Everything',
    own: 'My account',
    groupSignIn: 'Sign-ins',
    groupAccount: 'Account, keys and tokens',
    groupFolder: 'Folder settings',
    groupUploads: 'Uploads',
    groupFiles: 'Deleted and copied files',
    groupLinks: 'Download links',

    byServer: 'The server itself',
    onCommandLine: 'On the server’s command line',
    visitor: 'A visitor',
    byToken: '{name}, by the API token ‘{token}’',
    repeated: '{event}, at least {times, plural, one {# time} other {# times}} within an hour',

    arrived: '{files, plural, one {# file} other {# files}} ({size}) arrived',
    arrivedFrom:
      '{files, plural, one {# file} other {# files}} ({size}) arrived from {email}, a verified address',
    refused: '{files, plural, one {# file} other {# files}} refused',
    /** After a semicolon. */
    cutOff: 'the upload was not finished',
    onlyCutOff: 'The upload was not finished',
    begun: '{who} began to download {files} ({size})',
    begunSomeCompleted: '{who} began to download {files} ({size}), {completed, number} completed',
    completed: '{who} completed the download of {files}',
    downloaded: '{who} downloaded {files} ({size})',
    looked: '{who} looked at {files} ({size})',
    files: '{count, plural, one {# file} other {# files}}',
    moreFiles: '{count, plural, one {# more file} other {# more files}}',
    byLink: 'by link {link}',

    settingTitle: 'title',
    settingDescription: 'description',
    settingExpiry: 'expiry',
    settingActive: 'open or closed',
    settingMimeCheck: 'check of file types',
    settingPrivateNames: 'names hidden from the server',
    settingAddress: 'address',
    settingPassword: 'link password',
    settingFiles: 'files',
    settingVerification: 'verification of e-mail addresses',
    settingAllowed: 'allowed addresses',
    settingUses: 'number of downloads',
    settingQuota: 'room',
    settingMail: 'e-mails',
    settingSenderFields: 'fields for senders',
    settingUsername: 'username',
    settingEmail: 'e-mail address',
    settingName: 'name',
    settingLogo: 'logo',
    settingAccent: 'accent colour',
    settingGreeting: 'greeting',
    settingImprint: 'imprint',
    settingPrivacy: 'privacy notice',
    settingDisplayName: 'name for others',
    settingReminders: 'reminders by e-mail',
    settingSupport: 'support address',
    settingRuleLinkDays: 'lifetime of links',
    settingRuleNamedPeople: 'named people',
    settingRetention: 'how long files are kept',
    settingRuleDefaultRetention: 'how long files are kept by default',
    settingRuleMaxRetention: 'how long files may be kept',
    settingRuleLinkUses: 'downloads per link',
    settingRuleUploadGate: 'protection of folders',
    settingRuleDomains: 'domains of addresses',
  },

  /** A line of the history, by its kind (contract/auditKinds.ts). Some have more than one, in `history`. */
  audit: {
    'signed-in': 'Signed in',
    'sign-in-failed': 'Sign-in refused: wrong password or disabled account',
    'second-factor-failed': 'Sign-in refused: right password, wrong code',
    'password-failed': 'Wrong password given to confirm a change',
    'signed-out': 'Signed out',
    'api-token-refused': 'API token ‘{name}’ refused: expired, or not allowed this',

    'account-added': 'Account added',
    'account-reset':
      'Password replaced, two-factor authentication off; ended: {sessions, plural, one {# session} other {# sessions}}, {tokens, plural, one {# API token} other {# API tokens}}',
    'account-disabled':
      'Account disabled; ended: {sessions, plural, one {# session} other {# sessions}}, {tokens, plural, one {# API token} other {# API tokens}}',
    'account-enabled': 'Account enabled',
    'account-quota-changed':
      'Room of the account set to {quota, select, default {the server’s default} none {no limit} other {{size}}}',
    'operator-made': 'Made the operator of this server',
    'operator-ended': 'No longer the operator of this server',
    'look-changed': 'Look of the server changed: {changed}',
    'look-reset': 'Look of the server reset',
    'rules-changed': 'Rules of the server changed: {changed}',
    'profile-changed': 'Profile changed: {changed}',
    'email-confirmed': 'E-mail address {email} confirmed',
    'password-changed':
      'Password changed; ended: {sessions, plural, one {# session} other {# sessions}}, {tokens, plural, one {# API token} other {# API tokens}}',
    'key-password-set': 'Key password set',
    'password-signs-in': 'The password signs in from now on',
    'password-opens-the-key-alone': 'The password opens the key and signs in no more',
    'provider-linked': 'Sign-in by the provider linked',
    'provider-unlinked': 'Sign-in by the provider unlinked',
    'second-factor-on': 'Two-factor authentication switched on',
    'second-factor-off': 'Two-factor authentication switched off',
    'key-set': 'Key pair set',
    'key-replaced': 'Key pair replaced, or its private key sealed anew',
    'recovery-code-made': 'Recovery code made',
    'recovery-code-removed': 'Recovery code removed',
    'recovery-box-fetched': 'Private key fetched, sealed for the recovery code',
    'passkey-added': 'Passkey ‘{name}’ added',
    'passkey-renamed': 'Passkey renamed to ‘{name}’',
    'passkey-removed': 'Passkey ‘{name}’ removed',
    'passkey-wrap-fetched': 'Private key fetched, sealed for the passkey ‘{name}’',
    'api-token-made': 'API token ‘{name}’ made',
    'api-token-revoked': 'API token ‘{name}’ revoked',

    'folder-made': 'Folder created',
    'folder-changed': 'Folder changed: {changed}',
    'folder-deleted': 'Folder deleted, with {files, plural, one {# file} other {# files}}',
    'folder-restored': 'Folder restored from the trash',
    'upload-link-replaced': 'Key and upload link replaced',
    'mails-on': 'Own e-mails switched on',
    'mails-off': 'Own e-mails switched off',
    'webhook-set': 'Webhook set',
    'webhook-secret-replaced': 'Secret of the webhook replaced',
    'webhook-removed': 'Webhook removed',

    'member-added': '‘{name}’ added as {role, select, owner {an owner} other {a member}}',
    'member-removed': '‘{name}’ removed',
    'role-changed': '‘{name}’ made {role, select, owner {an owner} other {a member}}',
    leaving: '‘{name}’ wants to leave',
    staying: '‘{name}’ stays after all',

    'upload-password-failed': 'Upload link: wrong password',
    'upload-code-failed': 'Upload link: wrong or expired code',
    'unfinished-upload-ended': 'Unfinished upload ended',
    'files-deleted': '{files, plural, one {# file} other {# files}} deleted',
    'files-expired':
      '{files, plural, one {# file} other {# files}} deleted, as the time promised to senders is over',
    'trash-erased':
      '{files, plural, =0 {The folder was} one {# file was} other {# files were}} erased from the trash early, as a quota was exceeded',
    'retention-extended': '{files, plural, one {# file is} other {# files are}} kept longer',
    'files-restored': '{files, plural, one {# file} other {# files}} restored from the trash',
    'files-copied': '{files, plural, one {# file} other {# files}} ({size}) copied into the folder',
    'names-hidden':
      '{files, plural, one {Name of # file hidden} other {Names of # files hidden}} from the server',

    /** `link`: empty, or its beginning in brackets. */
    'link-opened': 'Download link{link} opened by code',
    'link-password-failed': 'Download link{link}: wrong password',
    'link-code-failed': 'Download link{link}: wrong or expired code',
    'link-made':
      'Download link{link} created for {files, plural, one {# file} other {# files}}{people, plural, =0 {} one {, for # named person} other {, for # named people}}',
    'link-changed':
      'Download link{link} changed: {changed}{added, plural, =0 {} one {; # person added} other {; # people added}}{removed, plural, =0 {} one {; # person removed} other {; # people removed}}',
    'link-deleted': 'Download link{link} deleted',
    'link-copied': 'Download link{link} copied',
    'link-read': 'Download link{link} read for a change',
  },

  login: {
    title: 'Admin Login',
    signingIn: 'Signing in...',
    signOutOwed:
      'You are signed out on this device, but the server has not heard of it yet. Your session there ends as soon as this browser can reach it, before anything else; without that, 12 hours after it was last used.',
    offline: 'You are offline. You can sign in as soon as the server answers.',
    downloadWaits:
      'A download waits: it goes on where it was as soon as you sign in again. It is cancelled when somebody else does, or when this tab is closed.',

    signInWith: 'Sign in with {provider}',
    asOperator: 'Sign in as the operator',
    orPassword: 'or with a password',
    username: 'Username',
    password: 'Password',
    signIn: 'Sign In',
    codeText: 'Enter the code that your authenticator app shows for <strong>{username}</strong>.',
    codeTextOfProvider: 'Enter the code that your authenticator app shows for Sealpost.',
    code: 'Authenticator code',
    preferPassword: 'Enter password instead?',
    unexpectedAnswer: 'Login failed: Unexpected server response structure.',
    unexpectedCodeAnswer: 'Login failed: Invalid response after OTP submission.',

    forgotten: 'Forgot your password?',
    forgottenAsk:
      'Ask the operator of this server for a new one. Nobody knows yours, and no e-mail can bring it back. On the server’s command line:',
    forgottenSealed:
      'Then sign in. Your private key is still sealed with the forgotten one; one of these opens it:',
    forgottenByCode: 'your <b>recovery code</b>, wherever the key is asked for;',
    forgottenByBackup: 'a <b>backup file</b>, with the password of the day it was made, in your profile;',
    forgottenRemembered: 'the forgotten password, should it come back to you, in your profile.',
    forgottenLost: 'With none of them, files that were sealed to this key stay closed for good.',

    outcomeDone:
      'You were signed in, but this browser has kept no session. Allow this site its cookies, and try again.',
    outcomeCancelled: 'The sign-in was cancelled at the provider.',
    outcomeUnknown:
      'Nobody here who may sign in is linked to that person of the provider. Link yourself in your profile, or ask whoever runs this server.',
    outcomeEnded:
      'This sign-in was not begun in this browser, or has taken longer than ten minutes. Please begin it again.',
    outcomeClock:
      'The clocks of this server and of the provider differ, so its answer does not count. Tell whoever runs this server.',
    outcomeRefused:
      'The provider’s answer is not valid for this sign-in. Try again; if it stays so, tell whoever runs this server.',
    outcomeUnavailable: 'The provider does not answer. Try again in a moment.',
    outcomeMisconfigured:
      'Single sign-on is not set up correctly here, so trying again does not help. Tell whoever runs this server.',
    outcomeBusy: 'Too many sign-ins were begun from your address. Please try again later.',
  },

  /** The e-mail address that upload and download links may ask for. */
  gate: {
    confirmEmail: 'Confirm your e-mail address',
    email: 'E-mail address',
    sendingCode: 'Sending code...',
    enterCode: 'Enter the code',
    code: 'Verification code',
    codeFailed: 'Code verification failed.',
    resendFailed: 'Error sending code: {reason}',
    changeEmail: 'Go Back (Change Email)',
    resendCode: 'Resend code',
  },

  /** The page of an upload link. */
  upload: {
    title: 'Secure File Upload',
    titleFor: 'Upload Files for "{title}"',
    loading: 'Loading upload link...',
    unexpectedStep: 'An unexpected error occurred. Please refresh the page.',
    offline: 'You are offline',
    offlineText: 'This page goes on by itself as soon as the server answers.',
    nothingIsLost: 'Nothing is lost. Try again in a moment.',

    encrypted:
      'Your files are end-to-end encrypted.{names, select, link { The server does not learn their names.} server { The server says that it does not learn their names.} other {}}',
    encryptedText:
      'Before anything leaves this device, your browser encrypts every file with a key of its own. Only those who own this link’s folder, and whom they let into it, can open these keys. The server cannot read the files; it sees their {names, select, open {names, sizes and checksums} other {sizes}}. A change on the way is noticed when a file is opened.',
    asks: '{name} asks you for files',
    retention:
      'Files are deleted {count, plural, one {a day} other {{days} days}} after they arrive, unless the owner keeps them longer.',
    nameByServer: 'The name above is what this server says.',
    compareWords: 'To be sure whose key it is, compare these words with the recipient by phone:',
    wordsOfLink: 'Your link was made for this key. Compare its words with the recipient by phone:',
    noRecipient: 'Failed to load encryption key: {reason}',
    nothingSent: 'Nothing was sent. Tell the person who gave you this link, and try again later.',

    linkAsksAgain:
      'The link asks again. {count, plural, one {# file} other {# files}} of yours wait in this page. Nothing is lost: the upload goes on where it was.',
    protected: 'This link is protected',
    protectedText: 'Enter the password that came with the link.',
    linkPassword: 'Link password',
    passwordRequired: 'Link password required.',
    confirmEmailText: 'You get a code. The recipient sees the address.',
    onlyAllowed: 'Only specific email addresses are allowed for this link.',
    enterCodeText:
      'A code was sent to <strong>{email}</strong>, if this link takes files from there. It is valid for ten minutes.',
    codeSent: 'If this address may upload here, a verification code is on its way to it.',

    dropHere: 'Drop files or folders here',
    dropSameHere: 'Drop the same files or folder here',
    orSomethingElse: 'Or send something else',
    sendMore: 'Send more',
    addMore: 'Add more files or folders',
    letGo: 'Let go to add them',
    reading: 'Reading… {count, number} files found',
    upTo: 'Up to {size}. Folders keep their structure.',
    aFile: '{size} per file',
    altogether: '{size} altogether',
    chooseFiles: 'Choose files',
    chooseFolder: 'Choose folder',
    writeMessage: 'Write a message',
    touchSame: 'Choose the same files again',
    touchMore: 'Add more photos or files',
    touchChoose: 'Choose photos or files',

    help: 'Help',
    helpText:
      'Keep this page open while it sends: files are encrypted here. Without network it waits, and goes on by itself. After a reload or a crash, open this link again: what is there already is not sent twice. Empty folders, symbolic links inside folders, .DS_Store and Thumbs.db are not sent.',
    diagnostics: 'This browser and this connection',
    looking: 'Looking...',

    continueUpload: 'Continue your upload?',
    startedAt: 'It was started on {time} and did not finish.',
    nothingArrived: 'Nothing of its {count, plural, one {# file} other {# files}} has arrived yet.',
    someArrived:
      '{stored, number} of {count, plural, one {# file} other {# files}} stored, {arrived} of {bytes} arrived: none of that is sent again.',
    arrivedSoFar: 'Arrived so far',
    missing: 'Missing: {count, plural, one {# file} other {# files}}',
    missingOne: 'Missing: <name></name>',
    messageLost: 'Your message has not arrived. Please write it again.',
    giveAgain: 'Choose or drop the same files or folder again, and it goes on.',
    mayNotRead: 'The browser may not read the files. Try again, or choose the same files or folder again.',
    notFound:
      '{count, plural, one {# file not found as it was} other {# files not found as they were}}: changed, moved or deleted.',
    lookingForFiles: 'Looking for the files...',
    goOn: 'Continue upload',
    lookAgain: 'Look again',
    continueWith: 'Continue with {count, plural, one {# file} other {# files}}',
    forget: 'Forget',
    forgetUpload: 'Forget this upload',
    forgetQuestion: 'Forget this upload?',
    forgottenHere: 'What this browser remembers of it is removed, too.',
    keptElsewhere: 'Another tab is going on with this upload.',
    keptUnreadable:
      'What this browser remembers of the upload before cannot be read. What you add now is sent as a new upload.',

    tooLarge: 'Files too large (max {limit} MB): {files}',
    tooLargeFile: '{name} ({size} MB)',
    otherRejected: 'Other rejected files: {files}',
    rejectedFile: '{name}: {reasons}',
    nameTooLong: 'File name is longer than {limit, number} characters',
    pathTooDeep: 'It is more than {limit, number} folders deep',
    pathTooLong: 'The path of its folder is longer than {limit, number} characters',
    unreadable: 'Could not be read: {names}',
    emptyLeftOut:
      '{count, plural, one {# folder} other {# folders}} left out because the browser finds no files there: {names}. Browsers skip symbolic links.',
    nothingFound:
      'There is nothing to send in it. It is empty, or has only symbolic links, which browsers skip: choose what they point to.',

    full: 'This link takes nothing more at the moment. Ask the person who gave it to you for more room.',
    tooMuch:
      'These files need more room than this link has left: {bytes}, and {left} fit in. Send fewer or smaller ones, or ask the person who gave you this link for more room.',
    takesMore: 'This link takes {left} more.',
    roomAfterRefusal: 'It takes {left} more.',
    moreThanRoom: 'More than this link has room for',

    files: '{count, plural, one {# file} other {# files}}',
    linksNotSent: 'Symbolic links inside folders are not sent.',
    offlineQueue: 'You are offline. The upload can begin as soon as the server answers.',
    failedCount: '{count, number} failed',
    sentCount: '{count, number} sent',
    refusedCount: '{count, number} refused',
    pendingCount: '{count, number} pending',
    removeAll: 'Remove all',
    removeAllQuestion: 'Remove all files from the list?',
    removeRefused: 'Remove {count, plural, one {the refused file} other {# refused files}}',
    removeQuestion: 'Remove {name}?',
    retryFailed: 'Retry failed',
    uploadFiles: 'Upload {count, plural, one {# file} other {# files}}',
    queue: 'Files in the queue',
    showAll: 'Show all',
    showFewer: 'Show fewer',
    removeFile: 'Remove {name}',
    pending: 'Pending',
    pendingSent: 'Pending, {bytes} sent',
    hashing: 'Hashing',
    encrypting: 'Encrypting',
    uploadingAt: 'Uploading {percent} %',
    rowWaiting: 'Waiting',
    rowConfirming: 'Confirming',
    success: 'Success',
    hashingFailed: 'Hashing failed',
    encryptionFailed: 'Encryption failed: {reason}',
    callFailed: 'Upload API call failed',
    callFailedFor: 'Upload API call failed: {reason}',
    processingFailed: 'Processing failed for {name}: {reason}',
    someFailedProcessing:
      'Some files failed client-side processing. Only successfully processed files will be uploaded.',
    nothingPending: 'No new files are pending for upload.',
    alreadyRunning: 'An upload is already in progress.',
    nothingToRetry: 'No files to retry.',

    paused: 'Paused',
    waiting: 'Waiting for the connection…',
    processing: 'Processing…',
    confirming: 'Waiting for confirmation…',
    uploading: 'Uploading…',
    doneOf: '{done, number} of {count, plural, one {# file} other {# files}} complete',
    bytesOf: '{sent} of {bytes}',
    percent: '{percent} %',
    progress: 'Upload progress',
    unreachable:
      'The server cannot be reached. Nothing is lost: the upload goes on by itself as soon as it can.',
    goesOn: 'Nothing is lost: the upload goes on as soon as the server itself answers.',
    keepOpen: 'Please keep this page open until everything is sent.',
    pause: 'Pause',
    resume: 'Resume',
    notify: 'Notify me when it is done',
    tabSending: '{percent}%',
    tabPaused: 'Paused at {percent}%',
    tabReceived: '✓ {count, plural, one {# file} other {# files}} received',
    cancelUpload: 'Cancel upload',
    cancelQuestion: 'Cancel the upload?',
    keepUploading: 'Keep uploading',
    ratherPause: 'To stop for a while and lose nothing, use Pause.',
    stopQuestion: 'Stop the upload?',
    stopText:
      'Files are still being sent. If you leave now, come back to this page in this browser within seven days to finish.',
    cancelled: 'Upload cancelled. Unfinished files wait in the list.',
    cancelledSome: 'Upload cancelled. Unfinished files wait in the list; what is marked Success is stored.',
    underWay:
      '{count, plural, one {# file is} other {# files are}} under way and not confirmed: the {bytes} that have arrived are removed from the server.',
    notSentYet: '{count, plural, one {# file is} other {# files are}} not sent yet.',
    storedStay:
      '{count, plural, one {# file is confirmed and stays} other {# files are confirmed and stay}} stored.',
    noneConfirmed: 'No file is confirmed yet.',
    removal:
      '{bytes} of {count, plural, one {# file} other {# files}} have arrived and are not confirmed: they are removed from the server. The files on your computer stay as they are.',

    checkStatuses: 'Some files failed to upload. Check file statuses.',
    storedAndRest: 'What is marked Success is stored. The other files were not sent and wait in the list.',
    allWait: 'The files were not sent and wait in the list.',
    gateClosed:
      'This upload link asks for a password or a verified e-mail address first. Nothing is lost: the upload goes on where it was.',
    allFailedProcessing: 'All files failed during client-side processing. Please check files or try again.',
    nothingProcessed: 'No files were successfully processed for upload.',
    someConfirmed: 'Upload processed: {count, number} files confirmed successful.',
    noneReported: 'Upload processed, but server did not confirm file outcomes for this batch.',
    someSucceeded: 'Batch processed: {succeeded, number} succeeded, {failed, number} failed.',
    allSucceeded: 'Upload successful! All {count, number} processed files received.',

    saidPaused: 'Upload paused',
    saidWaiting: 'Waiting for the connection',
    saidUploading: 'Uploading {count, plural, one {# file} other {# files}}: {percent} percent',
    saidCancelled: 'Upload cancelled',
    saidEnded: '{stored, plural, one {# file} other {# files}} stored, {failed} failed',

    stored: '{count, plural, one {# file} other {# files}} sent',
    storedText: '{size} arrived at {time}. You can close this page.',
    deletedFrom:
      '{count, plural, one {The file is deleted on {date}, unless the owner keeps it longer.} other {The files are deleted from {date} on, unless the owner keeps them longer.}}',
    sentInTab:
      '{count, plural, one {# file was sent from this window and has} other {# files were sent from this window and have}} arrived: {time}.',
    downloadReceipt: 'Download receipt',
    mailConfirmation: 'E-mail me a confirmation',
    sendingConfirmation: 'Sending…',
    confirmationSent: 'Confirmation sent to your e-mail address.',
    noReceipt: 'No files have been successfully uploaded yet to generate a receipt.',

    /** Fields that a folder asks its senders to fill in. */
    asked: 'About you and your files',
    askedText: 'The recipient asks for this. Your answers are encrypted here, as your files are.',
    optional: '{label} (optional)',
    choose: 'Choose…',
    answerMissing: 'Please answer this.',
    answerLeft: '{left, plural, one {# character} other {# characters}} left.',
    answerTooLong: 'At most {count, number} characters.',
    answerTooManyBytes: 'Too long for characters of this script. Please shorten it, or send it as a file.',
    answerNoOption: 'Choose one of the list.',
    answerNoDate: 'Enter a date.',

    /** List of what was sent from this device. */
    rememberSent: 'Remember here what I sent (7 days)',
    rememberSentText: 'Names and times only. Not on a shared computer.',
    notRemembered: 'This browser does not remember what you sent: {reason}',
    sentHere: 'Sent from this device',
    sentHereText:
      'In the last 7 days, by this link. Only this browser has the list; it says nothing of what is there now.',
    removeSent: 'Remove {name} from this list',
    removeAllSent: 'Remove all from this list',
    notRemoved: 'The names could not be removed from this device: {reason}',
  },

  /** The page of a download link. */
  download: {
    title: 'Secure File Download',
    summary: '{count, plural, one {# file} other {# files}} · {size}',
    /** `files` is `summary`, or the next before they are known. */
    sends: '{name} sends you {files}',
    files: 'files',
    wordsByServer: 'The sender’s name and words above are what this server says.',
    encrypted: 'These files are end-to-end encrypted.',
    encryptedText:
      'The server cannot read them. Your browser decrypts them while they are saved, with keys that are part of your link behind the “#”, or that your password opens; neither is sent to the server. Content and name are checked against what the sender’s browser sealed; where it sealed nothing, the file is marked. Keep this page open until a download is done.',
    loading: 'Loading download link...',
    offline: 'You are offline. This page goes on by itself as soon as the server answers.',
    validUntil: 'Available until <time></time>.',
    deletedFrom:
      '{count, plural, one {The file is deleted on {date}} other {Files are deleted from {date} on}}.',
    linkFailed: 'Error: {reason}',
    usedElsewhere:
      'Did you begin less than 24 hours ago? Then open the link in the browser that you began in.',
    exposed:
      'This link arrived with its keys written as part of the address, so they were sent to the server when the page was opened. Mail programs that check links do that. The files open all the same; whoever sent the link should know.',
    changed: 'The sender changed this link.',
    notOffered:
      '{count, plural, one {# file of this link is} other {# files of this link are}} no longer here: the owner has probably taken {count, plural, one {it} other {them}} back. A server could also hold files back.',

    wholeLink: 'Do you have the whole link?',
    wholeLinkText:
      'The keys stand behind the “#” at its end. Copy the link from the message once more and paste it here; the keys stay in your browser.',
    wholeLinkLabel: 'Whole link, or the part behind “#”',
    openFiles: 'Open files',
    passwordProtected: 'This download is password protected.',
    passwordFrom: 'You get it from whoever sent you the link. It is not sent to the server.',
    namedText: 'Only certain people can open this download. You will get a code by e-mail.',
    enterCodeText:
      'A code was sent to <strong>{email}</strong>, if this download is for that address. It is valid for ten minutes.',
    codeSent: 'If this download is for that address, a verification code is on its way to it.',
    passwordAgain:
      'The server asks for the password of this link once more. The download goes on as soon as it is given.',
    passwordChanged:
      'The sender changed the password of this link. The download goes on as soon as the new one is given.',
    password: 'Password',
    unlocking: 'Unlocking...',
    unlock: 'Unlock Files',
    continue: 'Continue download',

    uses: 'This link can be used {max, plural, one {once} other {# times}}: {at, select, password {give the password} other {begin}} when you are ready to save. In this browser you can then repeat it for 24 hours.',
    usesLeft:
      'This link can be used {max, plural, one {once} other {# times}}, of which {left, plural, one {# is} other {# are}} left: {at, select, password {give the password} other {begin}} when you are ready to save. In this browser you can then repeat it for 24 hours.',
    begunUntil: 'You have begun: in this browser you can repeat the download until {time}.',
    begun: 'You have begun: in this browser you can repeat the download for 24 hours.',

    none: 'There is no file behind this link any more.',
    ready: 'Files ready for download:',
    saveToFolder: 'Save to folder…',
    downloadAll: 'Download All as ZIP',
    folderAsZip: 'Folder as ZIP',
    folderAsZipOf: 'Folder as ZIP: {name}',
    search: 'Search names',
    found: '{count, plural, one {# file} other {# files}} found',
    archiveName: 'download-archive.zip',
    folderUnusable: 'The folder cannot be used: {reason}',
    unsealed: 'Name and content are the server’s word',
    idle: 'Download',
    starting: 'Starting...',
    downloading: 'Downloading...',
    decrypting: 'Decrypting...',
    done: 'Done!',
    failed: 'Failed',
    buttonOf: '{button} {name}',
    cancelFile: 'Cancel {name}',
    differs: '{what} altered by the server',
    differsFrom: '{what} altered by the server: it shows “{shown}”',
    whatName: 'name',
    whatPath: 'folder',
    whatSize: 'size',
    whatSha256: 'checksum',
    savedAsGiven: 'Saved as the server gives it',
    verifiedMark: 'Verified ✓',
    verified: 'Verified: content and name',
    verifiedSealed: 'Content verified; the name is the sealed one',
    sha256Compared: '{verified}; SHA-256 compared: {sha256}',

    stopQuestion: 'Stop the download?',
    stopText: 'Files are still being decrypted by this page. If you leave it now, the download fails.',

    saidAll: 'Saving files: {percent} percent',
    saidReady: '{count, plural, one {# file} other {# files}} can be downloaded',
    saidOf: '{name}: {what}',
    saidProgress: '{name}: {what} {percent} percent',
  },

  messageDraft: {
    title: 'Write a message',
    label: 'Message',
    hint: 'It is encrypted like a file, and sent beside your files or alone.',
    tooLong: 'The message is too long. Send it as a file.',
    add: 'Add',
  },

  /** Statements that a page can prove, on the upload page and in the profile. */
  proof: {
    title: 'How do I know?',
    operator: 'This server, {host}, does not say who runs it. Ask whoever gave you its address.',
    namedOperator: 'This server, {host}, says that {name} runs it.',
    namesOfLink:
      'Your link keeps names, folders and checksums of files from the server; it sees sizes and times.',
    namesByServer:
      'This server asks for files without names. It could stop asking; with a link that names the key it cannot.',
    namesOfFiles:
      'In folders that hide names the server sees sizes and times of files. Those that were sent by name say so.',
    keyOfLink:
      'Your link names the key that files are encrypted for, so the server cannot swap it for another.',
    keyOfServer:
      'The key that files are encrypted for comes from this server. To know whose it is, compare its words with the recipient.',
    ownKey:
      'Your private key is opened in this browser; the server has it only encrypted. Senders who compare its words know that they encrypt for you.',
    origin:
      'Your link has a secret: it proves to the recipient that somebody with this link made your files, not the server alone.',
    noOrigin:
      'Nothing proves to the recipient that a file is yours: anybody with this link can send files, and so can the server.',
    originOfFiles:
      'Files marked as proven were made by somebody who has or had the secret link, or is or was in the folder, not by the server alone.',
    release:
      'This server says that its pages are Sealpost {version}, build {build}. On another computer, “{command}” compares what it sends with a list that did not come from it.',
    noRelease: 'This server does not say which build of Sealpost its pages are.',
    limit:
      'No page can prove that it is unaltered: whoever controls the server could send one that reads your files and passwords.',
  },

  /** Capabilities and speed of a browser, for support. */
  diagnostics: {
    yes: 'yes',
    no: 'no',
    abilityWebCrypto: 'Web Crypto',
    abilityWorkers: 'Workers',
    abilityStreams: 'Streams',
    abilityServiceWorker: 'Service worker',
    abilityPrivateFiles: 'Private file system',
    abilityFileHandles: 'File handles',
    abilityFolderAccess: 'Folder access',
    abilityWakeLock: 'Wake lock',
    abilityLocks: 'Locks',
    purposeWebCrypto: 'encryption',
    purposeWorkers: 'encryption beside the page',
    purposeStreams: 'large downloads',
    purposeServiceWorker: 'downloads straight to disk',
    purposePrivateFiles: 'sealed parts can wait on disk',
    purposeFileHandles: 'going on after a reload with one click',
    purposeFolderAccess: 'saving to a folder',
    purposeWakeLock: 'stays awake while it sends',
    purposeLocks: 'one tab per upload',
    rateHash: 'Hashing',
    rateSeal: 'Encrypting',
    rateUpload: 'Sending',
    linkTakesTooLittle: 'not tested, since this link takes too little',
    allThere: 'This browser has all that an upload uses.',
    someMissing: 'This browser lacks {count, plural, one {# thing} other {# things}} that an upload uses.',
    details: 'Details',
    testSpeed: 'Test the speed',
    testingHash: 'Testing: hashing...',
    testingSeal: 'Testing: encrypting...',
    testingUpload: 'Testing: sending...',
    testDone: 'The test is done.',
    testText:
      'The test takes about ten seconds and sends at most {size} of random data, which the server forgets again. The text holds neither this link nor names of files.',
    copyAsText: 'Copy as text',
    reportHead: 'Sealpost, upload page',
    reportTime: 'Time: {time}',
    reportBrowser: 'Browser: {browser}',
    reportCores: 'Processor cores: {count}',
    reportFact: '{name}: {value}',
    reportAbility: '{name}: {value} ({purpose})',
    reportUntested: 'Speed: not tested',
  },

  /** The text file that proves what was uploaded. */
  receipt: {
    name: 'Upload_Receipt_Cumulative_{time}.txt',
    title: 'Upload Receipt',
    generated: 'Generated on: {time} ({iso})',
    uploadedTo: 'Uploaded to: {title}',
    receivedBy: 'Recipient: {name}',
    namesHidden:
      '{by, select, link {The server does not learn the names of the files.} other {The server says that it does not learn the names of the files.}}',
    arrived: 'Arrived: {time}',
    received: 'Received: {count, plural, one {# file} other {# files}}, {size}',
    deletedFrom: 'The files will be deleted from {time} ({iso}) on, unless the owner keeps them longer.',
    encryptedFor: 'Encrypted for the key with the fingerprint: {fingerprint}',
    file: '{n}. {path} - {size}',
    total: 'Total files: {count, number}',
    checksums: 'SHA-256 of each file, and its number on the server:',
    check: 'To check a file later, compare its SHA-256 with the one above:',
    commands: '  Windows: certutil -hashfile NAME SHA256   macOS: shasum -a 256 NAME   Linux: sha256sum NAME',
  },

  /** Fields for senders in the form of a folder, and the answers in the list of its files. */
  senders: {
    ask: 'Ask senders for',
    askText: 'Answers are encrypted; the server knows only the questions.',
    add: 'Add field',
    full: '{count, plural, one {# field is} other {# fields are}} the most.',
    field: 'Field {position}',
    question: 'Question',
    kind: 'Answer',
    kindText: 'Text',
    kindLongText: 'Long text',
    tooManyLong: 'At most two fields of long text.',
    kindEmail: 'E-mail address',
    kindChoice: 'One of a list',
    kindDate: 'Date',
    options: 'Options',
    optionsText: 'One per line.',
    required: 'Required',
    moveUp: 'Move field {position} up',
    moveDown: 'Move field {position} down',
    remove: 'Remove field {position}',
    moved: 'Moved to place {position} of {count}.',
    removed: 'Field removed.',
    noOptions: 'Enter at least one option.',
    twin: 'Another field has the same question.',

    bySender: 'By sender',
    purpose: 'Your private key is needed to read what senders answered.',
    closed: 'Not opened',
    closedText: 'Their manifests are not open yet, or do not open with the keys at hand.',
    silent: 'Without answers',
    missing: 'Answers missing',
    missingOf: 'Answers missing ({email})',
    later: 'Answers of a later version',
    missingText:
      'These files were sealed with answers that the server does not give, or gives others in their place. Ask the sender.',
    leftBehind: 'Answers left behind',
    leftBehindText:
      'Copied from another folder, says the server: what their senders answered is to be read there.',
    from: 'from {sender}',
    of: 'Sender of {name}',
    verified: 'Verified e-mail address',
    verifiedAs: 'verified: {email}',
    leftOpen: 'left open',
    ownWord: 'What senders say of themselves is their own word; nobody has checked it.',
  },

  /** The recovery sheet, on paper and in a file. `kind` as in session. */
  sheet: {
    fileTitle: '{service} recovery code',
    title: 'Recovery code',
    opens: 'Opens the private key when the {kind, select, login {login} other {key}} password is forgotten.',
    hint: 'Upper or lower case, with or without dashes. What looks like O, I or L is the digit 0 or 1.',
    server: 'Server',
    support: 'Support',
    made: 'Made',
    words: 'The twelve words of the key',
    forgotten: 'When the password is forgotten',
    askForLogin: 'Ask whoever runs the server for a new login password, and sign in with it.',
    askForReset: 'Ask whoever runs the server to reset your key password, sign in, and set another one.',
    typeCode: 'Where the key is asked for, choose “Use the recovery code instead” and type the code.',
    compare: 'Compare the twelve words. Then seal the key with the new password.',
    keep: '<strong>Keep this sheet as you keep a key, and apart from your computer.</strong> Whoever has it and a copy of the server’s data can open everything that was sent to you. Nobody who helps you needs the code.',
    lost: 'When the sheet is lost',
    lostText:
      'Make a new code in your profile. If somebody else may have the sheet, generate a new key pair: that the server forgets the old code is only its promise, and copies of its data may exist.',
  },

  /** Mails that the server writes. Titles of folders stand in quotation marks. */
  reminders: {
    title: 'Switch off reminders',
    text: 'You then get no more e-mails that say a day before that a folder without files or an unused link ends. You can switch them on again in your profile.',
    switchOff: 'Switch off',
    done: 'Reminders are switched off.',
  },

  mails: {
    signature: '{name}: end-to-end encrypted file exchange',
    imprint: 'Imprint',
    privacy: 'Privacy',
    support: 'Support',
    codeSubject: 'Verification code for "{folder}"',
    code: 'Your verification code for uploading files to "{folder}":',
    codeHow:
      'Enter it on the page where you asked for it. It is valid for {minutes} minutes and works once. A newer code replaces it.',
    codeIgnore: 'If you did not ask for a code, ignore this e-mail. Do not pass the code on to anybody.',
    linkCodeSubject: 'Code for your download',
    linkCode: 'Your code for downloading files that were shared with you:',
    linkCodeFrom: 'Your code for downloading files that {name} sends you:',

    ownCodeSubject: 'Confirm your e-mail address',
    ownCode: 'Your code that confirms this e-mail address:',
    ownCodeHow:
      'Enter it in your profile. It is valid for {minutes} minutes and works once. A newer code replaces it.',
    ownCodeIgnore: 'If you did not ask for a code, somebody has mistyped their address; ignore this e-mail.',

    confirmationSubject: 'Your files for "{folder}" have arrived',
    askedBy: 'Asked for by {name}.',
    deletedFrom: 'The files will be deleted from {time} on, unless the owner keeps them longer.',
    exactSizes: 'Size in bytes: {bytes, number}; encrypted: {sealed, number}.',
    namesInReceipt: 'Names of files are not in this e-mail. They are in the receipt of the upload page.',
    confirmationWhy: 'You get it because you asked for a confirmation when you sent the files.',

    newsSubject: 'News from "{folder}"',
    expiringSubject: 'Files of "{folder}" will be deleted',
    linkUsedSubject: 'A link of "{folder}" was used',
    cutOffSubject: 'An upload to "{folder}" was not finished',
    failedSubject: 'An upload to "{folder}" failed',
    arrivedSubject: 'Files arrived in "{folder}"',
    arrivedNotAllSubject: 'Files arrived in "{folder}", but not all',
    expiring:
      '{amount} in "{folder}" will be deleted from {time} on, and none of the folder’s people has downloaded {count, plural, one {it} other {them}}. On the folder’s page you can still do that, or keep {count, plural, one {it} other {them}} longer.',
    whyOwner: 'You get this mail because you own this folder.',
    folderEndsSubject: '"{folder}" ends soon',
    folderEnds:
      '"{folder}" contains no files, and its upload link ends on {time}. You can extend it in the settings of the folder.',
    linkEndsSubject: 'A link of "{folder}" ends soon',
    linkEnds:
      'A download link of "{folder}" with {amount} ends on {time}, and nobody has used it yet. You can extend it on the page of the folder.',
    whyReminder: 'You get it because reminders are switched on in your profile.',
    extendFolder: 'Extend the folder',
    extendLink: 'Extend the link',
    switchOffReminders: 'Switch off reminders',
    linkUsed: 'A download link of "{folder}" with {amount} was used for the first time, on {time}.',
    failed: 'An upload to "{folder}" failed on {time}.',
    arrived: '{amount} arrived in "{folder}" on {time}.',
    from: 'From {email}, a verified address.',
    refused: '{count, plural, one {# file was} other {# files were}} refused, and the sender was told why.',
    cutOff:
      'The upload was not finished: nothing more has come for a day. What is here is complete, and the rest may still follow.',
    amount: '{files, plural, one {# file} other {# files}} ({size})',
    more: '{count, plural, one {# more notice} other {# more notices}} of the same time, with {amount} in all.',
    addedSubject: '{name} added you to "{folder}"',
    added: '{name} has added you to the folder "{folder}".',
    addedWhy: 'You get it because this address is in your profile.',
    ownAddress: 'Change the address',
    openFolder: 'Open the folder',
    switchOff: 'Switch off e-mails for this folder',
    noNames: 'Names of files are not in this e-mail. Sign in to see them.',
    why: 'You get it because you have switched on e-mails for this folder.',
  },
} as const

export type English = typeof en

/** Type of every language's catalogue, with the same areas and names. */
export type Catalogue = {
  readonly [Area in keyof English]: { readonly [Name in keyof English[Area]]: string }
}
