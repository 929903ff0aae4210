import { constants } from 'node:fs'
import { type Fault, fault, FaultError } from '../../core/faults/fault.ts'
import { withoutSecrets } from '../../core/faults/withoutSecrets.ts'

/** Opens no symbolic link. Windows has no such flag, and restricts who may create links. */
export const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0

/** Code of a system error, such as 'ENOENT'. */
export const systemErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Returns a handler for `catch` that ignores errors with these codes. @throws any other error */
export const unless =
  (...codes: string[]) =>
  (error: unknown): undefined => {
    if (!codes.includes(systemErrorCode(error) ?? '')) throw error
  }

/** The fault of a file that cannot be saved. */
export function faultOfDisk(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault
  if (isFull(error)) return fault('device-full')
  return fault('unsaved', error instanceof Error ? { said: withoutSecrets(error.message) } : {})
}

/** True if the disk is full, so that other files fail, too. */
export const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(systemErrorCode(error) ?? '')
