import type { JournalRecord, Durability } from '../../../../core/upload/state.ts'

/** What a disk keeps of a batch, whatever becomes of the page. */
export class ModelDisk {
  readonly records = new Map<number, JournalRecord>()
  readonly ended = new Map<number, string>()
  /** Every record that was ever written, the latest last. */
  readonly #written: [index: number, record: JournalRecord][] = []
  /** Without it a page that is opened now finds no batch. */
  hasHead = true
  #writes = 0
  readonly #failsFrom: number
  #removalsThatFail: number

  /** @param failsFrom the write that fails, and all after it @param removalsThatFail of the head, the first so many */
  constructor(failsFrom: number, removalsThatFail: number) {
    this.#failsFrom = failsFrom
    this.#removalsThatFail = removalsThatFail
  }

  write(change: () => void): boolean {
    if (++this.#writes >= this.#failsFrom) return false
    change()
    return true
  }

  writeRecord(index: number, record: JournalRecord) {
    this.records.set(index, record)
    this.#written.push([index, record])
  }

  /** What was written lately is gone, as after a power cut of a disk that lies: an older record of an upload is back. */
  rollBack(uploadId: string, knowsTooLittle: (record: JournalRecord) => boolean): boolean {
    const older = this.#written.findLast(
      ([, record]) => record.uploadId === uploadId && knowsTooLittle(record),
    )
    if (older) this.records.set(...older)
    return older !== undefined
  }

  removeHead() {
    if (this.#removalsThatFail-- <= 0) this.hasHead = false
  }
}

/** The journal of one page over that disk: what cannot be written is kept in memory alone from then on. */
export class ModelJournal {
  /** What this page may still go on with. */
  readonly memory: Map<number, JournalRecord>
  readonly #disk: ModelDisk
  #isKept = true
  readonly #mayBeKnown: Set<string>

  constructor(disk: ModelDisk) {
    this.#disk = disk
    this.memory = new Map(disk.records)
    this.#mayBeKnown = new Set([...disk.records.values()].map(({ uploadId }) => uploadId))
  }

  writeRecord(index: number, record: JournalRecord): Durability {
    if (this.#isKept) this.#mayBeKnown.add(record.uploadId)
    if (!this.#isKept || !this.#write(() => this.#disk.writeRecord(index, record))) {
      if (this.#disk.hasHead) this.#disk.removeHead()
      if (this.#disk.hasHead && this.#mayBeKnown.has(record.uploadId)) return 'unsafe'
    }
    this.memory.set(index, record)
    return this.#isKept ? 'durable' : 'memory'
  }

  removeRecord(index: number) {
    this.memory.delete(index)
    if (this.#isKept) this.#write(() => this.#disk.records.delete(index))
  }

  end(index: number, hash: string) {
    this.memory.delete(index)
    const isWritten =
      this.#isKept &&
      this.#write(() => {
        this.#disk.ended.set(index, hash)
        this.#disk.records.delete(index)
      })
    if (!isWritten && this.#disk.hasHead) this.#disk.removeHead()
  }

  #write(change: () => void): boolean {
    return (this.#isKept = this.#disk.write(change))
  }
}
