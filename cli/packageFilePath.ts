import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Path of a file of the surrounding package, one folder above as in version.ts, or null if it has none. */
export function packageFilePath(name: string): string | null {
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url))
  return existsSync(path) ? path : null
}
