import type { UseStore } from 'idb-keyval'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { chunkBytes, uploadLifetimeSeconds } from '../../../contract/limits.ts'
import type { PersistedBatch } from '../../../src/platform/persistedBatch.ts'
import { InterruptedUploads } from '../../../src/platform/interruptedUploads.ts'
import type { JournalRecord } from '../../../core/upload/state.ts'
import { FaultyStore, type StoreFaults } from '../../core/util/faultyStore.ts'
import { memoryLocks } from '../../core/util/memoryLocks.ts'

/** A page of its own, after a reload. */
const reloadPage = () => void vi.stubGlobal('navigator', { locks: memoryLocks() })
beforeEach(reloadPage)

const linkToken = 'link'
const recipient = 'fingerprint'
const batchId = 'batch'
const partCount = 4
const journalFile = (name: string) => ({ name, path: '.', size: partCount, lastModified: 1 })
const names = ['a', 'b', 'c']
const partChunks = 20

/** Uploads that were taken back from the server. */
let aborted: string[] = []
beforeEach(() => (aborted = []))
const uploadsIn = ({ use }: FaultyStore) =>
  new InterruptedUploads({ store: use, abortUpload: (_, uploadId) => aborted.push(uploadId) })

const withSealedPart = (record: JournalRecord, n: number): JournalRecord => ({
  ...record,
  sealedParts: n,
  marks: { ...record.marks, [n]: `mark ${n}` },
})

/** Every key that was ever used, and how many parts sealed with it were handed out to be sent. */
class Sender {
  readonly handedOut = new Map<string, number>()
  /** How often files began anew with another key. */
  restarts = 0
  #keys = 0

  fresh(): JournalRecord {
    const seal = { size: partCount, sealedTo: recipient }
    return { seal, uploadId: `key ${++this.#keys}`, partChunks, sealedParts: 0, marks: {} }
  }

