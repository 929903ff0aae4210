// Which Node programs run on, in syntax that Node 16 reads, with Node's own modules only: server, administration, command
// line and set-up all ask here before they load anything else.
import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

/** The same as `engines` in package.json. */
export const oldestNode = '22.18.0'

/**
 * Flags of the Node that runs the server. Young objects in at most 12 MiB: under load, the server takes 80 MB less than with
 * V8's 48 MiB, for the same processor time.
 */
export const serverFlags = ['--max-semi-space-size=4']

/** EX_CONFIG of sysexits.h: what has to be changed before another start can succeed. */
export const configExitCode = 78

/** @param {string} version such as 22.18.0 */
export function isSupported(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestNode.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

export const tooOldText = (name) =>
  `${name} needs Node ${oldestNode} or newer; this is ${process.versions.node}.`

/** The folders into which the set-up puts Node: for an installed service, and for a start from a clone. */
const nodeFolders = ['runtime', join('.cache', 'node')]

/** Where docs/operations/install-service.md puts the server, whose Node runs an installed command line, too. */
const serverInstallation = join('/', 'opt', 'sealpost')

/** Path of the program in such a folder. */
export const nodePathIn = (folder) => join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** True if this process has a controlling terminal, whatever its streams are. */
function hasTerminal() {
  if (process.platform === 'win32') return true
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}

/**
 * Runs a program in place of this one: with its terminal, environment and signals, and ends with its exit code.
 * @param {string} program
 * @param {string[]} args
 */
export function runInstead(program, args, env = process.env) {
  const child = spawn(program, args, { stdio: 'inherit', env })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // A terminal sends these two to the program as well, and a second one ends programs at once.
  const isAtTerminal = hasTerminal()
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => isAtTerminal || child.kill(signal))
  // npm does not pass SIGTERM on: when it is gone, this process has another parent.
  const parent = process.ppid
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref()
  child.on('exit', (code, signal) => process.exit(code === null ? (signal ? 1 : 0) : code))
}

/**
 * Replaces this process by a program, with its terminal, environment and process id, so that no launcher stays in memory.
 * Runs the program instead where Node or the system cannot do that; `process.execve` is there since Node 22.15.
 * @param {string} program
 * @param {string[]} args
 */
export function replaceProcess(program, args, env = process.env) {
  // A failure would end the process.
  const isPossible = process.platform !== 'win32' && 'execve' in process && existsSync(program)
  if (isPossible) process.execve(program, [program, ...args], env)
  else runInstead(program, args, env)
}

/**
 * Lets the main thread alone make baseline code. Another one may wait for the main thread to collect garbage, which by then
 * has begun to exit and waits for it: a fifth of all short `sealpost pull` never ended (nodejs/node#54918).
 */
const avoidHangAtExit = () => setFlagsFromString('--no-concurrent-sparkplug')

/**
 * Returns true if this Node can run the program. Where it is too old, the Node of the set-up runs it instead; where there is none, the
 * process ends with one sentence.
 * @param {string} url of the program, one folder below the installation, or two where it was packed there
 */
export function ensureSupportedNode(url, name = 'Sealpost') {
  if (isSupported()) {
    avoidHangAtExit()
    return true
  }
  const program = fileURLToPath(url)
  const installation = dirname(dirname(program))
  const own = [installation, dirname(installation), serverInstallation]
    .flatMap((where) => nodeFolders.map((folder) => nodePathIn(join(where, folder))))
    .find(existsSync)
  if (own !== undefined) runInstead(own, [program, ...process.argv.slice(2)])
  else exitAsTooOld(name)
  return false
}

/** @param {string} name of the program */
export function exitAsTooOld(name) {
  process.stderr.write(`${tooOldText(name)}\n`)
  process.exitCode = configExitCode
}
