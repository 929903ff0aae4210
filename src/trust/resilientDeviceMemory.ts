import { createStore, get, update } from 'idb-keyval'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { type DeviceMemory, type DeviceRecord, emptyDeviceRecord } from '../../core/trust/trustPorts.ts'

type Change = (record: DeviceRecord) => DeviceRecord

/** Stored in IndexedDB, also after sign-out: it lets a device detect that the server withholds something. */
export function indexedDbMemory(): DeviceMemory {
  const store = createStore('sealpost-trust', 'people')
  return {
    read: async (fp) => (await get<DeviceRecord>(fp, store)) ?? null,
    update: (fp, change) => update<DeviceRecord>(fp, (record) => change(record ?? emptyDeviceRecord), store),
  }
}

/**
 * Wraps a storage so that it survives errors: records that this page has read or written stay valid, and
 * failed writes are repeated with the next one.
 * @param open opens the storage, again after each error
 * @param onAbsent called once if the browser stores nothing at all: records then last as long as the page
 * @throws FaultError 'device-memory' from its methods, if the storage exists but cannot be read the first
 * time
 */
export function resilientDeviceMemory(open: () => DeviceMemory, onAbsent: () => void): DeviceMemory {
  let storage = open()
  /** Records as last read or written by this page. */
  const cachedRecords = new Map<string, DeviceRecord | null>()
  const unwritten = new Map<string, readonly Change[]>()
  let queueTail: Promise<unknown> = Promise.resolve()

  async function withRetry<T>(work: (storage: DeviceMemory) => Promise<T>): Promise<T> {
    try {
      return await work(storage)
    } catch {
      storage = open()
    }
    try {
      return await work(storage)
    } catch (error) {
      if (cachedRecords.size > 0 || !isAbsent(error)) throw error
      onAbsent()
      open = pageMemory
      storage = open()
      return work(storage)
    }
  }

  async function write(fp: string, changes: readonly Change[]): Promise<void> {
    const changed = (record: DeviceRecord) => changes.reduce((one, change) => change(one), record)
    let written = emptyDeviceRecord
    try {
      await withRetry((one) =>
        // If the storage was lost while this page was open, its known record is written again.
        one.update(
          fp,
          (record) =>
            (written = changed(record === emptyDeviceRecord ? (cachedRecords.get(fp) ?? record) : record)),
        ),
      )
      unwritten.delete(fp)
    } catch (error) {
      if (!cachedRecords.has(fp)) throw unreadable(error)
      written = (changes.at(-1) ?? unchanged)(cachedRecords.get(fp) ?? emptyDeviceRecord)
      unwritten.set(fp, changes)
    }
    cachedRecords.set(fp, written)
  }

  async function read(fp: string): Promise<DeviceRecord | null> {
    const pending = unwritten.get(fp)
    if (pending) await write(fp, [...pending, unchanged])
    else
      try {
        const record = await withRetry((one) => one.read(fp))
        cachedRecords.set(fp, record ?? cachedRecords.get(fp) ?? null)
      } catch (error) {
        if (!cachedRecords.has(fp)) throw unreadable(error)
      }
    return cachedRecords.get(fp) ?? null
  }

  function runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = queueTail.then(work)
    queueTail = result.catch(() => undefined)
    return result
  }

  return {
    read: (fp) => runExclusive(() => read(fp)),
    update: (fp, change) => runExclusive(() => write(fp, [...(unwritten.get(fp) ?? []), change])),
  }
}

const unchanged: Change = (record) => record

function pageMemory(): DeviceMemory {
  const records = new Map<string, DeviceRecord>()
  return {
    read: (fp) => Promise.resolve(records.get(fp) ?? null),
    update: (fp, change) =>
      Promise.resolve(void records.set(fp, change(records.get(fp) ?? emptyDeviceRecord))),
  }
}

/** True if there is no IndexedDB, or the browser blocks it, as some private windows do. */
const isAbsent = (error: unknown): boolean =>
  error instanceof ReferenceError ||
  (error instanceof DOMException && (error.name === 'SecurityError' || error.name === 'InvalidStateError'))

const unreadable = (cause: unknown) => new FaultError(fault('device-memory'), { cause })
