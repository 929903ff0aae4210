import { describe, expect, it, vi } from 'vitest'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import {
  answersOpened,
  keysChanged,
  manifestsOpened,
  type SealedFile,
  selectOpenedSenderData,
  selectUnrequestedBatches,
  comparedFields,
} from '../../../../src/features/folderFiles/checks/sealedFilesSlice.ts'
import {
  filterTree,
  recordsIn,
  buildTreeInSteps,
} from '../../../../src/features/folderFiles/tree/fileTree.ts'
import {
  type OpenedSenderData,
  archiveDirectoryOf,
  type Senders,
  findSendersInSteps,
} from '../../../../src/features/folderFiles/senders/senders.ts'
import { rootReducer, type RootState } from '../../../../src/store/store.ts'
import { SafePaths } from '../../../../core/download/safeNames.ts'

const fileRecord = (id: number, more: Partial<FileRecord> = {}): FileRecord => ({
  id,
  original_filename: `${id}.txt`,
  stored_filename: `7/below/${id}.txt`,
  file_size: 10,
  file_hash: `hash of ${id}`,
  upload_time: '2026-01-01T00:00:00.000Z',
  last_downloaded_admin: null,
  uploader_email: null,
  ...more,
})

const answersOf = (name: string, more = '') => [
  { label: 'Name', value: name },
  { label: 'Case', value: more },
]

/** Files by id, each with its batch and the answers that its manifest names; and what came of asking for batches. */
function senderData(
  files: Record<number, [batch: string | null, digest?: string]>,
  batches: Record<string, { digest: string | null; name?: string; more?: string } | null> = {},
): OpenedSenderData {
  const there = Object.entries(batches).flatMap(([batch, one]) =>
    one ? [[batch, { digest: one.digest, answers: answersOf(one.name ?? batch, one.more) }] as const] : [],
  )
  return {
    batchOf: Object.fromEntries(Object.entries(files).map(([id, [batch]]) => [id, batch])),
    answersOf: Object.fromEntries(
      Object.entries(files).flatMap(([id, [, digest]]) => (digest === undefined ? [] : [[id, digest]])),
    ),
    answers: Object.fromEntries(there),
    requestedBatches: Object.fromEntries(Object.keys(batches).map((batch) => [batch, true])),
  }
}

function runToEnd<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
const sendersOf = (records: readonly FileRecord[], openedData: OpenedSenderData): Senders =>
  runToEnd(findSendersInSteps(records, openedData))
const statusAndTitle = (senders: Senders, id: number) => {
  const { status, title } = senders.byFile.get(id) ?? {}
  return [status, title]
}

describe('the sender of a file', () => {
  it('is what they answered, in one batch or in several', () => {
    const openedData = senderData(
      { 1: ['A', 'a'], 2: ['A', 'a'], 3: ['B', 'b'], 4: ['C', 'c'] },
      { A: { digest: 'a', name: 'Ada' }, B: { digest: 'b', name: 'Ada' }, C: { digest: 'c', name: 'Ben' } },
    )
    const senders = sendersOf(
      [1, 2, 3, 4].map((id) => fileRecord(id)),
      openedData,
    )
    expect(senders.all.map(({ title }) => title)).toEqual(['Ada', 'Ben'])
    expect(senders.byFile.get(1)).toBe(senders.byFile.get(3))
    expect(senders.byFile.get(1)?.answers).toEqual(answersOf('Ada'))
  })

  it('is another with another verified address, or one answer that differs', () => {
    const openedData = senderData(
      { 1: ['A', 'a'], 2: ['A', 'a'], 3: ['B', 'b'] },
      { A: { digest: 'a', name: 'Ada' }, B: { digest: 'b', name: 'Ada', more: 'B 12' } },
    )
    const records = [fileRecord(1), fileRecord(2, { uploader_email: 'ada@example.org' }), fileRecord(3)]
    expect(sendersOf(records, openedData).all).toHaveLength(3)
  })

  it('is missing where the server gives no answers, or others than the file was sealed with', () => {
    const openedData = senderData(
      { 1: ['A', 'a'], 2: ['B', 'b'] },
      { A: null, B: { digest: 'another', name: 'Mallory' } },
    )
    const senders = sendersOf([fileRecord(1), fileRecord(2)], openedData)
    expect(statusAndTitle(senders, 1)).toEqual(['missing', 'Answers missing'])
    expect(statusAndTitle(senders, 2)).toEqual(['missing', 'Answers missing'])
  })

  it('is not missing, but of a later version, whose answers this one cannot read', () => {
    const senders = sendersOf([fileRecord(1)], senderData({ 1: ['A', 'a'] }, { A: { digest: null } }))
    expect(statusAndTitle(senders, 1)).toEqual(['later', 'Answers of a later version'])
  })

  it('is left behind, not missing, if the server says that the file is a copy', () => {
    const openedData = senderData({ 1: ['A', 'a'], 2: ['A', 'a'] }, { A: null })
    const senders = sendersOf([fileRecord(1, { copied: true }), fileRecord(2)], openedData)
    expect(statusAndTitle(senders, 1)).toEqual(['left-behind', 'Answers left behind'])
    expect(statusAndTitle(senders, 2)).toEqual(['missing', 'Answers missing'])
  })

  it('has no answers that the manifest does not name, though a server shows some', () => {
    const senders = sendersOf(
      [fileRecord(1)],
      senderData({ 1: ['A'] }, { A: { digest: 'a', name: 'Mallory' } }),
    )
    expect(statusAndTitle(senders, 1)).toEqual(['silent', 'Without answers'])
  })

  it('is not known before manifest and answers were opened', () => {
    const senders = sendersOf([fileRecord(1), fileRecord(2)], senderData({ 2: ['A', 'a'] }))
    expect(statusAndTitle(senders, 1)).toEqual(['closed', 'Not opened'])
    expect(statusAndTitle(senders, 2)).toEqual(['closed', 'Not opened'])
  })

  it('without answers is named by the verified address', () => {
    const senders = sendersOf(
      [fileRecord(1, { uploader_email: 'ada@example.org' })],
      senderData({ 1: ['A'] }),
    )
    expect(statusAndTitle(senders, 1)).toEqual(['silent', 'ada@example.org'])
  })
})

