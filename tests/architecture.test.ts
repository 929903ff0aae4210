import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { beforeAll, describe, expect, it } from 'vitest'

const topFolders = [
  'contract',
  'core',
  'i18n',
  'src',
  'workers',
  'preview',
  'server',
  'cli',
  'e2e',
  'bench',
  'demo',
]

describe('the rooms of the architecture', () => {
  let result: ICruiseResult

  beforeAll(async () => {
    const config = await extractDepcruiseConfig('./.dependency-cruiser.mjs')
    const options = { ...config.options, ruleSet: { forbidden: config.forbidden ?? [] }, validate: true }
    const { output } = await cruise(topFolders, options, {}, { tsConfig: extractTsConfig('./tsconfig.json') })
    result = output as ICruiseResult
  })

  it('are kept: nobody imports what is not theirs', () => {
    const violations = result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
    expect(violations).toEqual([])
  })

  it('were all looked at: a checker that sees fewer modules than exist checks nothing', () => {
    const seen = new Set(result.modules.map((module) => module.source))
    const files = topFolders.flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
        .map((name) => join(room, name)),
    )
    expect(files.filter((file) => !seen.has(file))).toEqual([])
    expect(files.length).toBeGreaterThan(80)
  })

  it('see through the imports that matter: the engine really is connected to the formats', () => {
    const engine = result.modules.find((module) => module.source === 'core/upload/effectRunner.ts')
    expect(engine?.dependencies.map((dependency) => dependency.resolved)).toContain('core/crypto/index.ts')
  })
})

describe('the fragment of a download link', () => {
  it('is read by one module', () => {
    const readers = ['core', 'src', 'workers', 'preview'].flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => join(room, name))
        .filter((path) =>
          /\blocation\b[^\n]*\b(?:hash|href)\b|\bhash\b[^\n]*\blocation\b/.test(readFileSync(path, 'utf8')),
        ),
    )
    expect(readers).toEqual([join('src', 'features', 'download', 'linkAddress.ts')])
  })
})
