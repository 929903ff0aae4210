import { tryBase64Url } from './bytes.ts'

/** FORMAT.md, 16: what two people compare, sent over another channel than this server: name `.` fingerprint. */
export interface PersonCode {
  readonly name: string
  /** Base64url. */
  readonly fp: string
}

export const personCode = ({ name, fp }: PersonCode): string => `${name}.${fp}`

/** As it was pasted or scanned, blanks around it or not. Null for anything else. */
export function readPersonCode(text: string): PersonCode | null {
  const code = text.trim()
  const dot = code.lastIndexOf('.')
  const [name, fp] = [code.slice(0, Math.max(dot, 0)).trim().normalize('NFC'), code.slice(dot + 1)]
  return name !== '' && name.isWellFormed() && tryBase64Url(fp)?.length === 32 ? { name, fp } : null
}
