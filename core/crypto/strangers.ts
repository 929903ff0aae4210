/**
 * Exports for the pages of people without an account. A separate chunk: `index.ts` would add the code of
 * accounts and shared folders.
 */
export { sealAnswers } from './answers.ts'
export { fromBase64, randomBytes, toBase64Url } from './bytes.ts'
export { fingerprint } from './fingerprint.ts'
export { importRecipientKey } from './keyWrap.ts'
export { parseLinkFragment } from './linkFragment.ts'
export { openLinkMaster, splitLinkKeyString } from './linkKeys.ts'
export { importOriginKey, readOriginSecret } from './origin.ts'
export { deriveLinkPassword } from './password.ts'
