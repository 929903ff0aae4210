import { beforeEach, describe, expect, it, vi } from 'vitest'
import { findKeptUploads, KeptBatch } from '../../../src/transfer/keptUploads.ts'
import { type FileRecord, newRecord, withSealedPart } from '../../../src/transfer/uploadJournal.ts'
import type { FileSeal } from '../../../workers/fileSealer.ts'
import { FaultyStore, type Faults } from './faultyStore.ts'

/** One page's locks: enough for a batch to be one tab's. */
function locks() {
  const held = new Set<string>()
  const request = async (name: string, _: unknown, work: (lock: unknown) => unknown) => {
    if (held.has(name)) return work(null)
    held.add(name)
    try {
      return await work({})
    } finally {
      held.delete(name)
    }
  }
  return { request }
}
/** A page of its own, after a reload. */
const newPage = () => void vi.stubGlobal('navigator', { locks: locks() })
beforeEach(newPage)

const linkToken = 'link'
const recipient = 'fingerprint'
const batchId = 'batch'
const parts = 4
const file = (name: string) => ({ name, path: '.', size: parts, lastModified: 1 })
const names = ['a', 'b', 'c']

/** Every key that was ever used, and how many parts sealed with it were handed out to be sent. */
class Sender {
  readonly handedOut = new Map<string, number>()
  /** How often files began anew with another key. */
  restarts = 0
  #keys = 0

  fresh(): FileRecord {
    return newRecord({ size: parts, sealedTo: recipient } as FileSeal, `key ${++this.#keys}`, 20)
  }

  /** All files side by side, in the order of `PartsUpload`: a part is handed out when its record is kept. */
  async send(batch: KeptBatch, until = parts): Promise<void> {
    await Promise.all(names.map((_, index) => this.#sendFile(batch, index, until)))
  }

  async #sendFile(batch: KeptBatch, index: number, until: number): Promise<void> {
    let record = batch.record(index) ?? this.fresh()
    while (record.sealedParts < until) {
      const n = record.sealedParts + 1
      const next = withSealedPart(record, n, `mark ${n}`, new Set())
      try {
        await batch.keep(index, next)
        record = next
      } catch {
        this.restarts++
        await batch.drop(index)
        record = this.fresh()
        continue
      }
      this.handedOut.set(record.uploadId, Math.max(n, this.handedOut.get(record.uploadId) ?? 0))
    }
    if (until === parts) await batch.ended([{ index, fileId: index + 1, sha256: 'hash' }])
  }
}

/** What a page that is opened now would go on with. */
async function foundBy(store: FaultyStore): Promise<FileRecord[]> {
  newPage()
  const next = store.reloaded()
  const found: FileRecord[] = []
  for (const { batchId } of await findKeptUploads(linkToken, next.use)) {
    const opened = await KeptBatch.open(batchId, next.use)
    found.push(...names.flatMap((_, index) => opened?.batch.record(index) ?? []))
  }
  return found
}

async function expectNoPartUncovered(store: FaultyStore, { handedOut }: Sender): Promise<void> {
  for (const { uploadId, sealedParts } of await foundBy(store)) {
    expect(sealedParts, uploadId).toBeGreaterThanOrEqual(handedOut.get(uploadId) ?? 0)
  }
}

async function begun(store: FaultyStore): Promise<KeptBatch> {
  newPage()
  return KeptBatch.begin(batchId, { linkToken, roots: [] }, names.map(file), store.use)
}

/** A batch of which each file has two parts sent, as another page left it. */
async function interrupted(sender: Sender): Promise<FaultyStore> {
  const store = new FaultyStore()
  const batch = await begun(store)
  await sender.send(batch, 2)
  newPage()
  return store
}

const manners: [string, (n: number) => Faults][] = [
  ['once', (n) => ({ fails: (at) => at === n })],
  ['once, though it was written', (n) => ({ fails: (at) => at === n, isWrittenAllTheSame: true })],
  ['twice in a row', (n) => ({ fails: (at) => at === n || at === n + 1 })],
  ['twice in a row, though it was written', (n) => ({ ...twice(n), isWrittenAllTheSame: true })],
  ['from then on', (n) => ({ fails: (at) => at >= n })],
  ['from then on, though it was written', (n) => ({ fails: (at) => at >= n, isWrittenAllTheSame: true })],
  ['every other time from then on', (n) => ({ fails: (at) => at >= n && (at - n) % 2 === 0 })],
]
const twice = (n: number): Faults => ({ fails: (at) => at === n || at === n + 1 })

/** More transactions than any run has. */
const atMost = 80

describe.each(manners)('a storage that fails %s', (_, faultsAt) => {
  const everyN = Array.from({ length: atMost }, (_, n) => n + 1)

  it('leaves no record of fewer parts than were sent with its key: in a new upload', async () => {
    for (const n of everyN) {
      const sender = new Sender()
      const store = new FaultyStore(faultsAt(n))
      const batch = await begun(store)
      await sender.send(batch, parts - 1)
      await expectNoPartUncovered(store, sender)
      await sender.send(batch)
      await expectNoPartUncovered(store, sender)
      await batch.finish().catch(() => undefined)
      await expectNoPartUncovered(store, sender)
      expect(store.transactions).toBeLessThan(atMost)
    }
  })

  it('and in one of before', async () => {
    let tried = 0
    for (const n of everyN) {
      const sender = new Sender()
      const store = (await interrupted(sender)).reloaded(faultsAt(n))
      const opened = await KeptBatch.open(batchId, store.use).catch(() => null)
      // What cannot be read is not gone on with.
      if (!opened) continue
      tried++
      await sender.send(opened.batch, parts - 1)
      await expectNoPartUncovered(store, sender)
      await opened.batch.drop(0)
      await sender.send(opened.batch)
      await expectNoPartUncovered(store, sender)
      await opened.batch.forget().catch(() => undefined)
      await expectNoPartUncovered(store, sender)
    }
    expect(tried).toBeGreaterThan(atMost / 2)
  })

  it('costs a file one more beginning at most, and no file its upload', async () => {
    for (const n of everyN) {
      const sender = new Sender()
      const store = new FaultyStore(faultsAt(n))
      const batch = await begun(store)
      await sender.send(batch)
      expect(sender.restarts).toBeLessThanOrEqual(names.length)
    }
  })
})

it('knows no record before the disk does: another worker may go on from it at any moment', async () => {
  const store = new FaultyStore()
  const batch = await begun(store)
  const kept = batch.keep(0, withSealedPart(new Sender().fresh(), 1, 'mark', new Set()))
  for (let turn = 0; turn < 20; turn++) {
    if (batch.record(0)) expect(store.rows.has(`record:${batchId}:0`)).toBe(true)
    await Promise.resolve()
  }
  await kept
  expect(batch.record(0)).toMatchObject({ sealedParts: 1 })
})

it('drops what is sealed to another recipient, and nothing else', async () => {
  const store = new FaultyStore()
  const sender = new Sender()
  const batch = await begun(store)
  const other = { ...sender.fresh(), seal: { sealedTo: 'another' } as FileSeal }
  await batch.keep(0, withSealedPart(other, 1, 'mark', new Set()))
  await batch.keep(1, withSealedPart(sender.fresh(), 1, 'mark', new Set()))
  await batch.dropSealedToOthers(recipient)
  expect(batch.record(0)).toBeUndefined()
  expect(batch.record(1)).toBeDefined()
  expect(await foundBy(store)).toHaveLength(1)
})
