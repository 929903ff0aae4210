import { announcedLifetimeSeconds, uploadLifetimeSeconds } from '../../contract/limits.ts'
import type { PartPlan } from '../blobs/blobStore.ts'
import { isoAfter } from '../util/isoTime.ts'
import type { UploadRow } from '../db/schema.ts'

/** Expiry of an unfinished upload if nothing more is received. */
export const uploadExpiresAt = ({
  first_part_at,
  last_part_at,
}: Pick<UploadRow, 'first_part_at' | 'last_part_at'>): string =>
  isoAfter(new Date(last_part_at), first_part_at === null ? announcedLifetimeSeconds : uploadLifetimeSeconds)

export const partPlanOf = ({ size, part_size }: Pick<UploadRow, 'size' | 'part_size'>): PartPlan => ({
  size,
  partSize: part_size,
})