describe('the folders of senders in an archive', () => {
  it('are different and safe, whatever senders call themselves', () => {
    const names = ['Ada', 'ADA', '../../etc', '..', 'con', 'a/b', 'a:b', '\u202efdp.exe', '']
    const openedData = senderData(
      Object.fromEntries(names.map((_, id) => [id, [`B${id}`, `d${id}`] as [string, string]])),
      Object.fromEntries(names.map((name, id) => [`B${id}`, { digest: `d${id}`, name }])),
    )
    const senders = sendersOf(
      names.map((_, id) => fileRecord(id)),
      openedData,
    )
    const archive = new SafePaths()
    const entries = names.map((_, id) => {
      const sender = senders.byFile.get(id)
      if (!sender) throw new Error(`nobody sent ${id}`)
      return archive.add(archiveDirectoryOf(sender, 'below'), 'file.txt')
    })
    const folders = entries.map((entry) => entry.toLowerCase().replace(/\/.*/, ''))
    expect(new Set(folders).size).toBe(names.length)
    for (const entry of entries) {
      expect(entry).toMatch(/^[^/]+\/below\/file\.txt$/)
      expect(entry).not.toMatch(/^\.\.?\/|[:\\\u202e]|^con\//i)
    }
  })

  it('are found without trying each name that is taken, however many senders are called the same', () => {
    const files = Array.from({ length: 400 }, (_, id) => id)
    const openedData: OpenedSenderData = {
      ...senderData(Object.fromEntries(files.map((id) => [id, [`B${id}`, `d${id}`]]))),
      answers: Object.fromEntries(
        files.map((id) => [
          `B${id}`,
          { digest: `d${id}`, answers: [...answersOf('Ada', 'B 12'), ...answersOf(`${id}`)] },
        ]),
      ),
    }
    const looked = vi.spyOn(Map.prototype, 'has')
    const taken = vi.spyOn(Set.prototype, 'has')
    const { all } = sendersOf(
      files.map((id) => fileRecord(id)),
      openedData,
    )
    const lookups = looked.mock.calls.length + taken.mock.calls.length
    vi.restoreAllMocks()
    expect(lookups).toBeLessThan(files.length * 5)
    expect(new Set(all.map(({ directoryName }) => directoryName)).size).toBe(files.length)
    expect(all[399]?.directoryName).toBe('Ada, B 12 (400)')
  })
})

describe('the tree by senders', () => {
  it('has each sender above their own files, and those without answers last', () => {
    const openedData = senderData(
      { 1: ['A', 'a'], 2: ['B', 'b'], 3: ['C'] },
      { A: { digest: 'a', name: 'Zoë' }, B: { digest: 'b', name: 'Ada' } },
    )
    const records = [fileRecord(1), fileRecord(2), fileRecord(3)]
    const tree = runToEnd(buildTreeInSteps(records, {}, sendersOf(records, openedData)))
    expect(tree.root.directories.map(({ name }) => name)).toEqual(['Ada', 'Zoë', 'Without answers'])
    const ids = tree.root.directories.map((one) => recordsIn(tree, one).map(({ id }) => id))
    expect(ids).toEqual([[2], [1], [3]])
    const found = filterTree(tree, { onlyNew: false, words: ['zoe'] })
    expect(recordsIn(found).map(({ id }) => id)).toEqual([1])
  })

  it('has those whose files are newest on top, and by name those who sent at the same time', () => {
    const at = (id: number, day: number) => fileRecord(id, { upload_time: `2026-01-0${day}T00:00:00.000Z` })
    const records = [at(1, 3), at(2, 1), at(3, 4), at(4, 2), at(5, 3), at(6, 9)]
    const openedData = senderData(
      { 1: ['Cora', 'c'], 2: ['Anna', 'a'], 3: ['Anna', 'a'], 4: ['Dora', 'd'], 5: ['Bert', 'b'], 6: ['-'] },
      {
        ...{ Anna: { digest: 'a' }, Bert: { digest: 'b' }, Cora: { digest: 'c' }, Dora: { digest: 'd' } },
        '-': null,
      },
    )
    const { root } = runToEnd(buildTreeInSteps(records, {}, sendersOf(records, openedData)))
    const firstAnswers = root.directories.map(({ sender }) => sender?.answers[0]?.value)
    expect(firstAnswers).toEqual(['Anna', 'Bert', 'Cora', 'Dora', undefined])
  })

  it('takes no directory of a sender for another sender', () => {
    const openedData = senderData(
      { 1: ['A', 'a'], 2: ['B', 'b'] },
      { A: { digest: 'a', name: 'Ada' }, B: { digest: 'b' } },
    )
    const key = sendersOf([fileRecord(2)], openedData).all[0]?.key ?? ''
    const records = [fileRecord(1, { stored_filename: `7/${key}/1.txt` }), fileRecord(2)]
    const tree = runToEnd(buildTreeInSteps(records, {}, sendersOf(records, openedData)))
    expect(tree.root.directories.map((one) => one.to - one.from)).toEqual([1, 1])
  })

  it('of 5 000 files of 30 senders has a folder for each sender', () => {
    const batches = Array.from({ length: 300 }, (_, n) => `batch${n}`)
    const files = Array.from({ length: 5000 }, (_, id) => id)
    const batchOf = (id: number) => batches[id % batches.length] ?? ''
    const openedData = senderData(
      Object.fromEntries(files.map((id) => [id, [batchOf(id), `d ${batchOf(id)}`] as [string, string]])),
      Object.fromEntries(
        batches.map((batch, n) => [batch, { digest: `d ${batch}`, name: `Sender ${n % 30}` }]),
      ),
    )
    const records = files.map((id) => fileRecord(id, { stored_filename: `7/${id % 40}/deep/${id}.txt` }))
    const senders = sendersOf(records, openedData)
    const tree = runToEnd(buildTreeInSteps(records, {}, senders))
    expect(senders.all).toHaveLength(30)
    expect(Math.min(...tree.root.directories.map(({ from, to }) => to - from))).toBeGreaterThan(160)
    expect(tree.files).toHaveLength(5000)
  })
})

describe('what is known of senders', () => {
  const sealedFile = (id: number, answers: string | null, batch = 'A'): SealedFile => ({
    ...{ id, name: `${id}.txt`, path: 'below', differences: [], isLate: false, isText: false, answers },
    ...{ mark: '', isReturned: false, sha256: 'ab', verdict: 'open', hasPlaceholder: false },
    ...{
      batch: { id: batch, index: 0, count: 1 },
      bound: { verdict: 'here', belongsTo: null } as const,
      origin: 'plain' as const,
      serverData: comparedFields(7, fileRecord(id)),
    },
  })
  const stateAfter = (...actions: { type: string }[]): RootState =>
    actions.reduce<RootState>(rootReducer, rootReducer(undefined, { type: 'begin' }))

  it('asks once for the answers that manifests name, and again when other keys are open', () => {
    const records = [fileRecord(1), fileRecord(2)]
    const opened = manifestsOpened([sealedFile(1, 'a'), sealedFile(2, null, 'B')])
    const where = { folderId: 7, records }
    expect(selectUnrequestedBatches(stateAfter(opened), where)).toEqual(['A'])
    const asked = answersOpened({ folderId: 7, batches: ['A'], found: {} })
    expect(selectUnrequestedBatches(stateAfter(opened, asked), where)).toEqual([])
    expect(selectUnrequestedBatches(stateAfter(opened, asked, keysChanged()), where)).toEqual(['A'])
  })

  it('is the same of a copy, whether or not the folder that it was copied from was opened before', () => {
    const copy = manifestsOpened([{ ...sealedFile(2, 'a'), serverData: comparedFields(8, fileRecord(2)) }])
    const leftBehind = answersOpened({ folderId: 8, batches: ['A'], found: {} })
    const there = answersOpened({
      ...{ folderId: 7, batches: ['A'] },
      found: { A: { digest: 'a', answers: answersOf('Ada') } },
    })
    const standingIn = (state: RootState) =>
      statusAndTitle(sendersOf([fileRecord(2, { copied: true })], selectOpenedSenderData(state, 8)), 2)[0]
    expect(standingIn(stateAfter(copy, leftBehind))).toBe('left-behind')
    expect(standingIn(stateAfter(manifestsOpened([sealedFile(1, 'a')]), there, copy, leftBehind))).toBe(
      'left-behind',
    )
  })

  it('is forgotten of a file whose manifest names none any more', () => {
    const state = stateAfter(manifestsOpened([sealedFile(1, 'a')]), manifestsOpened([sealedFile(1, null)]))
    expect(selectOpenedSenderData(state, 7).answersOf).toEqual({})
  })
})
