import type { RouteSettings } from '../config/config.ts'
import { type ClockDep, isoAfter, isoBefore } from '../util/isoTime.ts'

const daySeconds = 24 * 3600

type TrashDeps = ClockDep & Pick<RouteSettings, 'trashDays'>

/** Time of the earliest deletion that can still be undone; see [Note: Trash]. */
export const trashStart = ({ now, trashDays }: TrashDeps): string => isoBefore(now(), trashDays * daySeconds)

/** Times of a file or folder in the trash, as in responses. @param expiresAt see [Note: Retention] */
export function trashTimes(
  { trashDays }: Pick<TrashDeps, 'trashDays'>,
  trashedAt: string,
  expiresAt: string | null = null,
) {
  const end = isoAfter(new Date(trashedAt), trashDays * daySeconds)
  return { deleted_at: trashedAt, erased_at: expiresAt !== null && expiresAt < end ? expiresAt : end }
}
