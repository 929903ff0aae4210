import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { byCodeUnit } from '../../scripts/byCodeUnit.ts'

// The whole rule, that two builds are equal, is checked by `npm run reproducible`.

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Each Vite configuration, and what they and the packing run: scripts that they import, directly or not. */
function buildScripts(): string[] {
  const configs = readdirSync('.').filter((name) => /^vite\.[\w.]*config\.ts$/.test(name))
  const found = new Set([...configs, 'scripts/packCli.ts'])
  for (const file of found)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from '\.\/(?:scripts\/)?(\w+\.ts)'/g))
      if (existsSync(join('scripts', path))) found.add(`scripts/${path}`)
  return [...found]
}

describe('a build', () => {
  it('asks nothing that differs between machines: no clock, locale, user or host', () => {
    const scripts = buildScripts()
    expect(scripts).toEqual(expect.arrayContaining(['vite.config.ts', 'scripts/precompress.ts']))
    const asks = /localeCompare|toLocale|Date\b|hostname|userInfo|homedir|Math\.random|randomUUID|randomBytes/
    expect(scripts.filter((path) => asks.test(readFileSync(path, 'utf8')))).toEqual([])
  })

  it.each(['dist', 'dist-server', 'dist-cli'].filter((folder) => existsSync(folder)))(
    'does not contain the folder that it was made in: %s',
    (folder) => {
      const place = resolve('.')
      expect(filesBelow(folder).filter((path) => readFileSync(path).includes(place))).toEqual([])
    },
  )
})

it('orders names alike in every locale', () => {
  expect(['ä', 'b', 'B', 'a', 'i', 'I'].sort(byCodeUnit)).toEqual(['B', 'I', 'a', 'b', 'i', 'ä'])
})
