/** A place where a test starts programs: this machine, or one that `npm run load -- --machines` has made. */
export interface Machine {
  /** The address on which its programs listen for those of other machines. */
  address: string
  /** Words in front of a command that run it there. */
  enter: readonly string[]
}

export const loopback: Machine = { address: '127.0.0.1', enter: [] }

/** Program and arguments of a command on a machine, as `spawn` takes them. */
export function commandOn({ enter }: Machine, program: string, args: readonly string[]): [string, string[]] {
  const [first = program, ...rest] = [...enter, program, ...args]
  return [first, rest]
}
