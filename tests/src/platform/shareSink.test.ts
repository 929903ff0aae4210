import { expose } from 'comlink'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runDownload } from '../../../core/download/runDownload.ts'
import { fault } from '../../../core/faults/fault.ts'
import type { DownloadState, SinkEvent } from '../../../core/download/types.ts'
import { shareSink } from '../../../src/platform/sinks/shareSink.ts'

const minuteMs = 60_000

/** Files of the origin-private file system, and which of them a thread is writing. */
let privateFiles: Map<string, { isWritten: boolean }>
/** How often the sheet was opened. It takes nothing: the last press is always too long ago. */
let shownSheetCount: number
let sheetOpens: Promise<void>
let heldLocks: Set<string>
/** Opens a file until it is cancelled, or at once. */
let openingThread: { opens: boolean; dies: () => void }

/** In place of the constructor of threads: one that writes a file named 'job'. */
function OpeningThread() {
  const { port1, port2 } = new MessageChannel()
  let cancel: () => void = () => undefined
  let notify: (news: SinkEvent) => unknown = () => undefined
  expose(
    {
      holdLock: () => undefined,
      onEvent: (listener: typeof notify) => void (notify = listener),
      async open() {
        const file = { isWritten: true }
        privateFiles.set('job', file)
        await notify({ type: 'ready', total: 1 })
        if (!openingThread.opens) await new Promise<void>((resolve) => (cancel = resolve))
        // A browser takes a moment to release a file.
        await new Promise((resolve) => setImmediate(resolve))
        file.isWritten = false
        return openingThread.opens ? { type: 'opened', bytes: 1 } : { type: 'aborted' }
      },
      cancel: () => cancel(),
    },
    port1,
  )
  const end = () => {
    port1.close()
    for (const file of privateFiles.values()) file.isWritten = false
  }
  openingThread.dies = () => {
    end()
    port2.dispatchEvent(new Event('error'))
  }
  // The browser ends a thread some time later.
  return Object.assign(port2, { terminate: () => setImmediate(end) })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  privateFiles = new Map()
  shownSheetCount = 0
  sheetOpens = Promise.resolve()
  heldLocks = new Set()
  openingThread = { opens: true, dies: () => undefined }
  const folder = {
    getFileHandle: () => Promise.resolve({ getFile: () => Promise.resolve(new Blob(['a'])) }),
    removeEntry: (name: string) =>
      privateFiles.get(name)?.isWritten
        ? Promise.reject(new DOMException('', 'NoModificationAllowedError'))
        : Promise.resolve(void privateFiles.delete(name)),
  }
  vi.stubGlobal('FileSystemFileHandle', Object)
  vi.stubGlobal('ErrorEvent', class extends Event {})
  vi.stubGlobal('Worker', OpeningThread)
  vi.stubGlobal('navigator', {
    storage: {
      getDirectory: () => Promise.resolve({ getDirectoryHandle: () => Promise.resolve(folder) }),
      estimate: () => Promise.resolve({ quota: 2 ** 40, usage: 0 }),
    },
    locks: {
      // Of these, only the lock of the file takes no options.
      async request(name: string, held: unknown) {
        if (typeof held !== 'function') return new Promise(() => undefined)
        heldLocks.add(name)
        await (held as () => Promise<void>)()
        heldLocks.delete(name)
        return undefined
      },
    },
    async share() {
      shownSheetCount++
      await sheetOpens
      throw new DOMException('', 'NotAllowedError')
    },
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Lets messages between threads arrive. */
const passMacrotasks = async () => {
  for (let n = 0; n < 50; n++) await new Promise((resolve) => setImmediate(resolve))
}

async function startDownload() {
  const states: DownloadState[] = []
  const download = {
    id: 'job',
    filename: 'a.txt',
    bytes: 1,
    job: { kind: 'archive', hasNoBackpressure: false, compareSha256: false },
    entries: [],
  } as const
  const saving = runDownload(
    {
      sinks: ['share'],
      noSink: fault('no-sink'),
      openSink: (_, onEvent) => shareSink(download, onEvent),
      clock: { now: () => 0, wakeAt: () => undefined, onNetworkBack: () => () => undefined },
    },
    (state) => states.push(state),
  )
  await passMacrotasks()
  return { ...saving, end: () => states.at(-1)?.end ?? null }
}

describe('the temporary file of a shared file', () => {
  it('waits ten minutes for a press, and is removed without one', async () => {
    const { end } = await startDownload()
    expect(shownSheetCount).toBe(1)
    await vi.advanceTimersByTimeAsync(10 * minuteMs - 1)
    await passMacrotasks()
    expect(end()).toBeNull()
    expect([privateFiles.size, heldLocks.size]).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(1)
    await passMacrotasks()
    expect(end()).toEqual({ type: 'cancelled' })
    expect([privateFiles.size, heldLocks.size]).toEqual([0, 0])
    expect(shownSheetCount).toBe(1)
  })

  it('is removed when the download is cancelled in the middle', async () => {
    openingThread.opens = false
    const { cancel, end } = await startDownload()
    expect(privateFiles.get('job')?.isWritten).toBe(true)
    cancel()
    await passMacrotasks()
    expect(end()).toEqual({ type: 'cancelled' })
    expect([privateFiles.size, heldLocks.size]).toEqual([0, 0])
  })

  it('is waited for no longer when the download is cancelled while the sheet opens', async () => {
    let refuse: () => void = () => undefined
    sheetOpens = new Promise((resolve) => (refuse = resolve))
    const { cancel } = await startDownload()
    expect(shownSheetCount).toBe(1)
    cancel()
    await passMacrotasks()
    const timers = vi.getTimerCount()
    refuse()
    await passMacrotasks()
    expect(vi.getTimerCount()).toBe(timers)
    expect([privateFiles.size, heldLocks.size]).toEqual([0, 0])
  })

  it('is removed when its thread dies', async () => {
    openingThread.opens = false
    const { end } = await startDownload()
    openingThread.dies()
    await passMacrotasks()
    expect(end()).toMatchObject({ type: 'failed' })
    expect([privateFiles.size, heldLocks.size]).toEqual([0, 0])
  })
})
