import { announcedLifetimeSeconds, uploadLifetimeSeconds } from '../../contract/limits.ts'
import { isoBefore } from '../context.ts'
import type { UploadRow } from '../db/schema.ts'

/** Expiry of an unfinished upload if nothing more is received. */
export const expiresAt = ({
  first_part_at,
  last_part_at,
}: Pick<UploadRow, 'first_part_at' | 'last_part_at'>): string =>
  isoBefore(
    new Date(last_part_at),
    -(first_part_at === null ? announcedLifetimeSeconds : uploadLifetimeSeconds),
  )
