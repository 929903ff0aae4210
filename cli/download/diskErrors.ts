import { constants } from 'node:fs'
import { type Fault, fault, FaultError } from '../../core/faults/fault.ts'
import { withoutSecrets } from '../../core/faults/withoutSecrets.ts'

/** Opens no symbolic link. Windows has no such flag, and asks for rights before somebody may make a link. */
export const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0

/** 'ENOENT' and the like, where it is an error of the system. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** What a file cannot be saved for. */
export function faultOfDisk(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault
  if (isFull(error)) return fault('device-full')
  return fault('unsaved', error instanceof Error ? { said: withoutSecrets(error.message) } : {})
}

/** The disk takes nothing more, of no file. */
export const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')
