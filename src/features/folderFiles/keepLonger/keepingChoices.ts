import { latestExpiry, type OperatorRules } from '../../../../contract/operatorRules.ts'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'

/** Until when files may be kept: an ISO time; null for always. */
export interface KeepingChoice {
  until: string | null
  /** How many days from now that is; null for the most that the rules allow. */
  days: number | null
}

type DatedFile = Pick<FileRecord, 'id' | 'upload_time' | 'expires_at'>

const dayMs = 86_400_000
const offeredDays = [7, 30, 90]
const isoTime = (ms: number) => new Date(ms).toISOString()

/** True for a file whose date can be put off to this time, by its date alone. */
const isEarlier = ({ expires_at }: DatedFile, until: string | null): boolean =>
  expires_at !== undefined && (until === null || expires_at < until)

export const filesToKeep = <File extends DatedFile>(files: readonly File[], until: string | null): File[] =>
  files.filter((file) => isEarlier(file, until))

/** Returns the choices that put off the date of at least one file. @param now the server's time in ms since 1970 */
export function keepingChoices(
  files: readonly DatedFile[],
  rules: OperatorRules,
  now: number,
): KeepingChoice[] {
  const latestOf = (file: DatedFile) => latestExpiry(rules, file.upload_time)
  const isPossible = (until: string) =>
    files.some((file) => isEarlier(file, until) && until <= (latestOf(file) ?? until))
  const choices: KeepingChoice[] = offeredDays
    .map((days) => ({ days, until: isoTime(now + days * dayMs) }))
    // What adds hours alone would read as the date that the file has.
    .filter(
      ({ days, until }) =>
        isPossible(until) && files.some((file) => isEarlier(file, isoTime(now + (days - 0.5) * dayMs))),
    )
  const limits = files.flatMap((file) => {
    const latest = latestOf(file)
    return latest !== null && isEarlier(file, latest) ? [latest] : []
  })
  // All of them may be kept until the earliest limit.
  const [most] = limits.toSorted()
  if ((rules.max_retention_days ?? null) === null) return [...choices, { days: null, until: null }]
  return most === undefined || most <= (choices.at(-1)?.until ?? '')
    ? choices
    : [...choices, { days: null, until: most }]
}

/** True for a date within three days, or passed. @param now the server's time in ms since 1970 */
export const isExpirySoon = (expiresAt: string, now: number): boolean =>
  Date.parse(expiresAt) - now < 3 * dayMs
