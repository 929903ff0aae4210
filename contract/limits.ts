/** Limits that browser and server share. Names have the units; lengths of texts are in UTF-16 units. */

export const KiB = 1024
export const MiB = 1024 * KiB
export const GiB = 1024 * MiB

/** Length of `bytes` bytes in padded base64. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4

/** Plaintext bytes of a sealed chunk, and the overhead per chunk (core/crypto/FORMAT.md, 1). */
export const chunkBytes = 256 * KiB
export const tagBytes = 16
export const sealedChunkBytes = chunkBytes + tagBytes

/** Plaintext bytes of a file by default: 'Files too large (max 5120 MB)'. */
export const usualMaxFileBytes = 5120 * MiB

/** Bytes of a multipart request besides one file of maximum size: other files, fields, boundaries. */
export const maxBatchRequestBytes = 32 * MiB
export const maxFilesPerRequest = 1000

/** The largest quota of a folder or account, in sealed bytes: more than any disk. */
export const maxQuotaBytes = 2 ** 50
/** Visitors see a link's remaining capacity only below this. */
export const maxReportedRoomBytes = 100 * GiB

/** A part has whole sealed chunks: at least S3's minimum of 5 MiB, and less than 32 MiB. */
export const minPartChunks = 20
export const maxPartChunks = 127
/** Parts of one file, as in S3. */
export const maxParts = 10_000

/** Unfinished uploads expire this long after their last part, */
export const uploadLifetimeSeconds = 7 * 24 * 3600
/** and this long after their creation if no part arrived. */
export const announcedLifetimeSeconds = 3600
export const maxUnfinishedListed = 1000
/** Deliveries that are listed above the folders: few enough to be read at a glance. */
export const maxDeliveries = 5

/** Time in which the result of a confirmed batch is repeated. */
export const batchResultLifetimeSeconds = 7 * 24 * 3600

export const maxFileNameLength = 1024
export const maxPathLength = 4096
/** Folders of a path. A manifest may name more; then the file is saved by itself only. */
export const maxPathLevels = 100
export const maxManifestBytes = 16 * KiB
export const maxTitleLength = 200
export const maxDescriptionLength = 4000
/** Title and message of a download link, in characters. */
export const maxLinkTitleLength = 200
export const maxLinkMessageLength = 2000
export const maxAllowedEmails = 1000
/** Folders that count towards one account: those created first by its user, and those owned. */
export const maxFolders = 10_000
/** Fields that a folder asks senders for, and the lengths of questions, options and answers. */
export const maxSenderFields = 10
export const maxFieldLabelLength = 100
export const maxFieldOptions = 50
export const maxAnswerLength = 500
/** Long answers: how many fields may ask for one, the length of each, and the bytes of all in JSON. */
export const maxLongAnswers = 2
export const maxLongAnswerLength = 8000
export const maxLongAnswersBytes = 22_500
/** Bytes of a batch's sealed answers: ten questions and answers of maximum length fit. */
export const maxAnswersBytes = 40 * KiB
export const maxAnswersListed = 100
export const maxWebhookUrlLength = 2048
export const minUsernameLength = 3
export const maxUsernameLength = 100
export const minPasswordLength = 8
export const minLinkPasswordLength = 8
export const maxKeysPerRequest = 1000
export const maxFilesPerDeletion = 100_000
export const maxFilesPerLink = 10_000
/** Download links of a person in all folders that they can open, and the files and people of these links together. */
export const maxDownloadLinks = 100_000
/** Files of a link that a list over all folders names. */
export const maxNamedFilesOfLink = 5
export const maxLinkedFiles = 2_000_000
/** Files in all links of one person, beyond which nobody else adds any to them. */
export const maxFilesByOthers = maxLinkedFiles / 2
export const maxLinkedPeople = 200_000
/** Named people in all links of one person, beyond which nobody else adds any to them. */
export const maxPeopleByOthers = maxLinkedPeople / 2
export const maxLinkDownloads = 1_000_000
/** Sealed files in one response, for archives of small files. */
export const maxFilesTogether = 128
/** Bytes per file in a link's box: its id and its key's commitment (core/crypto/FORMAT.md, 10). */
export const linkedFileBytes = 8 + 32
/** Request that creates a link: ids, keys and commitments of 10 000 files take about 2.5 MB. */
export const maxLinkRequestBytes = 4 * MiB

