import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { integrityFile } from '../contract/integrityFiles.ts'
import type { IntegrityList } from '../contract/schemas/integrity.ts'

export const version: string = manifest.version

/** Version, and where they are known the build of the pages and the commit. @param packageDir folder of the installation */
export function describeVersion(packageDir: string): string {
  const read = (path: string): unknown => {
    const file = join(packageDir, path)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  }
  const { build } = read(join('dist', integrityFile)) as Partial<IntegrityList>
  // As npm names it in the packages that it publishes.
  const { gitHead } = read('package.json') as { gitHead?: string }
  const parts = { build, commit: gitHead }
  return [
    version,
    ...Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : `${name} ${value}`)),
  ].join(', ')
}
