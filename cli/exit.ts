import type { Fault } from '../core/faults/fault.ts'

/** What the program ends with, for scripts. */
export const exit = { all: 0, usage: 1, someFailed: 2, refused: 3, network: 4 } as const
export type ExitCode = (typeof exit)[keyof typeof exit]

/** Ends the command with a sentence for people: what happened, and what to do next. */
export class Stop extends Error {
  override readonly name = 'Stop'
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** What ends a whole command: no room here, no answer, or somebody (server, gate, limit, a key that is not the one) who said no. */
export function exitOf({ code, status }: Fault): ExitCode {
  if (code === 'device-full') return exit.someFailed
  return code === 'unanswered' || (status !== null && status >= 500) ? exit.network : exit.refused
}
