export function fetchNodeOf(machine: { readonly os: string; readonly cpu: string }, folder: string): string
export function runNpm(args: readonly string[], options?: { readonly cwd?: string }): boolean
