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

export type Verdict =
  /** The file may be put in place. `isChanged`: the command has changed it. */
  | { readonly type: 'passed'; readonly isChanged: boolean }
  /** The command has removed the file, as an import does. */
  | { readonly type: 'taken' }
  /** `path`: absolute; null if the command has removed the file. */
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
        .map((one) => join(one, name))
  for (const candidate of candidates) {
    const isThere = await access(candidate, constants.X_OK).then(
      async () => (await stat(candidate)).isFile(),
      () => false,
    )
    if (isThere) return candidate
  }
  throw usageError(
    `There is no program ${name} that can be run. --then takes its path, or its name where it is in PATH.`,
  )
}

interface ThenOptions {
  readonly command: string
  readonly tree: TargetFolder
  /** Time limit of the command; undefined for none. */
  readonly limitSeconds: number | undefined
  readonly env: Context['env']
  readonly signal: AbortSignal
}

/**
 * [Note: A command for each file]
 * Commands run one at a time, and without a shell: file names come from strangers. A command gets the
 * complete, verified file, by its own name, in a folder that other users cannot read. Only files that it
 * accepts are put in place. Its environment contains no secrets.
 */
export class ThenCommand {
  readonly #options: ThenOptions
  readonly #incoming: string
  #queueTail: Promise<unknown> = Promise.resolve()

  private constructor(options: ThenOptions) {
    this.#options = options
    this.#incoming = join(options.tree.root, incomingFolder)
  }

  /** After a kill, files left with the command return to the partial ones. */
  static async open(options: ThenOptions): Promise<ThenCommand> {
    const { root } = options.tree
    const command = new ThenCommand(options)
    for (const folder of [command.#incoming, join(root, refusedFolder)]) await ensurePrivateFolder(folder)
    for (const partialName of await readdir(command.#incoming)) {
      const path = command.#incomingPath(partialName)
      const found = await lstat(path).catch(ignoreErrorCodes('ENOENT', 'ENOTDIR'))
      if (found?.isFile()) await rename(path, join(root, partialsFolder, partialName))
      await removeIfEmpty(dirname(path))
    }
    return command
  }

  /** @param partial path of a number, a dot, its name; an accepted file is there again @throws FaultError */
  run(partial: string, variables: FileVariables): Promise<Verdict> {
    const done = this.#queueTail.then(() => this.#run(partial, variables))
    this.#queueTail = done.catch(() => undefined)
    return done
  }

  async close(): Promise<void> {
    await this.#queueTail
    for (const folder of [this.#incoming, join(this.#options.tree.root, refusedFolder)])
      await removeIfEmpty(folder)
  }

  /** Path at which a command gets a partial file: its own name, in a folder named like the partial file. */
  #incomingPath(partialName: string): string {
    return join(this.#incoming, partialName, partialName.slice(partialName.indexOf('.') + 1))
  }

  async #run(partial: string, variables: FileVariables): Promise<Verdict> {
    const { signal } = this.#options
    signal.throwIfAborted()
    const path = this.#incomingPath(basename(partial))
    const folder = dirname(path)
    const { mode } = await stat(partial)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(partial, 0o600)
    await rename(partial, path)
    try {
      const before = await lstat(path, { bigint: true })
      const ended = await this.#execute(path, variables)
      const after = (await lstat(path, { bigint: true }).catch(ignoreErrorCodes('ENOENT'))) ?? null
      const why = refusalText(ended, after, this.#options)
      if (why !== null) return { type: 'refused', path: after && (await this.#refuse(path)), why }
      if (!after) return { type: 'taken' }
      await chmod(path, mode & 0o777)
      await rename(path, partial)
      return { type: 'passed', isChanged: !isSameFile(before, after) }
    } catch (error) {
      // The next run continues with it.
      await rename(path, partial).catch(() => undefined)
      throw error
    } finally {
      await removeIfEmpty(folder)
    }
  }

  async #refuse(path: string): Promise<string> {
    const { tree } = this.#options
    const name = basename(path)
    for (let n = 1; ; n++) {
      const put = await tree.moveInto(path, [refusedFolder], n === 1 ? name : numberedName(name, n))
      if (put !== null) return put
    }
  }

  /** @throws FaultError if it cannot be run, the signal's reason */
  async #execute(path: string, variables: FileVariables): Promise<ExitResult> {
    const { command, limitSeconds, signal, env } = this.#options
    // Nothing is awaited from here to the listeners, which do not hear of an earlier abort.
    signal.throwIfAborted()
    const limit = limitSeconds === undefined ? null : AbortSignal.timeout(limitSeconds * 1000)
    const isGroup = process.platform !== 'win32'
    const child = spawn(command, [path], {
      shell: false,
      // Its output is for people; standard output belongs to the command line.
      stdio: ['ignore', 2, 2],
      env: { ...withoutOwnVariables(env), ...variables },
      // Child processes end with it.
      detached: isGroup,
    })
    const send = (name: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined && isGroup) process.kill(-child.pid, name)
        else child.kill(name)
      } catch {
        // It has ended already.
      }
    }
    let killTimer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      send('SIGTERM')
      killTimer = setTimeout(() => send('SIGKILL'), killDelayMs)
    }
    const ends = [signal, ...(limit ? [limit] : [])]
    for (const abortSignal of ends) abortSignal.addEventListener('abort', end, { once: true })
    try {
      return await new Promise<ExitResult>((resolve, reject) => {
        child.once('error', (error) =>
          reject(new FaultError(fault('unsaved', { said: `${command}: ${error.message}` }))),
        )
        child.once('exit', (code, name) => {
          // A command that ends well nevertheless is believed: an import may have taken the file.
          if (signal.aborted && code !== 0) reject(signal.reason as Error)
          else resolve({ code, signal: name, isTimedOut: limit?.aborted === true })
        })
      })
    } finally {
      clearTimeout(killTimer)
      // Ends child processes that ignore the signal.
      if (killTimer !== undefined) send('SIGKILL')
      for (const abortSignal of ends) abortSignal.removeEventListener('abort', end)
    }
  }
}

/** Removes a folder unless a command has made something in it, which is the command's. */
const removeIfEmpty = (folder: string): Promise<void> => rmdir(folder).catch(() => undefined)

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
