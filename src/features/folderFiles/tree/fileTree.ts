import { assertDefined } from '../../../../contract/assertDefined.ts'
import { maxPathLevels } from '../../../../contract/limits.ts'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import { isPlaceholder, numberedName } from '../../../../contract/fileNames.ts'
import type { ManifestDifference, NamesVerdict } from '../../../../core/crypto/index.ts'
import { directoryOf } from '../../../../core/keys/storedNames.ts'
import { rowName } from './rowName.ts'
import { foldName, nameSortKey } from './nameOrder.ts'
import type { Sender, Senders } from '../senders/senders.ts'
import { sortInSteps } from '../../../api/sortInSteps.ts'

/** What the manifest of a file says where the server's data differ from it, or hide it. */
export interface SealedNames {
  name: string
  /** '.' for the root. */
  path: string
  /** SHA-256 of the content. */
  sha256: string
  differences: readonly ManifestDifference[]
  /** What the server knows of its names; null without a manifest. */
  verdict: NamesVerdict | null
}

/** Files of a subtree: indexes of `FileTree.files` from `from` to `to`, exclusive. */
export interface FileRange {
  from: number
  to: number
}

export interface FileNode extends FileRange {
  kind: 'file'
  key: string
  record: FileRecord
  /** Listed name: the sealed one if the server's differs. Repeated names get ' (2)'. */
  name: string
  /** True if the server does not know its name, and its manifest is not open. */
  isLocked: boolean
  /** What the server knows of its names, if that is remarkable. */
  verdict: NamesVerdict | null
  differences: readonly ManifestDifference[]
  /** True if another file of the folder has the same content. */
  isDuplicate: boolean
  foldedName: string
  sortKey: string
}

export interface DirectoryNode extends FileRange {
  kind: 'directory'
  key: string
  name: string
  directories: DirectoryNode[]
  files: FileNode[]
  /** Total size of the visible files below, in bytes. */
  bytes: number
  /** Number of visible files below that their owner never downloaded. */
  newFiles: number
  /** Number of files below that the filter of new files hides, if it hides all of them. */
  hiddenDownloaded: number
  /** Sender of the files below; undefined for a directory. */
  sender?: Sender
  foldedName: string
  sortKey: string
}

export type TreeNode = FileNode | DirectoryNode

export interface FileTree {
  /** Root node, with the name ''. */
  root: DirectoryNode
  /** All visible files, those of a directory in succession. */
  files: readonly FileNode[]
}

/** Number of files between two points where the work may pause. */
const filesPerStep = 250

/**
 * Builds the tree of all files, directories sorted by name; with `senders`, grouped by sender first, those with the newest
 * files on top and those without answers last. Runs in time proportional to the files and the depth of their directories,
 * and yields where it may pause (timeSlice.ts).
 */
export function* buildTreeInSteps(
  records: readonly FileRecord[],
  sealedNames: Readonly<Record<number, SealedNames>> = {},
  senders: Senders | null = null,
): Generator<undefined, FileTree> {
  const root = newDirectory('', '')
  const byPath = new Map<string, DirectoryNode>([['.', root]])
  const lastUpload = new Map<string, string>()
  for (const sender of senders?.all ?? []) {
    const directory = { ...newDirectory(sender.key, sender.title), sender }
    byPath.set(sender.key, directory)
    root.directories.push(directory)
  }
  const byContent = new Map<string | number, FileNode>()
  const numberHidden = yield* hiddenNameNumbers(records, sealedNames)
  for (const [index, record] of records.entries()) {
    const sealed = sealedNames[record.id]
    const file = fileNode(record, sealed, numberHidden.get(record.id))
    const sender = senders?.byFile.get(record.id)
    const path = nodePath(sealed?.path ?? directoryOf(record), sender)
    if (sender && record.upload_time > (lastUpload.get(sender.key) ?? ''))
      lastUpload.set(sender.key, record.upload_time)
    const directory = byPath.get(path) ?? newDirectoryWithParents(path, byPath)
    directory.files.push(file)
    const content = contentKey(record, sealed)
    const twin = byContent.get(content)
    if (twin) twin.isDuplicate = file.isDuplicate = true
    else byContent.set(content, file)
    if (index % filesPerStep === 0) yield
  }
  for (const directory of byPath.values()) {
    const order = senders && directory === root ? bySender(lastUpload) : byName
    directory.directories = yield* sortInSteps(directory.directories, order)
    directory.files = yield* sortInSteps(directory.files, byName)
    yield
  }
  return indexFiles(root)
}

