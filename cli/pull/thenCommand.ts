import { spawn } from 'node:child_process'
import { constants, type BigIntStats } from 'node:fs'
import { access, chmod, lstat, mkdir, readdir, rename, rmdir, stat } from 'node:fs/promises'
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { numberedName } from '../../contract/fileNames.ts'
import type { Answer } from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { ignoreErrorCodes } from '../platform/diskErrors.ts'
import { ensurePrivateFolder } from '../platform/privateFolder.ts'
import { incomingFolder, partialsFolder, refusedFolder } from '../download/reservedFolders.ts'
import type { TargetFolder } from '../download/targetFolder.ts'

/** Time for a command to end after a signal. */
const killDelayMs = 5000

/** The outcome of the program for a file. */
export type Verdict =
  /** The file may be put in place. `isChanged`: the program has changed it. */
  | { readonly type: 'passed'; readonly isChanged: boolean }
  /** The program has removed the file, as an import does. */
  | { readonly type: 'taken' }
  /** `path`: absolute path of the refused file; null if the program has removed it. */
  | { readonly type: 'refused'; readonly path: string | null; readonly why: string }

type FileVariables = ReturnType<typeof fileVariables>

/**
 * Environment variables that describe a file. None of them contains secrets.
 * @param file folders and name, as sent
 * @param answers the sender's; null if none can be opened
 */
export const fileVariables = (
  { file, id, sha256 }: { file: string; id: number; sha256: string },
  answers: readonly Answer[] | null,
) => ({
  // Environment variables cannot contain NUL.
  SEALPOST_FILE: file.replaceAll('\0', ''),
  SEALPOST_ID: String(id),
  SEALPOST_SHA256: sha256,
  SEALPOST_ANSWERS: JSON.stringify(answers ?? []),
})

interface ExitResult {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly isTimedOut: boolean
}

/** Finds a program by path, or by name in PATH. @returns absolute path @throws CommandError 'usage' */
export async function findCommand(name: string, { PATH: path = '' }: Context['env']): Promise<string> {
  const isPath = name.includes('/') || name.includes(sep)
  const candidates = isPath
    ? [resolve(name)]
    : path
        .split(delimiter)
        .filter(isAbsolute)
        .map((directory) => join(directory, name))
  for (const candidate of candidates) {
    const isProgram = await access(candidate, constants.X_OK).then(
      async () => (await stat(candidate)).isFile(),
      () => false,
    )
    if (isProgram) return candidate
  }
  throw usageError(
    `There is no program ${name} that can be run. Give --then its path, or a name that is in PATH.`,
  )
}

interface ThenOptions {
  readonly command: string
  readonly targetFolder: TargetFolder
  /** Time limit of the command; undefined for none. */
  readonly limitSeconds: number | undefined
  readonly env: Context['env']
  readonly signal: AbortSignal
}

/**
 * [Note: A command for each file]
 * The program of --then runs for one file at a time, and without a shell, since file names come from strangers. It gets
 * the complete, verified file under its own name, in a folder that other users cannot read. Only files that it accepts
 * are put in place. Its environment contains no secrets.
 */
export class ThenCommand {
  readonly #options: ThenOptions
  readonly #incoming: string
  #queueTail: Promise<unknown> = Promise.resolve()

  private constructor(options: ThenOptions) {
    this.#options = options
    this.#incoming = join(options.targetFolder.root, incomingFolder)
  }

