import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

/** Names in the README's table of settings. */
async function settings(): Promise<string[]> {
  const readme = await readFile('README.md', 'utf8')
  const table = readme.slice(readme.indexOf('## Configuration'), readme.indexOf('Byte counts take'))
  return [...table.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name = '']) => name)
}

/** Of the container and its network. */
const own = ['PORT', 'HOST', 'DATA_DIR', 'TRUST_PROXY', 'PUBLIC_URL']

it.each([
  ['compose.yaml', (name: string) => name === 'DATABASE_URL' || name.startsWith('S3_')],
  [
    'deploy/several/compose.yaml',
    (name: string) => /^(S3_(REGION|FORCE|DIRECT|PUBLIC)|MIN_FREE_BYTES)/.test(name),
  ],
])('%s passes every setting on that is none of its own', async (file, isLeftOut) => {
  const text = await readFile(file, 'utf8')
  const names = await settings()
  expect(names.length).toBeGreaterThan(30)
  const missing = names.filter((name) => !own.includes(name) && !isLeftOut(name))
  expect(missing.filter((name) => !new RegExp(`^\\s+${name}:`, 'm').test(text))).toEqual([])
})
