import { randomBytes } from 'node:crypto'

/** A key that nobody can guess and that no other object has. */
export const newBlobKey = (): string => randomBytes(16).toString('hex')
/** The key of an object, or of object i of a group. */
export const isBlobKey = (text: string): boolean => /^[0-9a-f]{32}(?:\/[0-9]{1,9})?$/.test(text)

/** Keys are made by the server; this holds even if one day one is not. */
export function requireBlobKey(key: string): string {
  if (!isBlobKey(key)) throw new Error('Not a blob key.')
  return key
}
