import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { textOption } from '../secrets.ts'
import { requireFileName } from './spool.ts'

/** Files of this disk. */
export interface LocalFiles {
  /** Absolute paths, each once. */
  readonly roots: readonly string[]
  /** Name for standard input; null without it. */
  readonly pipedName: string | null
}

/** Reads paths, of which one may be '-', and --name. @param base of relative paths @throws CommandError 'usage' */
export function readLocalFiles(context: Context, paths: readonly string[], base: string): LocalFiles {
  const named = paths.filter((path) => path !== '-')
  const piped = paths.length - named.length
  if (piped > 1) throw usageError('Standard input can be sent once only.')
  const name = textOption(context, 'name')
  if (piped === 0 && name !== undefined)
    throw usageError('--name is for standard input, and - is not among the paths.')
  return {
    roots: [...new Set(named.map((path) => resolve(base, path)))],
    pipedName: piped === 0 ? null : requireFileName(name),
  }
}
