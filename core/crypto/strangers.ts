/**
 * What the pages of people without an account load when they need it. A chunk of their own: with `index.ts` would come all
 * that accounts and folders of several people are made of.
 */
export { sealAnswers } from './answers.ts'
export { fromBase64, randomBytes, toBase64Url } from './bytes.ts'
export { fingerprint } from './fingerprint.ts'
export { importRecipientKey } from './keyWrap.ts'
export { parseLinkFragment } from './linkFragment.ts'
export { openLinkMaster, splitLinkKeyString } from './linkKeys.ts'
export { importOriginKey, readOriginSecret } from './origin.ts'
export { deriveLinkPassword } from './password.ts'
