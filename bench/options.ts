import { parseArgs } from 'node:util'
import { MiB } from '../contract/limits.ts'
import { type Level, levels, type Sizes } from './sizes.ts'
import type { BrowserName } from './setup/browser.ts'
import type { LineSpec } from './setup/line.ts'
import { type PageState, pageStates } from './setup/pageState.ts'

export interface BenchOptions {
  level: Level
  sizes: Sizes
  /** Not the sizes of the level: comparable with no other run. */
  ownSizes: boolean
  browser: BrowserName
  /** Names of scenarios; null for what the level has. */
  only: string[] | null
  list: boolean
  check: boolean
  keepBaseline: boolean
  /** State of the upload pages. */
  pages: PageState
  /** Between the browser and both servers; null for none. */
  line: LineSpec | null
  /** Folder of the built checkout whose server and pages are measured. */
  checkout: string
  /** Folder of a built checkout to measure in turn with this one; null for this one alone. */
  beside: string | null
}

export const usage = `npm run bench -- [options]

  --quick                small sizes, two rounds: below three minutes
  --full                 the sizes of the targets, up to 6.5 GiB and 70 000 files: hours, 40 GB of disk
  --only=NAME,...        these scenarios alone
  --list                 names the scenarios
  --rounds=N             so many rounds of each
  --mib=N, --files=N     another size of the one file, or number of small files
  --browser=firefox      another browser; some scenarios are Chromium's alone
  --page=fresh           upload pages of first visits; settled: of people who were there before (settled)
  --line=RATE,TIME       over a line of so many MB/s and milliseconds a round trip, such as 25,100
  --beside=FOLDER        in turn with another checkout of the product, installed and built in that folder
  --checkout=FOLDER      the build in that folder instead of this one
  --check                fails when a ratio is worse than bench/baseline.json by a factor of two
  --keep-baseline        makes this run's ratios the baseline of its level`

const optionSpecs = {
  quick: { type: 'boolean', default: false },
  full: { type: 'boolean', default: false },
  only: { type: 'string' },
  list: { type: 'boolean', default: false },
  rounds: { type: 'string' },
  mib: { type: 'string' },
  files: { type: 'string' },
  browser: { type: 'string', default: 'chromium' },
  check: { type: 'boolean', default: false },
  'keep-baseline': { type: 'boolean', default: false },
  page: { type: 'string', default: 'settled' },
  line: { type: 'string' },
  checkout: { type: 'string', default: '.' },
  beside: { type: 'string' },
} as const

/** @throws Error that says which option is wrong */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({ args, options: optionSpecs })
  const { browser, quick, full, check } = values
  if (browser !== 'chromium' && browser !== 'firefox') throw new Error(`There is no browser '${browser}'.`)
  if (quick && full) throw new Error('A run is --quick or --full.')
  const level: Level = full ? 'full' : quick ? 'quick' : check ? 'check' : 'normal'
  const pages = pageStates.find((state) => state === values.page)
  if (pages === undefined) throw new Error(`--page is ${pageStates.join(' or ')}, not '${values.page}'.`)
  if (pages === 'fresh' && browser !== 'chromium') throw new Error('--page=fresh is for Chromium alone.')
  if (pages === 'fresh' && (check || values['keep-baseline']))
    throw new Error(
      'The baseline is of settled pages: --page=fresh goes without --check and --keep-baseline.',
    )
  if (values.checkout !== '.' && (check || values['keep-baseline']))
    throw new Error('The baseline is of this checkout: --checkout goes without --check and --keep-baseline.')
  if (values.beside !== undefined && values.checkout !== '.')
    throw new Error('A run has --beside or --checkout.')
  const line = values.line === undefined ? null : readLine(values.line)
  if (line && (check || values['keep-baseline']))
    throw new Error('The baseline is without a line: --line goes without --check and --keep-baseline.')
  const rounds = readPositive('rounds', values.rounds)
  const mib = readPositive('mib', values.mib)
  const files = readPositive('files', values.files)
  const ownSizes = mib !== undefined || files !== undefined
  if (values.beside !== undefined && (check || values['keep-baseline']))
    throw new Error(
      'A build beside a build has no baseline: --beside goes without --check and --keep-baseline.',
    )
  if (ownSizes && (check || values['keep-baseline']))
    throw new Error('The baseline is of the sizes of its level: without --mib and --files.')
  return {
    level,
    ownSizes,
    sizes: {
      ...levels[level],
      ...(rounds !== undefined && { rounds }),
      ...(mib !== undefined && {
        fileBytes: mib * MiB,
        memoryFileBytes: mib * MiB,
        lineFileBytes: mib * MiB,
      }),
      ...(files !== undefined && {
        droppedFiles: files,
        zippedFiles: files,
        queuedFiles: files,
        privateFiles: files,
        archivedFiles: files,
        lineFiles: files,
      }),
    },
    browser,
    only: values.only?.split(',') ?? null,
    list: values.list,
    check,
    keepBaseline: values['keep-baseline'],
    pages,
    line,
    checkout: values.checkout,
    beside: values.beside ?? null,
  }
}

/** @param text such as `25,100` */
function readLine(text: string): LineSpec {
  const [megabytesPerSecond = NaN, roundTripMs = NaN, ...more] = text.split(',').map(Number)
  if (!(megabytesPerSecond > 0) || !(roundTripMs >= 0) || more.length > 0)
    throw new Error(`--line is MB/s and milliseconds, such as 25,100, not '${text}'.`)
  return { megabytesPerSecond, roundTripMs }
}

function readPositive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a whole number, not '${text}'.`)
  return value
}