const nodePath = (path: string, sender: Sender | undefined): string =>
  sender === undefined ? path : path === '.' ? sender.key : `${sender.key}/${path}`

/** Equal for files of the same content. The hash of a hidden name says nothing of it. */
const contentKey = (record: FileRecord, sealed: SealedNames | undefined): string | number =>
  sealed?.verdict === 'hidden' || sealed?.verdict === 'renamed'
    ? sealed.sha256
    : (record.file_hash ?? record.repeat_of ?? record.id)

/** Numbers of files whose path is that of another one, ascending by id, as the server numbers paths that it knows. */
function* hiddenNameNumbers(
  records: readonly FileRecord[],
  sealedNames: Readonly<Record<number, SealedNames>>,
): Generator<undefined, ReadonlyMap<number, number>> {
  const isHidden = ({ id }: FileRecord) => sealedNames[id] !== undefined
  const hidden = yield* sortInSteps(records.filter(isHidden), (a, b) => a.id - b.id)
  const numbers = new Map<number, number>()
  if (hidden.length === 0) return numbers
  const taken = new Set<string>()
  for (const [index, record] of records.entries()) {
    if (!isHidden(record)) taken.add(`${directoryOf(record)}/${rowName(record, undefined)}`)
    if (index % filesPerStep === 0) yield
  }
  const lastNumber = new Map<string, number>()
  for (const [index, { id }] of hidden.entries()) {
    if (index % filesPerStep === 0) yield
    const { path, name } = assertDefined(sealedNames[id])
    const wanted = `${path}/${name}`
    let n = lastNumber.get(wanted) ?? 1
    const at = () => (n === 1 ? wanted : `${path}/${numberedName(name, n)}`)
    while (taken.has(at())) n++
    taken.add(at())
    lastNumber.set(wanted, n)
    if (n > 1) numbers.set(id, n)
  }
  return numbers
}

function fileNode(record: FileRecord, sealed: SealedNames | undefined, number = 1): FileNode {
  const bareName = rowName(record, sealed)
  const name = number === 1 ? bareName : numberedName(bareName, number)
  const foldedName = foldName(name)
  return {
    kind: 'file',
    // No path of a directory begins with a slash.
    key: `/${record.id}`,
    record,
    name,
    isLocked: sealed === undefined && isPlaceholder(record.original_filename),
    verdict: sealed?.verdict ?? null,
    differences: sealed?.differences ?? [],
    isDuplicate: false,
    foldedName,
    sortKey: nameSortKey(foldedName),
    from: 0,
    to: 0,
  }
}

function newDirectory(key: string, name: string): DirectoryNode {
  const foldedName = foldName(name)
  const sortKey = nameSortKey(foldedName)
  const empty = { directories: [], files: [], from: 0, to: 0, bytes: 0, newFiles: 0, hiddenDownloaded: 0 }
  return { kind: 'directory', key, name, foldedName, sortKey, ...empty }
}

/** Levels of directories; one more than senders may send, for a group by sender. What is below is one directory. */
const maxLevels = maxPathLevels + 1

/** Position of the slash before the name of a directory; -1 at the root. */
function slashBeforeName(path: string): number {
  let slash = -1
  for (let level = 1; level < maxLevels; level++) {
    const nextSlash = path.indexOf('/', slash + 1)
    if (nextSlash < 0) break
    slash = nextSlash
  }
  return slash
}

