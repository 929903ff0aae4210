import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nodeSettingNames, settingNames } from '../server/config/config.ts'

const pathsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
const readText = (path: string): string => readFileSync(path, 'utf8')

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...pathsBelow('docs').filter((name) => name.endsWith('.md')),
  'bench/README.md',
  'core/crypto/FORMAT.md',
]

/** The text of a page without what stands in code. */
const withoutCode = (text: string): string =>
  text.replaceAll(/^( *)```[^]*?^\1```$/gm, '').replaceAll(/`[^`\n]*`/g, '')

/** Where GitHub and others jump to: a heading in small letters, without punctuation, numbered where it comes again. */
function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>()
  const headings = text.replaceAll(/^( *)```[^]*?^\1```$/gm, '').matchAll(/^#{1,6} (.*)$/gm)
  return new Set(
    Array.from(headings, ([, heading = '']) => {
      const slug = heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-')
      const before = seen.get(slug) ?? 0
      seen.set(slug, before + 1)
      return before === 0 ? slug : `${slug}-${before}`
    }),
  )
}

/** Relative targets of links and pictures. */
const linkTargetsOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))

/** Why a link leads nowhere; undefined where it leads somewhere. */
function linkProblem(page: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : normalize(join(dirname(page), path))
  if (!existsSync(file)) return `${page}: no file ${target}`
  if (anchor === undefined) return undefined
  return anchorsOf(readText(file)).has(anchor) ? undefined : `${page}: no heading ${target}`
}

describe('the documentation', () => {
  it('has no link that leads nowhere', () => {
    const links = pages.flatMap((page) =>
      linkTargetsOf(readText(page)).map((target) => [page, target] as const),
    )
    expect(links.length).toBeGreaterThan(200)
    expect(links.map(([page, target]) => linkProblem(page, target)).filter(Boolean)).toEqual([])
  })

  it('has every page of its own that programs, texts and configurations name', () => {
    const sources = [
      'bench',
      'cli',
      'contract',
      'core',
      'demo',
      'deploy',
      'e2e',
      'i18n',
      'scripts',
      'server',
      'src',
      'workers',
      'preview',
    ]
      .flatMap(pathsBelow)
      .filter((name) => statSync(name).isFile() && !name.includes('node_modules'))
    const named = [...sources, 'compose.yaml', 'Dockerfile'].flatMap((source) =>
      [...readText(source).matchAll(/docs\/[\w/-]+\.(?:md|json)/g)].map(([page]) => [source, page] as const),
    )
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter(([, page]) => !existsSync(page))).toEqual([])
  })

  it('describes every setting, and none that is not read', () => {
    const rows = [...readText('docs/operations/settings.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(
      ([, name]) => name,
    )
    expect(rows.sort()).toEqual([...settingNames, ...nodeSettingNames].sort())
  })

  it('names no variable of the environment that nothing reads', () => {
    const known = new Set(settingNames)
    const prefixes =
      /^(?:S3|OIDC|SMTP|SHUTDOWN|METRICS|ADMIN|LINK_QUOTA|USER_QUOTA|MIN_FREE|WEBHOOK|AUDIT|SCRUB)_/
    const named = pathsBelow('docs/operations')
      .flatMap((page) => [...readText(page).matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)])
      .map(([name]) => name)
    expect(named.filter((name) => prefixes.test(name) && !known.has(name))).toEqual([])
  })

  it('has every command of the administration with its arguments, and no other', () => {
    const named = pathsBelow('server/ops/admin').flatMap((file) =>
      Array.from(readText(file).matchAll(/^ {2}name: '(.*)',\n {2}usage: '(.*)'/gm), ([, name, usage]) => ({
        name: name ?? '',
        words: (usage ?? '').match(/[A-Z]+|--[a-z-]+|\b[a-z]+(?=\||$)/g) ?? [],
      })),
    )
    expect(named.length).toBeGreaterThan(15)
    const rows = [...readText('docs/operations/commands.md').matchAll(/^\| `([a-z-]+)(.*?)` +\|/gm)]
    expect(new Set(rows.map(([, name]) => name))).toEqual(new Set(named.map(({ name }) => name)))
    const lacking = named.flatMap(({ name, words }) => {
      const said = rows.flatMap(([, row, rest]) => (row === name ? [rest] : [])).join(' ')
      return words.filter((word) => !said.includes(word)).map((word) => `${name} ${word}`)
    })
    expect(lacking).toEqual([])

    const called = pages.flatMap((page) =>
      Array.from(
        readText(page).matchAll(/(?:sealpost-admin|npm run admin --)(?: --env-file \S+)? ([a-z][a-z-]+)/g),
        ([, name]) => name,
      ),
    )
    expect(called.length).toBeGreaterThan(20)
    expect(called.filter((name) => !named.some((command) => command.name === name))).toEqual([])
  })

  it('says where it is said how commands are called, on each page that has one', () => {
    const silent = [...pathsBelow('docs/operations'), 'docs/accounts.md', 'docs/scaling.md']
      .filter((page) => page !== 'docs/operations/commands.md' && readText(page).includes('sealpost-admin '))
      .filter((page) => !linkTargetsOf(readText(page)).some((target) => target.includes('commands.md')))
    expect(silent).toEqual([])
  })

  it('names no script of npm that there is not', () => {
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
    const named = pages
      .filter((page) => page !== 'CHANGELOG.md')
      .flatMap((page) =>
        Array.from(readText(page).matchAll(/npm run ([a-z0-9:]+)/g), ([, name = '']) => name),
      )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('has each page for operators in its contents', () => {
    const contents = new Set(linkTargetsOf(readText('docs/operations.md')))
    const missing = pathsBelow('docs/operations').filter((page) => !contents.has(page.slice('docs/'.length)))
    expect(missing).toEqual([])
  })

  it('has for operators no page of 800 words and more but the table of settings', () => {
    const words = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
    const long = ['docs/operations.md', ...pathsBelow('docs/operations')]
      .filter((page) => page !== 'docs/operations/settings.md')
      .map((page) => `${page}: ${words(readText(page))}`)
      .filter((told) => Number(told.split(': ')[1]) >= 800)
    expect(long).toEqual([])
  })
})
