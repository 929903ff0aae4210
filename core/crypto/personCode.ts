import { tryBase64Url } from './bytes.ts'

/** The code that two people compare (FORMAT.md, 16): name `.` fingerprint. */
export interface PersonCode {
  readonly name: string
  /** Base64url. */
  readonly fp: string
}

export const personCode = ({ name, fp }: PersonCode): string => `${name}.${fp}`

/** True for a code of a later version: a digit and a colon follow its last full stop. */
export const isLaterPersonCode = (text: string): boolean =>
  /^[2-9]:/.test(text.slice(text.lastIndexOf('.') + 1))

/** Parses a pasted or scanned code, ignoring surrounding white space. @returns null for any other text */
export function readPersonCode(text: string): PersonCode | null {
  const code = text.trim()
  const dot = code.lastIndexOf('.')
  const [name, fp] = [code.slice(0, Math.max(dot, 0)).trim().normalize('NFC'), code.slice(dot + 1)]
  return name !== '' && name.isWellFormed() && tryBase64Url(fp)?.length === 32 ? { name, fp } : null
}
