import type { Fault } from '../core/faults/fault.ts'
import { isTemporary } from '../core/faults/retries.ts'

export const exitCodes = { success: 0, usage: 1, someFailed: 2, refused: 3, network: 4 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends the command with a message: what happened, and what to do next. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** The command was used wrongly, and was not begun. */
export const usageError = (message: string, options?: ErrorOptions) =>
  new CommandError(exitCodes.usage, message, options)

/** A key, a gate or a limit refuses the command. */
export const refusedError = (message: string, options?: ErrorOptions) =>
  new CommandError(exitCodes.refused, message, options)

/** Exit code of a fault that ends the command: a full disk, no working server, or a refusal, such as a limit. */
export function exitCodeOf(fault: Fault): ExitCode {
  if (fault.code === 'device-full') return exitCodes.someFailed
  return isTemporary(fault) && fault.status !== 429 ? exitCodes.network : exitCodes.refused
}
