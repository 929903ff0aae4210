export { type Answer, answersDigest, openAnswers, sealAnswers, type SealedAnswers } from './answers.ts'
export {
  type Bytes,
  concat,
  totalLength,
  equalInConstantTime,
  fromBase64,
  fromHex,
  randomBytes,
  toBase64,
  toBase64Url,
  toHex,
  tryBase64,
  utf8,
} from './bytes.ts'
export {
  chunkAad,
  chunkNonce,
  type ChunkOpener,
  chunkOpener,
  type ChunkSealer,
  chunkSealer,
  maxWholeBytes,
  openWhole,
  plainSize,
} from './chunkCipher.ts'
export { chunkCount, sealedSize } from '../../contract/sealedSize.ts'
export { type ContentHash, contentHashHex, createContentHash } from './contentHash.ts'
export { ContentRoot, contentRootB64u, hasContentRoot } from './contentRoot.ts'
export {
  type Contacts,
  type KnownFolder,
  openContacts,
  type OwnFolder,
  type Person,
  sealContacts,
} from './contacts.ts'
export { CryptoError, type CryptoErrorCode, isCryptoError } from './errors.ts'
export {
  asFileKey,
  type FileKey,
  type FileKeyBytes,
  generateFileKey,
  importFileKey,
  readFileIv,
} from './fileKey.ts'
export {
  type Fingerprint,
  fingerprint,
  readFingerprintWords,
  recipientFingerprint,
  wordsOfFingerprint,
} from './fingerprint.ts'
export {
  generateFolderId,
  newGeneration,
  openGeneration,
  type OpenedGeneration,
  type NewGeneration,
  openGrant,
  sealGrant,
} from './folderKeys.ts'
export { type KeyBackup, type KeyBackupProblem, readKeyBackup } from './keyBackup.ts'
export { importRecipientKey, unwrapFileKey, wrapFileKey } from './keyWrap.ts'
export { buildLinkFragment, type LinkFragment, masterFragment, parseLinkFragment } from './linkFragment.ts'
export {
  generateLinkToken,
  type LinkBox,
  linkBoxGeneration,
  linkFilesBytes,
  linkFilesHash,
  openLinkBox,
  type OwnerSecret,
  readLinkFiles,
  sealLinkBox,
} from './linkBox.ts'
export { generateLinkPassword } from './linkPassword.ts'
export {
  asLinkMaster,
  generateLinkMaster,
  joinLinkKeyString,
  type LinkMaster,
  openLinkFileKey,
  openLinkMaster,
  openLinkMasterOf,
  sealLinkFileKey,
  sealLinkMaster,
  splitLinkKeyString,
} from './linkKeys.ts'
export {
  deriveManifestKey,
  keyCommitment,
  type ManifestKey,
  openManifest,
  openOwnManifest,
  sealManifest,
} from './manifest.ts'
export { SignatureError, verifyMinisign } from './minisign.ts'
export { compareWithServer, isShownAsSent, type Manifest, type ManifestDifference } from './manifestFields.ts'
export {
  type DecryptionKey,
  importOriginKey,
  type OriginKey,
  originSecret,
  type OriginVerdict,
  readOriginSecret,
} from './origin.ts'
export {
  deriveLinkPassword,
  deriveLoginVerifier,
  type LinkPassword,
  newPasswordKdf,
  type PasswordKdf,
} from './password.ts'
export { type AesKey, type Primitives, usePrimitives, webPrimitives } from './primitives.ts'
export {
  importPasskeySecret,
  openPasskeyWrap,
  openStoredPasskeyWrap,
  passkeyInput,
  type PasskeySecret,
  sealPasskeyWrap,
} from './passkeyBox.ts'
export { type PersonalKey, personalKeyOf } from './personalKey.ts'
export { personCode, type PersonCode, readPersonCode } from './personCode.ts'
export {
  generateKeyPair,
  importPrivateKey,
  type KeyPair,
  openPrivateKey,
  type PrivateKeyWrapper,
  privateKeyWrapperOf,
  publicKeyOf,
  type SealedPrivateKey,
  sealPrivateKey,
  wrapPrivateKey,
} from './privateKeyBox.ts'
export {
  asRecoveryEntropy,
  generateRecoveryEntropy,
  openRecoveryBox,
  openStoredRecoveryBox,
  readRecoveryCode,
  recoveryCharacters,
  recoveryCodeLength,
  recoveryCodeOf,
  type RecoveryEntropy,
  sealRecoveryBox,
} from './recoveryCode.ts'
export { rootOf } from './root.ts'
export {
  type BrokenRoster,
  importSigningKey,
  isBroken,
  publicKeysByFingerprint,
  readStoredRoster,
  type Roster,
  signStatement,
  statementHash,
  type VerifiedStatement,
  verifyRoster,
} from './roster.ts'
