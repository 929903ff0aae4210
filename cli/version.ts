import { readFileSync } from 'node:fs'

/** Of the package that this program is in: one folder above it, as sources and as it is built. */
const found: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

export const version =
  typeof found === 'object' && found !== null && 'version' in found ? String(found.version) : 'unknown'
