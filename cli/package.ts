import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The surrounding package is one folder above, both in sources and in the build. */
const packageUrl = (name: string) => new URL(`../${name}`, import.meta.url)

const manifest: unknown = JSON.parse(readFileSync(packageUrl('package.json'), 'utf8'))

/** Version of the program. */
export const version =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown'

/** Path of a file of the package, or null if it has none. */
export function packageFilePath(name: string): string | null {
  const path = fileURLToPath(packageUrl(name))
  return existsSync(path) ? path : null
}
