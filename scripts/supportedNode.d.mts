export const oldestNode: string
export const configExitCode: number
export const serverFlags: string[]
export function nodePathIn(folder: string): string
export function isSupported(version?: string): boolean
export function replaceProcess(program: string, args: string[], env?: NodeJS.ProcessEnv): void
export function ensureSupportedNode(url: string, name?: string): boolean
export function exitAsTooOld(name: string): void
