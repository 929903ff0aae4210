export * from './answers.ts'
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
  tryBase64Url,
  utf8,
} from './bytes.ts'
export * from './chunkCipher.ts'
export { chunkCount, sealedSize } from '../../contract/sealedSize.ts'
export * from './contentHash.ts'
export * from './contentRoot.ts'
export * from './contacts.ts'
export * from './errors.ts'
export * from './fileKey.ts'
export * from './fingerprint.ts'
export * from './folderKeys.ts'
export * from './keyBackup.ts'
export { importRecipientKey, unwrapFileKey, wrapFileKey } from './keyWrap.ts'
export * from './linkFragment.ts'
export * from './linkBox.ts'
export * from './linkPassword.ts'
export * from './linkKeys.ts'
export {
  deriveManifestKey,
  keyCommitment,
  type ManifestKey,
  openManifest,
  openOwnManifest,
  opensAs,
  sealManifest,
} from './manifest.ts'
export * from './minisign.ts'
export {
  compareWithServer,
  isShownAsSent,
  type Manifest,
  type ManifestDifference,
  manifestText,
} from './manifestFields.ts'
export * from './nameIndex.ts'
export {
  type DecryptionKey,
  importOriginKey,
  type OriginKey,
  originSecret,
  type OriginVerdict,
  readOriginSecret,
} from './origin.ts'
export {
  stretchLinkPassword,
  deriveLoginVerifier,
  type StretchedLinkPassword,
  newPasswordKdf,
} from './password.ts'
export * from './passkeyBox.ts'
export * from './personalKey.ts'
export * from './personCode.ts'
export { type AesKey, type Primitives, setPrimitives, webPrimitives } from './primitives.ts'
export * from './privateKeyBox.ts'
export * from './privateNames.ts'
export type { SealedPrivateKey } from '../../contract/schemas/fields.ts'
export * from './recoveryCode.ts'
export * from './roster.ts'
export * from './seenMark.ts'
export * from './uploadLinkTag.ts'
