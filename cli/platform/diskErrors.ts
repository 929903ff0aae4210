import { errorCode } from '../../contract/systemErrors.ts'
import { type Fault, fault, FaultError } from '../../core/faults/fault.ts'
import { withoutSecrets } from '../../core/faults/withoutSecrets.ts'

/** Returns a handler for `catch` that ignores errors with these codes. @throws any other error */
export const ignoreErrorCodes =
  (...codes: string[]) =>
  (error: unknown): undefined => {
    if (!codes.includes(errorCode(error))) throw error
  }

/** Returns the fault for an error while saving a file. */
export function faultOfDisk(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault
  if (isDiskFull(error)) return fault('device-full')
  return fault('unsaved', error instanceof Error ? { said: withoutSecrets(error.message) } : {})
}

/** True if the disk is full, so that other files fail, too. */
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(errorCode(error))
