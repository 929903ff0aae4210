import { FaultError } from '../core/faults/fault.ts'
import { faultText } from '../i18n/errorText.ts'
import { CommandError, exitCodeOf } from './exitCodes.ts'

/** Returns a CommandError in place of a FaultError, and any other error as it is. */
export function commandErrorOf(error: unknown): unknown {
  if (!(error instanceof FaultError)) return error
  const text =
    error.fault.code === 'unanswered'
      ? 'The server does not answer. Check the link and the network.'
      : faultText(error.fault)
  return new CommandError(exitCodeOf(error.fault), text, { cause: error })
}

/** Waits for a response. @throws CommandError in place of a FaultError; any other error as it is */
export const orCommandError = <T>(response: Promise<T>): Promise<T> =>
  response.catch((error: unknown) => {
    throw commandErrorOf(error)
  })

const wrongInputCodes: ReadonlySet<string> = new Set(['badPassword', 'badCode'])

/** True if the server refused a call because what the person entered is wrong. */
export const isWrongInput = (error: unknown): error is FaultError =>
  error instanceof FaultError && wrongInputCodes.has(error.fault.code)
