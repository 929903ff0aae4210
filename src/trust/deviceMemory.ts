import { createStore, get, update } from 'idb-keyval'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { type DeviceMemory, type DeviceRecord, emptyRecord } from '../../core/trust/ports.ts'

type Change = (record: DeviceRecord) => DeviceRecord

/** In IndexedDB, and it stays at sign-out: what a device has seen once is what tells it that it is shown less. */
export function inIndexedDb(): DeviceMemory {
  const store = createStore('sealpost-trust', 'people')
  return {
    read: async (fp) => (await get<DeviceRecord>(fp, store)) ?? null,
    update: (fp, change) => update<DeviceRecord>(fp, (record) => change(record ?? emptyRecord), store),
  }
}

/**
 * A memory that outlives errors of its storage: what this page has read or written stands, whatever the storage says
 * later, and what could not be written is written with what comes next.
 * @param open the storage, once more after each error
 * @param tellAbsent told once, where the browser stores nothing at all: it is remembered as long as the page lives
 * @throws FaultError 'device-memory' from what it gives, where the storage is there and cannot be read for the first time
 */
export function deviceMemory(open: () => DeviceMemory, tellAbsent: () => void): DeviceMemory {
  let storage = open()
  /** As this page has read or written them last. */
  const known = new Map<string, DeviceRecord | null>()
  const unwritten = new Map<string, readonly Change[]>()
  /** One after the other, so that what is written late is in its order. */
  let turn: Promise<unknown> = Promise.resolve()

  async function tried<T>(work: (storage: DeviceMemory) => Promise<T>): Promise<T> {
    try {
      return await work(storage)
    } catch {
      storage = open()
    }
    try {
      return await work(storage)
    } catch (error) {
      if (known.size > 0 || !isAbsent(error)) throw error
      tellAbsent()
      open = inPage
      storage = open()
      return work(storage)
    }
  }

  async function write(fp: string, changes: readonly Change[]): Promise<void> {
    const changed = (record: DeviceRecord) => changes.reduce((one, change) => change(one), record)
    let written = emptyRecord
    try {
      await tried((one) =>
        // What the storage has lost while this page was open is not forgotten with it.
        one.update(
          fp,
          (record) => (written = changed(record === emptyRecord ? (known.get(fp) ?? record) : record)),
        ),
      )
      unwritten.delete(fp)
    } catch (error) {
      if (!known.has(fp)) throw unreadable(error)
      written = (changes.at(-1) ?? same)(known.get(fp) ?? emptyRecord)
      unwritten.set(fp, changes)
    }
    known.set(fp, written)
  }

  async function read(fp: string): Promise<DeviceRecord | null> {
    const late = unwritten.get(fp)
    if (late) await write(fp, [...late, same])
    else
      try {
        const record = await tried((one) => one.read(fp))
        known.set(fp, record ?? known.get(fp) ?? null)
      } catch (error) {
        if (!known.has(fp)) throw unreadable(error)
      }
    return known.get(fp) ?? null
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  return {
    read: (fp) => inTurn(() => read(fp)),
    update: (fp, change) => inTurn(() => write(fp, [...(unwritten.get(fp) ?? []), change])),
  }
}

const same: Change = (record) => record

function inPage(): DeviceMemory {
  const records = new Map<string, DeviceRecord>()
  return {
    read: (fp) => Promise.resolve(records.get(fp) ?? null),
    update: (fp, change) => Promise.resolve(void records.set(fp, change(records.get(fp) ?? emptyRecord))),
  }
}

/** There is no IndexedDB, or the browser keeps pages from it, as some private windows do. */
const isAbsent = (error: unknown): boolean =>
  error instanceof ReferenceError ||
  (error instanceof DOMException && (error.name === 'SecurityError' || error.name === 'InvalidStateError'))

const unreadable = (cause: unknown) => new FaultError(fault('device-memory'), { cause })
