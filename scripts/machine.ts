/** A place where a test starts programs: this machine, or one that `npm run load -- --machines` has made. */
export interface Machine {
  /** The address on which its programs listen for those of other machines. */
  address: string
  /** Words in front of a command that run it there. */
  commandPrefix: readonly string[]
}

export const thisMachine: Machine = { address: '127.0.0.1', commandPrefix: [] }

/** Program and arguments of a command on a machine, as `spawn` takes them. */
export function commandOn(
  { commandPrefix }: Machine,
  program: string,
  args: readonly string[],
): [string, string[]] {
  const [first = program, ...rest] = [...commandPrefix, program, ...args]
  return [first, rest]
}
