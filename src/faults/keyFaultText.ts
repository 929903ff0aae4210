import { shownText } from '../../contract/shownText.ts'
import type { Fault } from './fault.ts'

/** Why a file's key, or its manifest, did not open. */
export function keyFaultText({ code, said, values }: Fault): string {
  const name = shownText(String(values?.name))
  if (code === 'key-not-sent') return `Missing encryption data for ${name}`
  if (code === 'key-not-in-link') return `Decryption key for "${name}" not found.`
  return said ?? code
}