function newDirectoryWithParents(path: string, byPath: Map<string, DirectoryNode>): DirectoryNode {
  const slash = slashBeforeName(path)
  const parentPath = slash < 0 ? '.' : path.slice(0, slash)
  const parent = byPath.get(parentPath) ?? newDirectoryWithParents(parentPath, byPath)
  const directory = newDirectory(path, path.slice(slash + 1))
  byPath.set(path, directory)
  parent.directories.push(directory)
  return directory
}

const byName = (a: TreeNode, b: TreeNode): number =>
  a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : 0

const bySender = (lastUpload: ReadonlyMap<string, string>) => (a: DirectoryNode, b: DirectoryNode) => {
  const isUnanswered = ({ sender }: DirectoryNode) => Number(sender?.status !== 'answered')
  const [one, other] = [lastUpload.get(a.key) ?? '', lastUpload.get(b.key) ?? '']
  return isUnanswered(a) - isUnanswered(b) || (one > other ? -1 : one < other ? 1 : byName(a, b))
}

/** Counts the files below each directory and assigns indexes. */
function indexFiles(root: DirectoryNode): FileTree {
  const files: FileNode[] = []
  const visit = (directory: DirectoryNode) => {
    directory.from = files.length
    directory.bytes = 0
    directory.newFiles = 0
    for (const child of directory.directories) {
      visit(child)
      directory.bytes += child.bytes
      directory.newFiles += child.newFiles
    }
    for (const file of directory.files) {
      file.from = files.length
      files.push(file)
      file.to = files.length
      directory.bytes += file.record.file_size
      if (isNew(file)) directory.newFiles++
    }
    directory.to = files.length
  }
  visit(root)
  return { root, files }
}

export interface TreeFilter {
  /** Keeps only files that their owner never downloaded. Empty directories stay. */
  onlyNew: boolean
  /** Ids of files to leave out; directories stay as with `onlyNew`. */
  excludedIds?: ReadonlySet<number> | undefined
  /** Keeps only files whose name or path contains these words. Empty directories are removed. */
  words: readonly string[]
}

/** True for a file of a sender that none of the folder's people has downloaded. */
export const isNew = ({ record }: Pick<FileNode, 'record'>): boolean =>
  record.last_downloaded_admin === null && record.sent_by === undefined

export function filterTree(tree: FileTree, { onlyNew, excludedIds, words }: TreeFilter): FileTree {
  if (!onlyNew && !excludedIds && words.length === 0) return tree
  const isWanted = (file: FileNode) => (!onlyNew || isNew(file)) && !excludedIds?.has(file.record.id)
  const copy = (directory: DirectoryNode, path: string): DirectoryNode => {
    const herePath = directory.foldedName === '' ? '' : `${path}${directory.foldedName}/`
    const wordsLeft = words.filter((word) => !herePath.includes(word))
    const directories = directory.directories.map((child) => copy(child, herePath))
    return {
      ...directory,
      hiddenDownloaded:
        onlyNew && !excludedIds && directory.newFiles === 0 ? directory.to - directory.from : 0,
      directories: words.length > 0 ? directories.filter(hasContent) : directories,
      // Copied, as the indexes of the whole tree are still in use.
      files: directory.files
        .filter((file) => isWanted(file) && wordsLeft.every((word) => file.foldedName.includes(word)))
        .map((file) => ({ ...file })),
    }
  }
  return indexFiles(copy(tree.root, ''))
}

const hasContent = ({ directories, files }: DirectoryNode) => directories.length > 0 || files.length > 0

export const filesIn = ({ files }: FileTree, { from, to }: FileRange): readonly FileNode[] =>
  files.slice(from, to)

export const recordsOf = (files: readonly FileNode[]): readonly FileRecord[] =>
  files.map(({ record }) => record)

export const recordsIn = (tree: FileTree, range: FileRange = tree.root): readonly FileRecord[] =>
  recordsOf(filesIn(tree, range))