  /** Creates the folders. Files that a killed run left with the program become partial files again. */
  static async open(options: ThenOptions): Promise<ThenCommand> {
    const { root } = options.targetFolder
    const command = new ThenCommand(options)
    for (const folder of [command.#incoming, join(root, refusedFolder)]) await ensurePrivateFolder(folder)
    for (const partialName of await readdir(command.#incoming)) {
      const path = command.#incomingPath(partialName)
      const stats = await lstat(path).catch(ignoreErrorCodes('ENOENT', 'ENOTDIR'))
      if (stats?.isFile()) await rename(path, join(root, partialsFolder, partialName))
      await removeIfEmpty(dirname(path))
    }
    return command
  }

  /**
   * Runs the program for a file, after those before it.
   * @param partialPath absolute, whose last part is a number, a dot and the name of the file. An accepted file is there
   * again afterwards.
   * @throws FaultError if the program cannot be run; the signal's reason
   */
  run(partialPath: string, variables: FileVariables): Promise<Verdict> {
    const verdict = this.#queueTail.then(() => this.#run(partialPath, variables))
    this.#queueTail = verdict.catch(() => undefined)
    return verdict
  }

  async close(): Promise<void> {
    await this.#queueTail
    for (const folder of [this.#incoming, join(this.#options.targetFolder.root, refusedFolder)])
      await removeIfEmpty(folder)
  }

  /** The path at which the program gets a file: its own name, in a folder with the name of the partial file. */
  #incomingPath(partialName: string): string {
    return join(this.#incoming, partialName, partialName.slice(partialName.indexOf('.') + 1))
  }

  async #run(partialPath: string, variables: FileVariables): Promise<Verdict> {
    const { signal } = this.#options
    signal.throwIfAborted()
    const path = this.#incomingPath(basename(partialPath))
    const folder = dirname(path)
    const { mode } = await stat(partialPath)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(partialPath, 0o600)
    await rename(partialPath, path)
    try {
      const before = await lstat(path, { bigint: true })
      const exitResult = await this.#execute(path, variables)
      const after = (await lstat(path, { bigint: true }).catch(ignoreErrorCodes('ENOENT'))) ?? null
      const why = refusalText(exitResult, after, this.#options)
      if (why !== null) return { type: 'refused', path: after && (await this.#refuse(path)), why }
      if (!after) return { type: 'taken' }
      await chmod(path, mode & 0o777)
      await rename(path, partialPath)
      return { type: 'passed', isChanged: !isSameFile(before, after) }
    } catch (error) {
      // The next run resumes it.
      await rename(path, partialPath).catch(() => undefined)
      throw error
    } finally {
      await removeIfEmpty(folder)
    }
  }

  /** Moves a file to the refused ones. @returns its new path */
  async #refuse(path: string): Promise<string> {
    const { targetFolder } = this.#options
    const name = basename(path)
    for (let n = 1; ; n++) {
      const refusedPath = await targetFolder.moveInto(
        path,
        [refusedFolder],
        n === 1 ? name : numberedName(name, n),
      )
      if (refusedPath !== null) return refusedPath
    }
  }

  /** Runs the program until it ends. @throws FaultError if it cannot be run; the signal's reason */
  async #execute(path: string, variables: FileVariables): Promise<ExitResult> {
    const { command, limitSeconds, signal, env } = this.#options
    // No await between this and the listeners below, which would miss an earlier abort.
    signal.throwIfAborted()
    const timeout = limitSeconds === undefined ? null : AbortSignal.timeout(limitSeconds * 1000)
    const isGroup = process.platform !== 'win32'
    const child = spawn(command, [path], {
      shell: false,
      // Its output goes to standard error: standard output is for results of this program.
      stdio: ['ignore', 2, 2],
      env: { ...withoutOwnVariables(env), ...variables },
      // In a group of its own, so that signals reach its child processes, too.
      detached: isGroup,
    })
    const sendSignal = (name: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined && isGroup) process.kill(-child.pid, name)
        else child.kill(name)
      } catch {
        // The program has ended already.
      }
    }
    let killTimer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      sendSignal('SIGTERM')
      killTimer = setTimeout(() => sendSignal('SIGKILL'), killDelayMs)
    }
    const abortSignals = [signal, ...(timeout ? [timeout] : [])]
    for (const abortSignal of abortSignals) abortSignal.addEventListener('abort', end, { once: true })
    try {
      return await new Promise<ExitResult>((resolve, reject) => {
        child.once('error', (error) =>
          reject(new FaultError(fault('unsaved', { said: `${command}: ${error.message}` }))),
        )
        child.once('exit', (code, name) => {
          // A program that still ends with 0 counts as successful: an import may have taken the file.
          if (signal.aborted && code !== 0) reject(signal.reason as Error)
          else resolve({ code, signal: name, isTimedOut: timeout?.aborted === true })
        })
      })
    } finally {
      clearTimeout(killTimer)
      // Ends child processes that ignore the signal.
      if (killTimer !== undefined) sendSignal('SIGKILL')
      for (const abortSignal of abortSignals) abortSignal.removeEventListener('abort', end)
    }
  }
}

/** Removes a folder. One in which a program has made something stays. */
const removeIfEmpty = (folder: string): Promise<void> => rmdir(folder).catch(() => undefined)

/** Returns the reason for which a file is refused; null if it is accepted. @param after its state after the program; null if it is gone */
function refusalText(
  { code, signal, isTimedOut }: ExitResult,
  after: BigIntStats | null,
  { command, limitSeconds }: ThenOptions,
): string | null {
  const who = basename(command)
  if (isTimedOut) return `${who} did not end within ${limitSeconds} s`
  if (code !== 0) return code === null ? `${who} was ended by ${signal}` : `${who} refused it (${code})`
  return after && !after.isFile() ? `${who} put something else in its place` : null
}

const isSameFile = (one: BigIntStats, other: BigIntStats): boolean =>
  one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs

const withoutOwnVariables = (env: Context['env']): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('SEALPOST_')))
