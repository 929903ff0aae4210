import { maxDeliveries } from '../../../contract/limits.ts'
import type { Delivery, Folder } from '../../../contract/schemas/folders.ts'

/** A delivery in a folder of the list. */
export interface FolderDelivery {
  folder: Folder
  delivery: Delivery
}

/** New files that no listed delivery has: how many, and the folders with them. */
export interface FurtherFiles {
  count: number
  folders: readonly Folder[]
}

/** Pairs deliveries with their folders; those of folders that are not in the list are omitted. */
export function deliveriesInFolders(
  deliveries: readonly Delivery[],
  folders: readonly Folder[],
): FolderDelivery[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  return deliveries.flatMap((delivery) => {
    const folder = byId.get(delivery.folder_id)
    return folder ? [{ folder, delivery }] : []
  })
}

/** Returns as many deliveries as the folders have at least: they take the place of those that have not come yet. */
export const expectedDeliveries = (folders: readonly Folder[]): Delivery[] =>
  folders
    .filter(({ has_undownloaded_files }) => has_undownloaded_files)
    .slice(0, maxDeliveries)
    .map(({ id, undownloaded_count, total_size, last_upload_time, creation_date }) => ({
      ...{ folder_id: id, batch_id: null, uploader_email: null },
      ...{ files: undownloaded_count, bytes: total_size },
      last_upload_time: last_upload_time ?? creation_date,
    }))

/** Returns what the list of deliveries leaves out, which is as long as it may be. */
export function furtherFiles(deliveries: readonly Delivery[], folders: readonly Folder[]): FurtherFiles {
  const listed = new Map<number, number>()
  for (const { folder_id, files } of deliveries) listed.set(folder_id, (listed.get(folder_id) ?? 0) + files)
  const more = folders
    .map((folder) => ({ folder, count: folder.undownloaded_count - (listed.get(folder.id) ?? 0) }))
    .filter(({ count }) => count > 0)
  return {
    count: more.reduce((sum, { count }) => sum + count, 0),
    folders: more.map(({ folder }) => folder),
  }
}
