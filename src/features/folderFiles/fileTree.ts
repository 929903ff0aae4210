import type { FileRecord } from '../../../contract/folders.ts'

/** Directories are rebuilt from `stored_filename`: `{folder id}/{directory path}/{name}`. */
export interface FileNode {
  kind: 'file'
  key: string
  record: FileRecord
  /** As it is listed: a repeated file's carries ' (2)'. */
  name: string
  /** Another file of the folder has the same content. */
  isDuplicate: boolean
}

export interface DirectoryNode {
  kind: 'directory'
  key: string
  name: string
  directories: DirectoryNode[]
  files: FileNode[]
  /** All files below, for its checkbox and its download. */
  fileIds: number[]
  bytes: number
}

export type TreeNode = FileNode | DirectoryNode

/** In time proportional to the files and the depth of their directories. The root's name is ''. */
export function buildTree(records: readonly FileRecord[], duplicates: ReadonlySet<string>): DirectoryNode {
  const root = newDirectory('', '')
  const byPath = new Map<string, DirectoryNode>([['', root]])
  const parents: DirectoryNode[] = []
  for (const record of records) {
    const path = record.stored_filename
    const nameAt = path.lastIndexOf('/') + 1
    parents.length = 0
    parents.push(root)
    let parent = root
    // From behind the folder id: each slash ends the name of a directory.
    const base = path.indexOf('/') + 1
    for (
      let from = base, to = path.indexOf('/', from);
      to >= 0;
      from = to + 1, to = path.indexOf('/', from)
    ) {
      const key = path.slice(base, to)
      let directory = byPath.get(key)
      if (!directory) {
        directory = newDirectory(key, path.slice(from, to))
        byPath.set(key, directory)
        parent.directories.push(directory)
      }
      parent = directory
      parents.push(parent)
    }
    for (const directory of parents) {
      directory.fileIds.push(record.id)
      directory.bytes += record.file_size
    }
    const isDuplicate = duplicates.has(record.file_hash)
    parent.files.push({ kind: 'file', key: `#${record.id}`, record, name: path.slice(nameAt), isDuplicate })
  }
  return root
}

const newDirectory = (key: string, name: string): DirectoryNode => ({
  kind: 'directory',
  key,
  name,
  directories: [],
  files: [],
  fileIds: [],
  bytes: 0,
})

/** Content hashes that more than one file has. */
export function repeatedHashes(records: readonly FileRecord[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { file_hash } of records) {
    if (seen.has(file_hash)) repeated.add(file_hash)
    else seen.add(file_hash)
  }
  return repeated
}

export const sortKeys = ['name', 'uploaded', 'downloaded'] as const
export type SortKey = (typeof sortKeys)[number]
export interface Sort {
  by: SortKey
  descending: boolean
}

export interface TreeRow {
  node: TreeNode
  /** 1 for what lies at the root. */
  level: number
}

/** The rows in sight, given which directories stand open. Only those are sorted, and each order once. */
export function visibleRows(root: DirectoryNode, open: ReadonlySet<string>, sort: Sort): TreeRow[] {
  const rows: TreeRow[] = []
  const visit = (directory: DirectoryNode, level: number) => {
    for (const child of sortedDirectories(directory, sort)) {
      rows.push({ node: child, level })
      if (open.has(child.key)) visit(child, level + 1)
    }
    for (const node of sortedFiles(directory, sort)) rows.push({ node, level })
  }
  visit(root, 1)
  return rows
}

const sortedOnce = new WeakMap<DirectoryNode, Map<string, readonly FileNode[]>>()

function sortedFiles(directory: DirectoryNode, sort: Sort): readonly FileNode[] {
  const orders = sortedOnce.get(directory) ?? new Map<string, readonly FileNode[]>()
  sortedOnce.set(directory, orders)
  const order = `${sort.by} ${sort.descending}`
  let files = orders.get(order)
  if (!files) {
    files = sortBy(directory.files, fileSortKey[sort.by], sort.descending)
    orders.set(order, files)
  }
  return files
}

/** Directories have no dates: they stand by name, and turn round with the names alone. */
function sortedDirectories({ directories }: DirectoryNode, sort: Sort): readonly DirectoryNode[] {
  return sortBy(directories, ({ name }) => nameSortKey(name), sort.by === 'name' && sort.descending)
}

const fileSortKey: Record<SortKey, (file: FileNode) => string> = {
  name: ({ name }) => nameSortKey(name),
  // ISO times of one zone sort as text. Never downloaded counts as before all others.
  uploaded: ({ record, name }) => `${record.upload_time} ${nameSortKey(name)}`,
  downloaded: ({ record, name }) => `${record.last_downloaded_admin ?? ''} ${nameSortKey(name)}`,
}

function sortBy<T>(list: readonly T[], keyOf: (one: T) => string, descending: boolean): readonly T[] {
  const sign = descending ? -1 : 1
  return list
    .map((one) => ({ one, key: keyOf(one) }))
    .sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0))
    .map(({ one }) => one)
}

/**
 * A text that sorts as people expect: case and accents do not count, 'page 9' stands before 'page 10'. Comparing
 * 20 000 names by a collator with numbers would hold the page for a third of a second.
 */
export function nameSortKey(name: string): string {
  const plain = isAscii.test(name) ? name : name.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(16, '0'))
}

const isAscii = /^[\u0020-\u007e]*$/
