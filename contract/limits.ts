/** Figures that browser and server must agree on. Names say their units; a length is a text's, in UTF-16 units. */

export const KiB = 1024
export const MiB = 1024 * KiB
export const GiB = 1024 * MiB

/** Characters of so many bytes in padded base64. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4

/** Plaintext bytes of a sealed chunk, and what sealing adds to each (core/crypto/FORMAT.md, 1). */
export const chunkBytes = 256 * KiB
export const tagBytes = 16
export const sealedChunkBytes = chunkBytes + tagBytes

/** Plaintext bytes of one file, unless the operator sets another figure: 'Files too large (max 5120 MB)'. */
export const usualMaxFileBytes = 5120 * MiB

/** What a multipart request may bring beside one file of the largest size: other files, fields, boundaries. */
export const maxBatchRequestBytes = 32 * MiB
export const maxFilesPerRequest = 1000

/** Sealed bytes that a folder, or all of an account's, may be limited to: more than any disk. */
export const maxQuotaBytes = 2 ** 50
/** What room a link still has is told to its visitors where it is less than anybody sends at once. */
export const toldRoomBytes = 100 * GiB

/** A numbered part holds whole sealed chunks: at least S3's minimum of 5 MiB, and under 32 MiB. */
export const minPartChunks = 20
export const maxPartChunks = 127
/** Of one file: as many as S3 takes. */
export const maxParts = 10_000

/** An unfinished upload is forgotten this long after its last part, */
export const uploadLifetimeSeconds = 7 * 24 * 3600
/** and one to which no part ever came this long after it was announced. */
export const announcedLifetimeSeconds = 3600
/** Unfinished uploads of a folder in one answer. */
export const maxUnfinishedListed = 1000

/** Results of a confirmed batch are repeated for this long. */
export const batchResultLifetimeSeconds = 7 * 24 * 3600

export const maxFileNameLength = 1024
export const maxPathLength = 4096
export const maxManifestBytes = 16 * KiB
export const maxTitleLength = 200
export const maxDescriptionLength = 4000
export const maxAllowedEmails = 1000
/** That count towards one account: those that its person has made, and has come to own first. */
export const maxFolders = 10_000
/** What a folder asks its senders for, and the lengths of a question, of an option, and of what is answered. */
export const maxSenderFields = 10
export const maxFieldLabelLength = 100
export const maxFieldOptions = 50
export const maxAnswerLength = 500
/** Sealed answers of a batch: of ten questions and answers as long as they may be. */
export const maxAnswersBytes = 20 * KiB
/** Batches whose answers come in one page. */
export const maxAnswersListed = 100
export const maxWebhookUrlLength = 2048
export const minUsernameLength = 3
export const maxUsernameLength = 100
export const minPasswordLength = 8
export const minLinkPasswordLength = 8
export const maxKeysPerRequest = 1000
export const maxFilesPerDeletion = 100_000
export const maxFilesPerLink = 10_000
/** Download links of one person in folders that they may open, and the files that these name together. */
export const maxDownloadLinks = 100_000
export const maxLinkedFiles = 2_000_000
/** How often a link that is limited may be used, at most. */
export const maxLinkDownloads = 1_000_000
/** Sealed files in one answer, for archives of small files. */
export const maxFilesTogether = 128
/** Of a file, in the box of its link: its id and its key's commitment (core/crypto/FORMAT.md, 10). */
export const linkedFileBytes = 8 + 32
/** The call that makes a link: ids, keys and commitments of 10 000 files are about 2.5 MB. */
export const maxLinkRequestBytes = 4 * MiB

/** Of a folder of several people, and the length of their names in its roster. */
export const maxFolderMembers = 100
export const maxRosterNameLength = 100
/** A statement of a roster, as text. */
export const maxStatementBytes = 48 * KiB
/**
 * Statements of a folder, all of which everybody verifies who opens it: a change on each working day for eight years,
 * and a few megabytes with ten people.
 */
export const maxRosterStatements = 2000
/**
 * So many more take out a key or an owner, and may bring in another: a key pair that leaked must be replaceable. Beyond
 * that they only take out, of which there is an end.
 */
export const maxKeyStatements = 1000
/** A statement with its grants: of everybody for a new key, or of all keys for somebody new. */
export const maxRosterRequestBytes = 4 * MiB
/** Folders whose statements come with a new key pair, one of each. */
export const maxMovedRosters = 1000
/** A new key pair, with the statements of all folders that it opens. */
export const maxKeyRequestBytes = 16 * MiB
/** What a person remembers of people and folders, sealed. */
export const maxContactsBytes = 512 * KiB
/** Files that one step copies into a folder. */
export const maxFilesPerCopy = 200

/** Former key pairs of one person, each of which is kept for 30 days. */
export const maxFormerKeyPairs = 100

/** Of one person, expired ones included until they are forgotten. */
export const maxApiTokens = 50
export const maxApiTokenNameLength = 100
export const maxApiTokenDays = 365

/** Lines of the history in one answer: unless the caller says how many, and at most. */
export const auditPageSize = 50
export const maxAuditPageSize = 500

/** Of the operator's own look: texts, and a logo as it is uploaded, in bytes and in pixels each way. */
export const maxLookNameLength = 40
export const maxGreetingLength = 500
export const maxLookUrlLength = 500
export const maxLogoBytes = 100 * KiB
export const maxLogoPixels = 512

export const codePattern = /^[0-9]{6}$/

/** PBKDF2 rounds: what new material uses, what a reader accepts, and the one older figure for private-key blobs. */
export const kdfIterations = 600_000
export const maxKdfIterations = 5_000_000
export const legacyKdfIterations = 250_000
export const saltBytes = 16

/** Bits of the modulus of a public key that is taken. One's own former pair may have others, within the bounds below. */
export const rsaBits: readonly number[] = [2048, 3072, 4096]
export const minRsaBits = 2048
export const maxRsaBits = 8192

/** Of the calls that try the road to the server: the largest request that is ever sent, and the longest wait. */
export const maxProbeBytes = maxBatchRequestBytes
export const maxProbeSilenceMs = 70_000
export const maxProbePieces = 128
export const maxProbePieceBytes = 256 * KiB
export const maxProbeTurnMs = 2000
export const probeRangeBytes = 64 * KiB

/** The deepest nesting of JSON in calls and answers: the grants of rosters that move with a key are five deep. */
export const maxJsonDepth = 20
