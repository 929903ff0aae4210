import { describe, expect, it } from 'vitest'
import type { FileRecord } from '../../../../contract/folders.ts'
import {
  buildTree,
  nameSortKey,
  repeatedHashes,
  type Sort,
  visibleRows,
} from '../../../../src/features/folderFiles/fileTree.ts'

let nextId = 1
function record(path: string, more: Partial<FileRecord> = {}): FileRecord {
  const id = nextId++
  return {
    id,
    original_filename: path.slice(path.lastIndexOf('/') + 1),
    stored_filename: `7/${path}`,
    file_size: 10,
    file_hash: `hash of ${path}`,
    upload_time: '2026-01-01T00:00:00.000Z',
    last_downloaded_admin: null,
    uploader_email: null,
    ...more,
  }
}

const byName: Sort = { by: 'name', descending: false }
const none: ReadonlySet<string> = new Set()
const tree = (records: FileRecord[]) => buildTree(records, repeatedHashes(records))
const names = (records: FileRecord[], sort: Sort = byName, open = none) =>
  visibleRows(tree(records), open, sort).map(({ node, level }) => `${level} ${node.name}`)

describe('the file tree', () => {
  it('drops the folder id and keeps the directories between it and the name', () => {
    const records = [record('b.txt'), record('x/y/c.txt'), record('x/a.txt')]
    expect(names(records)).toEqual(['1 x', '1 b.txt'])
    expect(names(records, byName, new Set(['x', 'x/y']))).toEqual([
      '1 x',
      '2 y',
      '3 c.txt',
      '2 a.txt',
      '1 b.txt',
    ])
  })

  it('knows all files and bytes below a directory', () => {
    const records = [record('x/y/c.txt'), record('x/a.txt'), record('b.txt')]
    const root = tree(records)
    expect(root.fileIds).toEqual(records.map(({ id }) => id))
    expect(root.directories[0]).toMatchObject({ name: 'x', bytes: 20 })
    expect(root.directories[0]?.fileIds).toHaveLength(2)
  })

  it('puts directories first, whatever the order', () => {
    const records = [record('a.txt'), record('z/1.txt'), record('m/1.txt')]
    expect(names(records)).toEqual(['1 m', '1 z', '1 a.txt'])
    expect(names(records, { by: 'name', descending: true })).toEqual(['1 z', '1 m', '1 a.txt'])
    expect(names(records, { by: 'uploaded', descending: true })).toEqual(['1 m', '1 z', '1 a.txt'])
  })

  it('sorts names as people do', () => {
    const records = ['page 10', 'page 9', 'Äpfel', 'apfelmus', 'Zebra'].map((name) => record(name))
    expect(names(records)).toEqual(['1 Äpfel', '1 apfelmus', '1 page 9', '1 page 10', '1 Zebra'])
  })

  it('sorts by upload and by last download, never downloaded first', () => {
    const records = [
      record('a', {
        upload_time: '2026-01-02T00:00:00.000Z',
        last_downloaded_admin: '2026-02-02T00:00:00.000Z',
      }),
      record('b', {
        upload_time: '2026-01-01T00:00:00.000Z',
        last_downloaded_admin: '2026-02-01T00:00:00.000Z',
      }),
      record('c', { upload_time: '2026-01-03T00:00:00.000Z' }),
    ]
    expect(names(records, { by: 'uploaded', descending: false })).toEqual(['1 b', '1 a', '1 c'])
    expect(names(records, { by: 'uploaded', descending: true })).toEqual(['1 c', '1 a', '1 b'])
    expect(names(records, { by: 'downloaded', descending: false })).toEqual(['1 c', '1 b', '1 a'])
  })

  it('marks files of the same content', () => {
    const twins = [record('a', { file_hash: 'same' }), record('x/b', { file_hash: 'same' }), record('c')]
    const rows = visibleRows(tree(twins), new Set(['x']), byName)
    const marked = rows.filter(({ node }) => node.kind === 'file' && node.isDuplicate)
    expect(marked.map(({ node }) => node.name)).toEqual(['b', 'a'])
  })

  it('tells directories apart that have a name in common', () => {
    const records = [record('a/x/1'), record('b/x/2')]
    expect(names(records, byName, new Set(['a', 'a/x', 'b']))).toEqual(['1 a', '2 x', '3 1', '1 b', '2 x'])
  })

  it('takes 20 000 files without holding the page', () => {
    const records = Array.from({ length: 20_000 }, (_, index) =>
      record(`d${index % 50}/e${index % 7}/file ${index}.txt`),
    )
    const began = performance.now()
    const rows = visibleRows(tree(records), none, byName)
    expect(rows).toHaveLength(50)
    expect(performance.now() - began).toBeLessThan(400)
  })
})

describe('the sort key of a name', () => {
  it('takes numbers as numbers and letters without case or accent', () => {
    expect(nameSortKey('A9') < nameSortKey('a10')).toBe(true)
    expect(nameSortKey('é')).toBe(nameSortKey('E'))
  })
})
