import { readFileSync } from 'node:fs'

/** Version of the surrounding package: one folder above, both in sources and in the build. */
const found: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

export const version =
  typeof found === 'object' && found !== null && 'version' in found ? String(found.version) : 'unknown'
