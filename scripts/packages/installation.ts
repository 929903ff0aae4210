// The program as it is installed: built pages, server and command line, production packages and Node, for one machine.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fetchNodeOf, runNpm } from '../pinnedNode.mjs'

/** Machines, as Debian, npm and Node name them. All have glibc. */
export const machines = [
  { debian: 'amd64', os: 'linux', cpu: 'x64' },
  { debian: 'arm64', os: 'linux', cpu: 'arm64' },
] as const
export type Machine = (typeof machines)[number]

interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly engines: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
}
export const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest

/** Seconds since 1970 of the commit, or `SOURCE_DATE_EPOCH`: the time of all that is packed. */
export const sourceTime = Number(
  process.env.SOURCE_DATE_EPOCH ?? execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }),
)

/** The commit that is packed, or `SOURCE_COMMIT` where the sources have no history. */
export const sourceCommit =
  process.env.SOURCE_COMMIT ?? execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()

const builtFolders = ['dist', 'dist-server', 'dist-cli'] as const

/** Files that no program reads: types, source maps, and of packages tests, documentation and settings of their development. */
const unusedFiles = [
  /\.(?:d\.[cm]?ts|map|flow)$/,
  // Pages are put together by `dist/.vite`.
  /\/(?:\.(?!bin\/|vite(?:\/|$))[^/]+|dist-types)(?:\/|$)/,
  /\/node_modules\/(?:@[^/]+\/)?[^/]+\/(?:benchmarks?|docs|examples?|integration|tests?)\//,
  /\/node_modules\/.*\.(?:html|sh)$/,
]
const isUnused = (path: string): boolean => unusedFiles.some((one) => one.test(path))

/** Fills a new folder: `dist`, `dist-server`, `dist-cli`, `node_modules`, `runtime/bin/node`. */
export function makeInstallation(machine: Machine, workFolder: string, folder: string): void {
  const made = join(workFolder, `installation-${machine.debian}`)
  if (!existsSync(made)) install(machine, made)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  execFileSync('cp', ['-a', made, folder])
}

function install(machine: Machine, folder: string): void {
  mkdirSync(folder, { recursive: true })
  installProductionPackages(machine, folder)
  copyBuilt(folder)
  fetchNodeOf(machine, join(folder, 'runtime'))
  writeFileSync(join(folder, 'package.json'), manifestOf({ name: manifest.name }))
  normalise(folder)
}

/** The program without packages and Node. */
export function copyBuilt(folder: string): void {
  for (const built of builtFolders)
    cpSync(built, join(folder, built), {
      recursive: true,
      // What was packed from `dist-cli`.
      filter: (path) => !path.endsWith('.tgz') && !isUnused(path),
    })
  copyFileSync('LICENSE', join(folder, 'LICENSE'))
}

/** `package.json` of what is installed, with further members. */
export function manifestOf(members: Readonly<Record<string, unknown>>): string {
  const { version, description, license, engines, dependencies } = manifest
  const rest = {
    version,
    private: true,
    description,
    license,
    engines,
    type: 'module',
    dependencies,
    gitHead: sourceCommit,
  }
  return `${JSON.stringify({ ...members, ...rest }, null, 2)}\n`
}

function installProductionPackages({ os, cpu }: Machine, folder: string): void {
  // The lock file is that of all packages.
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(file, join(folder, file))
  const ofMachine = [`--os=${os}`, `--cpu=${cpu}`, '--libc=glibc']
  if (!runNpm(['ci', '--omit=dev', '--ignore-scripts', '--loglevel=error', ...ofMachine], { cwd: folder }))
    throw new Error('The production packages could not be installed: see the messages above.')
  for (const file of ['package-lock.json', '.npmrc', 'node_modules/.package-lock.json'])
    rmSync(join(folder, file))
  const sqlite = join(folder, 'node_modules', 'better-sqlite3')
  for (const name of ['deps', 'src', 'binding.gyp']) rmSync(join(sqlite, name), { recursive: true })
  for (const name of readdirSync(join(sqlite, 'prebuilds')))
    if (name !== `${os}-${cpu}.node`) rmSync(join(sqlite, 'prebuilds', name))
}

/** Removes what no program reads, and sets modes and times, which follow the umask and the clock of whoever builds. */
export function normalise(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    if (entry.isFile() && isUnused(`/${relative(folder, path)}`)) rmSync(path)
    else chmodSync(path, entry.isDirectory() || isProgram(path) ? 0o755 : 0o644)
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) utimesSync(join(entry.parentPath, entry.name), sourceTime, sourceTime)
}

/** Programs that are run by their path. What lies in packages is imported. */
const isProgram = (path: string): boolean =>
  !path.includes('/node_modules/') && (lstatSync(path).mode & 0o100) !== 0