/** Members of a shared folder, and the length of their names in its roster. */
export const maxFolderMembers = 100
export const maxRosterNameLength = 100
export const maxStatementBytes = 48 * KiB
/** Statements of a folder, which each member verifies on opening: one for each working day of eight years. */
export const maxRosterStatements = 2000
/**
 * This many more statements may remove a key or an owner, and add another in its place: a leaked key pair must
 * be replaceable. Beyond that they may only remove, which ends by itself.
 */
export const maxKeyStatements = 1000
/** A statement with its grants: for all members of a new key, or of all keys for a new member. */
export const maxRosterRequestBytes = 4 * MiB
/** Folders whose statements accompany a new key pair, one each. */
export const maxMovedRosters = 1000
export const maxKeyRequestBytes = 16 * MiB
export const maxContactsBytes = 512 * KiB
export const maxFilesPerCopy = 200
export const maxNamesHidden = 1000

/** Bytes in UTF-8, and UTF-16 units, of a file that is a message (core/crypto/FORMAT.md, 3). */
export const maxTextBytes = 256 * KiB
export const maxTextUnits = 100_000

/** Former key pairs of a person, kept for 30 days each. */
export const maxFormerKeyPairs = 100

/** A private key, sealed for its owner: under a password, for a recovery code or a passkey. */
export const sealedKeyBytes = 16 * KiB

/** Passkeys of a person, of all hosts. */
export const maxPasskeys = 10
export const maxPasskeyNameLength = 100
/** A credential's id: 1023 bytes in base64url, as WebAuthn limits it. */
export const maxCredentialIdLength = 1364
export const maxTransports = 10
/** A host name in ASCII, as DNS limits it. */
export const maxHostLength = 253

/** API tokens of a person, including expired ones until they are deleted. */
export const maxApiTokens = 50
export const maxApiTokenNameLength = 100
export const maxApiTokenDays = 365
/** 256 random bits in base64url, and their CRC-32. */
export const apiTokenLength = 60
export const apiTokenPattern = /^sealpost_([A-Za-z0-9_-]{43})([0-9a-f]{8})$/

/** History entries per response: the default and the maximum. */
export const auditPageSize = 50
export const maxAuditPageSize = 500
/** Ids of files in the history entry of a download: the first ones. */
export const maxAuditFileIds = 20

/** The operator's rules: the longest lifetime of links that can be set, and allowed domains. */
export const maxRuleDays = 36_500
export const maxEmailDomains = 100

/** The operator's look: texts, and the uploaded logo in bytes and in pixels per side. */
export const maxLookNameLength = 40
/** Characters of the name that an owner shows to senders and recipients. */
export const maxDisplayNameLength = 100
export const maxGreetingLength = 500
export const maxLookUrlLength = 500
export const maxLogoBytes = 100 * KiB
export const maxLogoPixels = 512

export const verificationCodePattern = /^[0-9]{6}$/

/** PBKDF2 iterations: for new data, the accepted maximum, and an older value for private-key blobs. */
export const kdfIterations = 600_000
export const maxKdfIterations = 5_000_000
export const legacyKdfIterations = 250_000
export const saltBytes = 16

/** Accepted moduli of public keys, in bits. A person's former pair may have others, within the bounds below. */
export const rsaBits: readonly number[] = [2048, 3072, 4096]
export const minRsaBits = 2048
export const maxRsaBits = 8192

/** Self-test calls: the largest request and the longest wait. */
export const maxProbeBytes = maxBatchRequestBytes
export const maxProbeSilenceMs = 70_000
export const maxProbePieces = 128
export const maxProbePieceBytes = 256 * KiB
export const maxProbeTurnMs = 2000
export const probeRangeBytes = 64 * KiB

/** Maximum nesting of JSON in requests and responses: grants of rosters that move with a key are five levels deep. */
export const maxJsonDepth = 20
