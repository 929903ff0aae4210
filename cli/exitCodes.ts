import type { Fault } from '../core/faults/fault.ts'
import { isTemporary } from '../core/faults/retries.ts'

export const exitCodes = { success: 0, usage: 1, someFailed: 2, refused: 3, network: 4 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** An error that ends the command. Its message says what happened, and what to do next. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** Returns an error for wrong usage, after which nothing was done. */
export const usageError = (message: string, options?: ErrorOptions) =>
  new CommandError(exitCodes.usage, message, options)

/** Returns an error for a refusal, as by a key, a gate or a limit. */
export const refusedError = (message: string, options?: ErrorOptions) =>
  new CommandError(exitCodes.refused, message, options)

/** Returns the exit code of a fault that ended a command: 2 for a full disk, 4 without a working server, otherwise 3. */
export function exitCodeOf(fault: Fault): ExitCode {
  if (fault.code === 'device-full') return exitCodes.someFailed
  return isTemporary(fault) && fault.status !== 429 ? exitCodes.network : exitCodes.refused
}
