import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import ts from 'typescript'
import { afterEach, expect, it, vi } from 'vitest'

/** Their input is this build, or a file of the operator. */
const ofTrustedText = ['server/plugins/appShell.ts', 'server/config/environmentFile.ts']
const folders = ['cli', 'contract', 'core', 'i18n', 'preview', 'server', 'src', 'workers']
/** Modules that compose expressions from several texts. */
const composing = [
  'cli/verifyReceipt/readReceipt.ts',
  'contract/schemas/downloads.ts',
  'contract/shownName.ts',
  'contract/shownText.ts',
  'server/security/apiTokens.ts',
]
/** `[0-9]{1,n}` of a setting. */
const composingOfSettings = 'server/config/config.ts'

const sources = globSync(`{${folders.join()}}/**/*.{ts,tsx}`)
  // `src/first` runs while pages are built.
  .filter((path) => !ofTrustedText.includes(path) && !path.startsWith('src/first/'))
  .map((path) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true))

function eachNode(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => eachNode(child, visit))
}

/** What repeats at most so many times takes no longer for each character of a longer text. */
const repeats = /[*+]|\{[0-9]+,\}/

function expressionsOf(folder: string): Set<string> {
  const found = new Set<string>()
  for (const source of sources.filter(({ fileName }) => fileName.startsWith(`${folder}/`))) {
    eachNode(source, (node) => {
      if (ts.isRegularExpressionLiteral(node) && repeats.test(node.text)) found.add(node.text)
    })
  }
  return found
}

/**
 * What is too slow is counted in characters read, never in time, which depends on what else the machine does: a linear
 * expression reads each of 3 000 characters up to 333 times, and a quadratic one reads millions.
 */
const counted = {
  ...{ timeout: null, incubationTimeout: null, attackTimeout: null },
  ...{ attackLimit: 1_000_000, maxAttackStringSize: 3000 },
}

/** Expressions that are not linear, or not known to be, each with what is known of it. */
async function slowOnes(expressions: Iterable<string>): Promise<string[]> {
  vi.stubEnv('RECHECK_SYNC_BACKEND', 'pure')
  // It reads the variable when it is loaded.
  const { checkSync } = createRequire(import.meta.url)('recheck') as typeof import('recheck')
  const slow: string[] = []
  for (const expression of expressions) {
    const flagsAt = expression.lastIndexOf('/')
    const [source, flags] = [expression.slice(1, flagsAt), expression.slice(flagsAt + 1)]
    const result = checkSync(source, flags, counted)
    if (result.status !== 'safe')
      slow.push(
        `${expression}: ${result.status === 'unknown' ? result.error.kind : result.complexity.summary}`,
      )
    await yieldToLoop()
  }
  return slow
}

afterEach(() => void vi.unstubAllEnvs())

it.each(folders)('each expression in %s reads a text of any length in linear time', async (folder) => {
  expect(await slowOnes(expressionsOf(folder))).toEqual([])
})

it('one that does not is found, by its automaton or by texts that are tried', async () => {
  const byAutomaton = ['/^\\s+|\\s+$/g', '/(a|aa)+$/']
  const byTexts = ['/\\s+(?=x)$/', `/^(["']).*.*\\1$/`, '/^(a+)*\\1$/']
  expect(await slowOnes([...byAutomaton, ...byTexts])).toEqual([
    `${byAutomaton[0]}: 2nd degree polynomial`,
    `${byAutomaton[1]}: exponential`,
    `${byTexts[0]}: 2nd degree polynomial (fuzz)`,
    `${byTexts[1]}: 2nd degree polynomial (fuzz)`,
    `${byTexts[2]}: exponential (fuzz)`,
  ])
})

it('so does each that is composed', async () => {
  const composed = new Set<string>()
  const recording = new Proxy(RegExp, {
    construct(target, args, newTarget) {
      const made = Reflect.construct(target, args, newTarget) as RegExp
      const isOurs = !new Error().stack?.split('\n')[2]?.includes('node_modules')
      // The tool does not know `v`; both expressions of `shownText` match runs of one class at their first character.
      if (isOurs && !made.unicodeSets && repeats.test(made.source)) composed.add(String(made))
      return made
    },
  })
  vi.stubGlobal('RegExp', recording)
  vi.resetModules()
  try {
    for (const path of composing) await import(/* @vite-ignore */ `../${path}`)
  } finally {
    vi.unstubAllGlobals()
  }
  expect(composed.size).toBeGreaterThan(0)
  expect(await slowOnes(composed)).toEqual([])
})

it('every module that composes expressions is known', () => {
  const found = new Set<string>()
  for (const source of sources) {
    eachNode(source, (node) => {
      if (ts.isNewExpression(node) && node.expression.getText(source) === 'RegExp') found.add(source.fileName)
    })
  }
  expect([...found].toSorted()).toEqual([...composing, composingOfSettings].toSorted())
})
