import { announcedLifetimeSeconds, uploadLifetimeSeconds } from '../../contract/limits.ts'
import { isoBefore } from '../context.ts'
import type { UploadRow } from '../db/schema.ts'

/** When an unfinished upload ends by itself if nothing more comes. */
export const expiresAt = ({
  created_at,
  first_part_at,
  last_part_at,
}: Pick<UploadRow, 'created_at' | 'first_part_at' | 'last_part_at'>): string =>
  first_part_at === null
    ? isoBefore(new Date(created_at), -announcedLifetimeSeconds)
    : isoBefore(new Date(last_part_at), -uploadLifetimeSeconds)