  /** All files side by side, in the order of an upload: a part is handed out when its record is kept. */
  async send(batch: PersistedBatch, until = partCount): Promise<void> {
    await Promise.all(names.map((_, index) => this.#sendFile(batch, index, until)))
  }

  async #sendFile(batch: PersistedBatch, index: number, until: number): Promise<void> {
    let record = batch.record(index) ?? this.fresh()
    while (record.sealedParts < until) {
      const n = record.sealedParts + 1
      const next = withSealedPart(record, n)
      if ((await batch.writeRecord(index, next)) === 'unsafe') {
        this.restarts++
        await batch.removeRecord(index)
        record = this.fresh()
        continue
      }
      record = next
      this.handedOut.set(record.uploadId, Math.max(n, this.handedOut.get(record.uploadId) ?? 0))
    }
    if (until === partCount) await batch.writeCompleted([{ index, fileId: index + 1, sha256: 'hash' }])
  }
}

/** What a page that is opened now would go on with. */
async function foundBy(store: FaultyStore): Promise<JournalRecord[]> {
  reloadPage()
  const next = store.reloaded()
  const found: JournalRecord[] = []
  const uploads = uploadsIn(next)
  for (const { batchId } of await uploads.find(linkToken)) {
    const opened = await uploads.open(batchId)
    found.push(...names.flatMap((_, index) => opened?.batch.record(index) ?? []))
  }
  return found
}

async function expectNoPartUncovered(store: FaultyStore, { handedOut }: Sender): Promise<void> {
  for (const { uploadId, sealedParts } of await foundBy(store)) {
    expect(sealedParts, uploadId).toBeGreaterThanOrEqual(handedOut.get(uploadId) ?? 0)
  }
}

async function beginBatch(store: FaultyStore): Promise<PersistedBatch> {
  reloadPage()
  return uploadsIn(store).begin(batchId, { linkToken, roots: [] }, names.map(journalFile))
}

/** A batch of which each file has two parts sent, as another page left it. */
async function interruptUpload(sender: Sender): Promise<FaultyStore> {
  const store = new FaultyStore()
  const batch = await beginBatch(store)
  await sender.send(batch, 2)
  reloadPage()
  return store
}

const failureModes: [string, (n: number) => StoreFaults][] = [
  ['once', (n) => ({ fails: (at) => at === n })],
  ['once, though it was written', (n) => ({ fails: (at) => at === n, isWrittenAllTheSame: true })],
  ['twice in a row', (n) => ({ fails: (at) => at === n || at === n + 1 })],
  ['twice in a row, though it was written', (n) => ({ ...failsTwiceFrom(n), isWrittenAllTheSame: true })],
  ['from then on', (n) => ({ fails: (at) => at >= n })],
  ['from then on, though it was written', (n) => ({ fails: (at) => at >= n, isWrittenAllTheSame: true })],
  ['every other time from then on', (n) => ({ fails: (at) => at >= n && (at - n) % 2 === 0 })],
]
const failsTwiceFrom = (n: number): StoreFaults => ({ fails: (at) => at === n || at === n + 1 })

/** More transactions than any run has. */
const maxTransactions = 80

it('is found by every tab that looks at the same moment, and by none while one sends it', async () => {
  const store = await interruptUpload(new Sender())
  const tabs = [uploadsIn(store.reloaded()), uploadsIn(store.reloaded())]
  const look = () => Promise.all(tabs.map((uploads) => uploads.find(linkToken)))
  expect(await look()).toMatchObject([[{ batchId }], [{ batchId }]])
  const opened = await tabs[0]?.open(batchId)
  expect(await look()).toEqual([[], []])
  await opened?.batch.release()
  expect(await look()).toMatchObject([[{ batchId }], [{ batchId }]])
})

describe('a tab that looks takes nothing from another', () => {
  /** Something happens once this tab has learned which batches others own. */
  function storeWithEventMeanwhile(happens: () => Promise<void>) {
    const { locks } = navigator
    const query = locks.query.bind(locks)
    locks.query = async () => {
      const answer = await query()
      await happens()
      return answer
    }
  }

  it('that has begun a batch and written half of it', async () => {
    const store = new FaultyStore()
    const [half, rest] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    let writes = 0
    const halting: UseStore = (mode, work) => {
      if (mode !== 'readwrite' || ++writes < 2) return store.use(mode, work)
      half.resolve(undefined)
      return rest.promise.then(() => store.use(mode, work))
    }
    const other = new InterruptedUploads({ store: halting, abortUpload: () => undefined })
    let beginning: Promise<PersistedBatch> | undefined
    storeWithEventMeanwhile(async () => {
      beginning ??= other.begin(batchId, { linkToken, roots: [] }, names.map(journalFile))
      await half.promise
    })
    expect(await uploadsIn(store).find(linkToken)).toEqual([])
    rest.resolve(undefined)
    await (await beginning)?.release()
    expect(await uploadsIn(store).find(linkToken)).toMatchObject([{ missing: names }])
  })

  it('that has opened a batch which nobody is offered any more', async () => {
    const store = await interruptUpload(new Sender())
    const other = uploadsIn(store)
    let opened: Awaited<ReturnType<InterruptedUploads['open']>> | undefined
    storeWithEventMeanwhile(async () => {
      opened = await other.open(batchId)
    })
    const later = Date.now() + (uploadLifetimeSeconds + 1) * 1000
    const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
    onTestFinished(() => clock.mockRestore())
    expect(await uploadsIn(store).find(linkToken)).toEqual([])
    await opened?.batch.release()
    expect((await other.open(batchId))?.missing).toHaveLength(names.length)
  })
})

describe.each(failureModes)('a storage that fails %s', (_, faultsAt) => {
  const everyN = Array.from({ length: maxTransactions }, (_, n) => n + 1)

  it('leaves no record of fewer parts than were sent with its key: in a new upload', async () => {
    for (const n of everyN) {
      const sender = new Sender()
      const store = new FaultyStore(faultsAt(n))
      const batch = await beginBatch(store)
      await sender.send(batch, partCount - 1)
      await expectNoPartUncovered(store, sender)
      await sender.send(batch)
      await expectNoPartUncovered(store, sender)
      await batch.finish()
      await expectNoPartUncovered(store, sender)
      expect(store.transactions).toBeLessThan(maxTransactions)
    }
  })

  it('and in one of before', async () => {
    let tried = 0
    for (const n of everyN) {
      const sender = new Sender()
      const store = (await interruptUpload(sender)).reloaded(faultsAt(n))
      const opened = await uploadsIn(store)
        .open(batchId)
        .catch(() => null)
      // What cannot be read is not gone on with.
      if (!opened) continue
      tried++
      await sender.send(opened.batch, partCount - 1)
      await expectNoPartUncovered(store, sender)
      await opened.batch.removeRecord(0)
      await sender.send(opened.batch)
      await expectNoPartUncovered(store, sender)
      await opened.batch.discard()
      await expectNoPartUncovered(store, sender)
    }
    expect(tried).toBeGreaterThan(maxTransactions / 2)
  })

  it('costs a file one more beginning at most, and no file its upload', async () => {
    for (const n of everyN) {
      const sender = new Sender()
      const store = new FaultyStore(faultsAt(n))
      const batch = await beginBatch(store)
      await sender.send(batch)
      expect(sender.restarts).toBeLessThanOrEqual(names.length)
    }
  })
})

it('says of each record whether it is on the disk', async () => {
  const sound = await beginBatch(new FaultyStore())
  const record = withSealedPart(new Sender().fresh(), 1)
  expect(await sound.writeRecord(0, record)).toBe('durable')

  // Blocks and head are written, and nothing after that; what is there can be taken away.
  const full = await beginBatch(new FaultyStore({ fails: (n) => n === 3 }))
  expect(await full.writeRecord(0, record)).toBe('memory')
  expect(full.record(0)).toEqual(record)

  const dead = await beginBatch(new FaultyStore({ fails: (n) => n >= 4 }))
  expect(await dead.writeRecord(0, record)).toBe('durable')
  expect(await dead.writeRecord(0, withSealedPart(record, 2))).toBe('unsafe')
  expect(dead.record(0)).toEqual(record)
  // With a key that the disk has never seen.
  expect(await dead.writeRecord(0, { ...record, uploadId: 'another key' })).toBe('memory')
})

it('knows no record before the disk does: another thread may go on from it at any moment', async () => {
  const store = new FaultyStore()
  const batch = await beginBatch(store)
  const kept = batch.writeRecord(0, withSealedPart(new Sender().fresh(), 1))
  for (let turn = 0; turn < 20; turn++) {
    if (batch.record(0)) expect(store.rows.has(`record:${batchId}:0`)).toBe(true)
    await Promise.resolve()
  }
  await kept
  expect(batch.record(0)).toMatchObject({ sealedParts: 1 })
})

it('writes one record after the other, in the order in which they came', async () => {
  const store = new FaultyStore()
  const batch = await beginBatch(store)
  const fresh = new Sender().fresh()
  const before = store.transactions
  const first = batch.writeRecord(0, withSealedPart(fresh, 1))
  const second = batch.writeRecord(0, withSealedPart(fresh, 2))
  await Promise.resolve()
  expect(store.transactions).toBe(before + 1)
  await Promise.all([first, second])
  expect(store.rows.get(`record:${batchId}:0`)).toMatchObject({ sealedParts: 2 })
})

it('is opened by another owner only when all its records are written', async () => {
  const store = new FaultyStore()
  const batch = await beginBatch(store)
  const fresh = new Sender().fresh()
  const writes = 20
  for (let n = 1; n <= writes; n++) void batch.writeRecord(0, withSealedPart(fresh, n))
  void batch.release()
  let opened = await uploadsIn(store).open(batchId)
  while (!opened) opened = await uploadsIn(store).open(batchId)
  expect(opened.batch.record(0)).toMatchObject({ sealedParts: writes })
})

it('drops what is sealed to another recipient, and nothing else', async () => {
  const store = new FaultyStore()
  const sender = new Sender()
  const batch = await beginBatch(store)
  const other = { ...sender.fresh(), seal: { sealedTo: 'another' } }
  await batch.writeRecord(0, withSealedPart(other, 1))
  await batch.writeRecord(1, withSealedPart(sender.fresh(), 1))
  await batch.discardSealedToOthers(recipient)
  expect(batch.record(0)).toBeUndefined()
  expect(batch.record(1)).toBeDefined()
  expect(aborted).toEqual([other.uploadId])
  expect(await foundBy(store)).toHaveLength(1)
})

it('leaves nothing of a batch that nobody wants, here and on the server', async () => {
  const store = new FaultyStore()
  const sender = new Sender()
  const batch = await beginBatch(store)
  await sender.send(batch, 2)
  await batch.discard()
  expect(store.rows.size).toBe(0)
  expect(aborted.toSorted()).toEqual(['key 1', 'key 2', 'key 3'])
})

/** Rows as they lie on disks today, field by field; keys as handles that only the platform can read. */
function storedRows(startedAt: number): Map<string, unknown> {
  const files = names.map((name, index) => ({
    ...journalFile(name),
    index,
    size: 100 * partChunks * chunkBytes,
  }))
  const seal = {
    key: 'a handle',
    manifestKey: { key: 'a handle', iv: new Uint8Array(12) },
    encryptedKeyB64: 'AAAA',
    sealedTo: recipient,
    size: 100 * partChunks * chunkBytes,
    lastModified: 1,
  }
  const record = { seal, uploadId: 'upload', partChunks, sealedParts: 3, marks: { 2: 'b', 3: 'c' } }
  const bytes = 300 * partChunks * chunkBytes
  return new Map<string, unknown>([
    [`head:${batchId}`, { linkToken, startedAt, files: 3, bytes, roots: [] }],
    [`files:${batchId}:0`, files],
    [`ended:${batchId}:2`, [{ index: 2, fileId: 7, sha256: 'hash' }]],
    [`record:${batchId}:1`, record],
  ])
}

it('counts a message that has not arrived as lost: nothing but its page has the text', async () => {
  const store = new FaultyStore()
  const message = { ...journalFile('Message.txt'), isText: true }
  await uploadsIn(store).begin(batchId, { linkToken, roots: [] }, [message, journalFile('a')])
  reloadPage()
  expect(await uploadsIn(store.reloaded()).find(linkToken)).toMatchObject([
    { lostMessages: 1, missing: ['a'] },
  ])
})

it('opens what lies on the disk: the rows are the format', async () => {
  const store = new FaultyStore(undefined, storedRows(Date.now()))
  const uploads = uploadsIn(store)
  expect(await uploads.find(linkToken)).toEqual([
    {
      batchId,
      startedAt: expect.any(Number) as number,
      fileCount: 3,
      bytes: 300 * partChunks * chunkBytes,
      storedFileCount: 1,
      storedBytes: 100 * partChunks * chunkBytes,
      arrivedBytes: 101 * partChunks * chunkBytes,
      lostMessages: 0,
      missing: ['a', 'b'],
      canFindFiles: false,
    },
  ])
  const opened = await uploads.open(batchId)
  expect(opened?.missing.map(({ index }) => index)).toEqual([0, 1])
  expect(opened?.stored).toMatchObject([{ index: 2, name: 'c', fileId: 7, sha256: 'hash' }])
  expect(opened?.batch.record(1)).toEqual(store.rows.get(`record:${batchId}:1`))
  expect(opened?.batch.record(0)).toBeUndefined()
  // This tab has it now.
  expect(await uploads.open(batchId)).toBeNull()
})

it('finds nothing of another link, and removes what is older than its time', async () => {
  const week = 7 * 24 * 3600 * 1000
  const others = new FaultyStore(undefined, storedRows(Date.now()))
  expect(await uploadsIn(others).find('another link')).toEqual([])
  expect(others.rows.size).toBe(4)
  const old = new FaultyStore(undefined, storedRows(Date.now() - week - 1000))
  expect(await uploadsIn(old).find(linkToken)).toEqual([])
  expect(old.rows.size).toBe(0)
})
