import { describe, expect, it } from 'vitest'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import { autoChecked, OpeningOrder } from '../../../../src/features/folderFiles/checks/checkNames.ts'
import {
  checkProgressed,
  selectIncompleteBatches,
  selectIsVerified,
  selectOpenNames,
  selectUnchecked,
} from '../../../../src/features/folderFiles/checks/sealedFilesSlice.ts'
import { rootReducer } from '../../../../src/store/store.ts'

const placeholder = (id: number) => `sealed-${id.toString(16).padStart(32, '0')}`
const fileRecord = (id: number, name = `${id}.txt`): FileRecord => ({
  ...{ id, original_filename: name, stored_filename: `7/${name}`, file_size: 10 },
  ...{ upload_time: '2026-01-01T00:00:00.000Z', last_downloaded_admin: null, uploader_email: null },
})
const open = (count: number, from = 1) => Array.from({ length: count }, (_, n) => fileRecord(from + n))
const hidden = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => fileRecord(from + n, placeholder(from + n)))
const idsOf = (records: readonly FileRecord[]) => records.map(({ id }) => id)

describe('which manifests are opened without being asked for', () => {
  it('all of a few files, hidden names first', () => {
    expect(idsOf(autoChecked([...open(2), ...hidden(1, 3)], 2))).toEqual([3, 1, 2])
  })

  it('all hidden names, as nothing else shows them', () => {
    expect(autoChecked(hidden(5), 2)).toHaveLength(5)
  })

  it('none of many open names, whatever one stranger calls a file', () => {
    expect(autoChecked(open(3), 2)).toEqual([])
    expect(idsOf(autoChecked([...open(3), ...hidden(1, 9)], 2))).toEqual([9])
  })
})

describe('the order in which manifests are opened', () => {
  it('begins with the rows in view, and goes on where they are then', () => {
    const order = new OpeningOrder(hidden(9))
    expect(order.take(3, [8, 7])).toMatchObject({ records: [{ id: 8 }, { id: 7 }, { id: 1 }], hasView: true })
    expect(order.take(2, [8, 4])).toMatchObject({ records: [{ id: 4 }, { id: 2 }], hasView: true })
    expect(order.take(2, [8, 99])).toMatchObject({ records: [{ id: 3 }, { id: 5 }], hasView: false })
    order.remove([{ id: 6 }])
    expect(idsOf(order.take(10, []).records)).toEqual([9])
    expect(order.take(10, []).records).toEqual([])
  })

  it('takes all rows in view, also more than a portion', () => {
    expect(idsOf(new OpeningOrder(hidden(4)).take(1, [2, 3]).records)).toEqual([2, 3])
  })
})

it('A report of progress has no list of files gone through again, so that a search is not kept waiting', () => {
  const folderRecords = { folderId: 7, records: [...open(3), ...hidden(2, 4)] }
  const before = rootReducer(undefined, checkProgressed({ done: 1, total: 5 }))
  const after = rootReducer(before, checkProgressed({ done: 2, total: 5 }))
  for (const selector of [selectUnchecked, selectIsVerified]) {
    selector(before, folderRecords)
    const { recomputations } = selector
    const count = recomputations()
    selector(after, folderRecords)
    expect(recomputations()).toBe(count)
  }
  for (const selector of [selectOpenNames, selectIncompleteBatches]) {
    selector(before, folderRecords.records)
    const count = selector.recomputations()
    selector(after, folderRecords.records)
    expect(selector.recomputations()).toBe(count)
  }
})
