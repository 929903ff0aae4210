import type { DownloadLink } from '../../../contract/schemas/downloads.ts'

export type LinkState = 'active' | 'expired' | 'usedUp'

export const isOver = (
  { expiration_date: end }: Pick<DownloadLink, 'expiration_date'>,
  now: number,
): boolean => end !== null && Date.parse(end) < now

export function linkState(
  link: Pick<DownloadLink, 'expiration_date' | 'max_downloads' | 'used_downloads'>,
  now: number,
): LinkState {
  if (isOver(link, now)) return 'expired'
  return link.max_downloads !== null && link.used_downloads >= link.max_downloads ? 'usedUp' : 'active'
}
