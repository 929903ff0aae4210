// Builds these sources twice, as two people on two machines would, and compares: node scripts/reproducible.ts
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { byCodeUnit } from './byCodeUnit.ts'

/** Circumstances of a build that differ between the two. */
interface Surroundings {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly umask: number
  /** Years by which the clock and the times of the sources are moved. */
  readonly years: number
  readonly isReversed: boolean
}

/** Less than any complete build has. */
const fewestFiles = 100

const buildFolders = ['dist', 'dist-server', 'dist-cli'] as const
const buildScripts: readonly (readonly string[])[] = [
  ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--config', 'vite.server.config.ts'],
  ['scripts/packCli.ts'],
]

/** A module that moves the clock of a process. */
const movedClockModule = (years: number): string => {
  const script = `const moved = ${years} * 31557600000
globalThis.Date = class extends Date {
  constructor(...given) { super(...(given.length === 0 ? [Date.now()] : given)) }
  static now() { return super.now() + moved }
}`
  return `data:text/javascript,${encodeURIComponent(script)}`
}

/** Files that git knows of, and new ones that it does not ignore. */
const listSources = (): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && lstatSync(path, { throwIfNoEntry: false })?.isFile())

function copySources({ folder, years, isReversed }: Surroundings): void {
  const paths = listSources()
  const time = Date.now() / 1000 + years * 31_557_600
  for (const path of isReversed ? paths.toReversed() : paths) {
    const copy = join(folder, path)
    mkdirSync(dirname(copy), { recursive: true })
    copyFileSync(path, copy)
    utimesSync(copy, time, time)
  }
  // Copies, not links: a build that writes into its packages must not alter those of others. Only GNU cp has --reflink.
  const copied = spawnSync('cp', ['-a', '--reflink=auto', 'node_modules', folder], { stdio: 'ignore' })
  if (copied.status !== 0) execFileSync('cp', ['-a', 'node_modules', folder])
}

function buildIn(surroundings: Surroundings): void {
  const { folder, env, umask, years } = surroundings
  const before = process.umask(umask)
  copySources(surroundings)
  const { NODE_COMPILE_CACHE: _, SOURCE_DATE_EPOCH: __, ...ours } = process.env
  for (const args of buildScripts) {
    const { status } = spawnSync(process.execPath, args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...ours, ...env, NODE_OPTIONS: `--import=${movedClockModule(years)}` },
    })
    if (status !== 0) throw new Error(`${args.join(' ')} failed in ${folder}`)
  }
  process.umask(before)
}

/** SHA-256 of each built file, and its contents. */
function hashBuiltFiles(folder: string): Map<string, { sha256: string; bytes: Buffer }> {
  const files = buildFolders.flatMap((result) =>
    readdirSync(join(folder, result), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)),
  )
  return new Map(
    files.sort(byCodeUnit).map((path) => {
      const bytes = readFileSync(join(folder, path))
      return [path, { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }]
    }),
  )
}

const root = mkdtempSync(join(tmpdir(), 'sealpost-'))
const surroundings: readonly Surroundings[] = [
  {
    folder: join(root, 'one'),
    env: { TZ: 'UTC', LC_ALL: 'C', LANG: 'C', HOME: join(root, 'home'), USER: 'ada', TMPDIR: root },
    ...{ umask: 0o022, years: 0, isReversed: false },
  },
  {
    folder: join(root, 'at another place', 'Größe', 'two'),
    env: {
      ...{ TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', SOURCE_DATE_EPOCH: '1' },
      ...{ HOME: join(root, 'other'), USER: 'grace', LOGNAME: 'grace', UV_THREADPOOL_SIZE: '1' },
    },
    ...{ umask: 0o077, years: 5, isReversed: true },
  },
]
try {
  for (const one of surroundings) buildIn(one)
  const [first = new Map<never, never>(), second = new Map<never, never>()] = surroundings.map(({ folder }) =>
    hashBuiltFiles(folder),
  )
  const paths = [...new Set([...first.keys(), ...second.keys()])].sort(byCodeUnit)
  const different = paths.filter((path) => first.get(path)?.sha256 !== second.get(path)?.sha256)
  const places = [root, resolve('.')]
  const withOwnFolder = paths.filter((path) => places.some((place) => first.get(path)?.bytes.includes(place)))
  for (const path of different) console.error(`${path} differs.`)
  for (const path of withOwnFolder) console.error(`${path} contains the folder that it was built in.`)
  if (paths.length < fewestFiles)
    console.error(`Only ${paths.length} files were built: something is missing.`)
  if (different.length + withOwnFolder.length > 0 || paths.length < fewestFiles) process.exitCode = 1
  else {
    console.log(`${paths.length} files are equal in both builds, on Node ${process.versions.node}.`)
    for (const path of paths.filter((one) => /integrity\.json$|\.tgz$/.test(one)))
      console.log(`${first.get(path)?.sha256}  ${path}`)
  }
} finally {
  rmSync(root, { recursive: true, force: true })
}
