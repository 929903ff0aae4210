import { formatNumber } from '../i18n/format.ts'

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** '1 file', '3 files' */
export const countText = (n: number, one: string, many = `${one}s`): string =>
  `${formatNumber(n)} ${n === 1 ? one : many}`
