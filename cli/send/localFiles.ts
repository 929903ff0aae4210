import { resolve } from 'node:path'
import { maxFileNameLength } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { textOption } from '../optionValues.ts'

/** Files of this disk that a command names. */
export interface LocalFiles {
  /** Absolute paths, each once. */
  readonly roots: readonly string[]
  /** Name for standard input; null without it. */
  readonly pipedName: string | null
}

/** Reads paths, one of which may be '-', and --name. @param base of relative paths @throws CommandError 'usage' */
export function readLocalFiles(context: Context, paths: readonly string[], base: string): LocalFiles {
  const filePaths = paths.filter((path) => path !== '-')
  const pipedCount = paths.length - filePaths.length
  if (pipedCount > 1) throw usageError('Standard input can be sent once only.')
  const name = textOption(context, 'name')
  if (pipedCount === 0 && name !== undefined)
    throw usageError('--name needs - among the paths: it is the name of standard input.')
  return {
    roots: [...new Set(filePaths.map((path) => resolve(base, path)))],
    pipedName: pipedCount === 0 ? null : requireFileName(name),
  }
}

/** The value of --name. @throws CommandError 'usage' */
function requireFileName(name: string | undefined): string {
  if (name === undefined || name === '') throw usageError('Give the file name for standard input by --name.')
  if (/[/\\]/.test(name) || name === '.' || name === '..' || name.length > maxFileNameLength)
    throw usageError(`--name takes a file name of at most ${maxFileNameLength} characters, without folders.`)
  return name
}
