/** Exports for pages without an account, as a chunk without the code of accounts. */
export { sealAnswers } from './answers.ts'
export { fromBase64, randomBytes, toBase64Url } from './bytes.ts'
export { fingerprint } from './fingerprint.ts'
export { importRecipientKey } from './keyWrap.ts'
export { parseLinkFragment } from './linkFragment.ts'
export { openLinkMasterOf } from './linkKeys.ts'
export { importOriginKey, readOriginSecret } from './origin.ts'
export { stretchLinkPassword } from './password.ts'
