import { expect, it } from 'vitest'
import type { Delivery, Folder } from '../../../../contract/schemas/folders.ts'
import {
  deliveriesInFolders,
  expectedDeliveries,
  furtherFiles,
} from '../../../../src/features/dashboard/newDeliveries.ts'

const folder = (id: number, undownloaded_count: number) => ({ id, undownloaded_count }) as Folder
const delivery = (folder_id: number, files: number) => ({ folder_id, files }) as Delivery

it('pairs deliveries with their folders in their order, without those of folders that are not listed', () => {
  const [one, two] = [folder(1, 5), folder(2, 1)]
  const deliveries = [delivery(2, 1), delivery(1, 2), delivery(3, 1), delivery(1, 3)]
  expect(deliveriesInFolders(deliveries, [one, two])).toEqual([
    { folder: two, delivery: deliveries[0] },
    { folder: one, delivery: deliveries[1] },
    { folder: one, delivery: deliveries[3] },
  ])
})

it('counts the new files that no listed delivery has, with their folders', () => {
  const folders = [folder(1, 10), folder(2, 3), folder(3, 0), folder(4, 7)]
  const deliveries = [delivery(1, 2), delivery(1, 3), delivery(2, 3)]
  expect(furtherFiles(deliveries, folders)).toEqual({ count: 12, folders: [folders[0], folders[3]] })
})

it('counts nothing where a list is newer than the other', () => {
  expect(furtherFiles([delivery(1, 4)], [folder(1, 3)])).toEqual({ count: 0, folders: [] })
})

it('expects a delivery of each folder with new files, and no more than are listed', () => {
  const folders = Array.from({ length: 9 }, (_, id) => ({
    ...folder(id, id % 4),
    has_undownloaded_files: id % 4 > 0,
  }))
  expect(expectedDeliveries(folders).map(({ folder_id }) => folder_id)).toEqual([1, 2, 3, 5, 6])
})
