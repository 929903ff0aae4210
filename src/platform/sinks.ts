/// <reference types="vite/client" />
import {
  copyTimeoutMs,
  privateFileLock,
  openedFilesFolder,
  sweepPrivateFiles,
} from '../../workers/protocol/leftovers.ts'
import {
  type JobLostMessage,
  pingIntervalMs,
  type StreamMessage,
} from '../../workers/protocol/streamedDownloads.ts'
import scriptUrl from '../../workers/streamWorker.ts?worker&url'
import type { OpenedSink } from '../../core/download/runDownload.ts'
import type { SinkEvent } from '../../core/download/types.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { PieceReceiver } from '../../core/open/transferPieces.ts'
import type { Bytes } from '../../core/ports.ts'
import { type DownloadJob, DownloadWorker } from './downloadWorker.ts'
import { sharedType } from './fileSharing.ts'
import { saveBlob } from './saveBlob.ts'
import { maxMemoryBytes, reservedQuotaBytes } from './savingCapacity.ts'

/** A way to save a download. @returns null if the browser lacks it or the download is too large */
export type DownloadSink = (
  download: DownloadJob,
  onEvent: (event: SinkEvent) => void,
) => Promise<OpenedSink | null>

/** Returns a sink that lets its worker open, resume and leave, apart from what it does itself. */
const sinkOf = (worker: DownloadWorker, own: Partial<OpenedSink>): OpenedSink => ({
  open: () => worker.open(),
  show: () => undefined,
  handOver: () => Promise.resolve(undefined),
  resume: () => worker.resume(),
  leave: () => worker.leave(),
  ...own,
})

/** Long enough to fetch the service worker for a first download. */
const startTimeoutMs = 20_000

/** The browser reads a Blob while it saves. */
const blobReadMs = 5 * 60_000

/** Scope of the streaming worker, below the script's own address, which contains the hash of its code. */
const scope = scriptUrl.replace(/\.js$/, '/')

/** The browser downloads from the service worker, which responds with a stream: nothing is buffered. */
export const serviceWorkerSink: DownloadSink = async (download, onEvent) => {
  if (!('serviceWorker' in navigator)) return null
  const worker = await startedInTime(streamingWorker())
  return worker && streamThrough(worker, download, onEvent)
}

/** Resolves to an active worker; fetches nothing if it is registered. @throws if registration is refused */
export async function streamingWorker(): Promise<ServiceWorker | null> {
  const registration = await navigator.serviceWorker.register(scriptUrl, { scope })
  const { active, installing, waiting } = registration
  const pending = installing ?? waiting
  if (active || !pending) return active
  return new Promise((resolve) => {
    pending.addEventListener('statechange', () => {
      if (pending.state === 'activated') resolve(pending)
      if (pending.state === 'redundant') resolve(null)
    })
  })
}

/** Resolves to null if a service worker does not start in time, or fails. */
function startedInTime<T>(starting: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), startTimeoutMs))
  return Promise.race([starting.catch(() => null), late])
}

function streamThrough(
  serviceWorker: ServiceWorker,
  download: DownloadJob,
  onEvent: (event: SinkEvent) => void,
): OpenedSink {
  const { id, filename, job } = download
  const send = (message: StreamMessage, transfer: Transferable[] = []) =>
    serviceWorker.postMessage(message, transfer)
  const frame = document.createElement('iframe')
  frame.hidden = true
  // A download never loads in its frame: a page that does is an error message.
  frame.addEventListener('load', () => onEvent({ type: 'not-started' }))

  const { port1, port2 } = new MessageChannel()
  const worker = new DownloadWorker(download, { kind: 'port', port: port1 }, onEvent)
  const ended = new AbortController()
  navigator.serviceWorker.addEventListener(
    'message',
    (event: MessageEvent<JobLostMessage | undefined>) => {
      if (event.data?.type === 'job-lost' && event.data.id === id) onEvent({ type: 'aborted' })
    },
    { signal: ended.signal },
  )
  const abandon = () => send({ type: 'abandon', id })
  // Once the page is gone no data follows: the browser must neither wait nor take the part for the whole.
  window.addEventListener('pagehide', abandon, { signal: ended.signal })
  const ping = setInterval(() => send({ type: 'ping', id }), pingIntervalMs)
  // The browser has all bytes once the last piece is taken: nothing is handed over.
  return sinkOf(worker, {
    open() {
      send({ type: 'download', id, filename, paced: job.paced }, [port2])
      worker.open()
    },
    show() {
      frame.src = scope + id
      document.body.append(frame)
    },
    leave() {
      ended.abort()
      clearInterval(ping)
      worker.leave()
      abandon()
      frame.remove()
    },
  })
}

/**
 * The origin-private file system: a worker writes a file there, and the browser saves a copy, so the disk
 * needs space for two. The first is removed after some minutes, or by a later page.
 */
export const privateFileSink: DownloadSink = async (download, onEvent) => {
  const opened = await openPrivateFile(download, onEvent)
  if (!opened) return null
  const { worker, getFile, remove, discard } = opened
  let removesOnLeave = true
  return sinkOf(worker, {
    async handOver() {
      saveBlob(await getFile(), download.filename, blobReadMs)
      removesOnLeave = false
      setTimeout(remove, copyTimeoutMs)
      return undefined
    },
    leave() {
      if (removesOnLeave) discard()
      else worker.leave()
    },
  })
}

/** Opens a download into a temporary file on the disk. Null if the browser or the quota does not allow it. */
async function openPrivateFile(...[download, onEvent]: Parameters<DownloadSink>) {
  const { id, bytes } = download
  const folder = await openPrivateFolder(bytes).catch(() => null)
  if (!folder) return null
  const unlock = await lockPrivateFile(id).catch(() => null)
  if (!unlock) return null
  // Leftovers must not prevent this download.
  await sweepPrivateFiles().catch(() => undefined)
  const worker = new DownloadWorker(download, { kind: 'private-file', name: id }, onEvent)
  // A later page removes what remains.
  const remove = () =>
    void folder
      .removeEntry(id)
      .catch(() => undefined)
      .finally(unlock)
  // Not before the worker has closed the file: until then the browser does not remove it.
  const discard = () => void worker.cleanUpAndLeave().then(remove)
  const getFile = async () => (await folder.getFileHandle(id)).getFile()
  return { worker, getFile, remove, discard }
}

/** Null if the quota is too small. @throws if there is no such file system */
async function openPrivateFolder(bytes: number): Promise<FileSystemDirectoryHandle | null> {
  // TypeScript's types assume the whole API.
  const handle = (globalThis as { FileSystemFileHandle?: { prototype: object } }).FileSystemFileHandle
  const root = await navigator.storage.getDirectory()
  if (!handle) return null
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  if (quota - usage < bytes + reservedQuotaBytes) return null
  return root.getDirectoryHandle(openedFilesFolder, { create: true })
}

/** Held while the file is needed, at most as long as the page lives. @throws if there are no locks */
function lockPrivateFile(id: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(privateFileLock(id), () => new Promise<void>((release) => resolve(release)))
      .catch(reject)
  })
}

/** Address at which vite.config.ts serves the page and worker of StreamSaver. */
const streamSaverFolder = '/save/'

/** StreamSaver's sink. Its page and service worker come from this server, not from a third party. */
export const streamSaverSink: DownloadSink = async (download, onEvent) => {
  // In Safari, StreamSaver buffers everything in memory, without bound.
  if ('safari' in window) return null
  const serviceWorker = await startedInTime(installStreamSaver())
  if (!serviceWorker) return null
  const { default: streamSaver } = await import('streamsaver')
  streamSaver.mitm = `${streamSaverFolder}mitm.html`
  let setWriter: (writer: WritableStreamDefaultWriter<Uint8Array>) => void = () => undefined
  const writer = new Promise<WritableStreamDefaultWriter<Uint8Array>>((resolve) => (setWriter = resolve))
  const take = async (piece: Uint8Array) => {
    const opened = await writer
    await opened.ready
    await opened.write(piece)
  }
  const worker = createPieceDownloadWorker(download, take, onEvent)
  const ping = setInterval(() => serviceWorker.postMessage('ping'), pingIntervalMs)
  return sinkOf(worker, {
    show(total) {
      const opened = streamSaver.createWriteStream(download.filename, { size: total }).getWriter()
      opened.closed.catch(() => onEvent({ type: 'aborted' }))
      setWriter(opened)
    },
    async handOver() {
      await (await writer).close()
      return undefined
    },
    leave() {
      clearInterval(ping)
      worker.leave()
      // No effect on a closed writer.
      void writer.then((opened) => opened.abort()).catch(() => undefined)
    },
  })
}

/** Resolves to StreamSaver's worker once active. @throws if it cannot be installed */
async function installStreamSaver(): Promise<ServiceWorker> {
  const { active, installing, waiting } = await navigator.serviceWorker.register(
    `${streamSaverFolder}sw.js`,
    { scope: streamSaverFolder },
  )
  const worker = active ?? installing ?? waiting
  if (!worker) throw new Error('no worker')
  while (worker.state !== 'activated') {
    if (worker.state === 'redundant') throw new Error('The worker could not be installed.')
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
  }
  return worker
}

export const memorySink: DownloadSink = (download, onEvent) => {
  if (download.bytes > maxMemoryBytes) return Promise.resolve(null)
  // Blobs, since the browser may move them to disk.
  const blobs: Blob[] = []
  const take = (piece: Bytes) => Promise.resolve(blobs.push(new Blob([piece])))
  const sink = sinkOf(createPieceDownloadWorker(download, take, onEvent), {
    handOver() {
      saveBlob(new Blob(blobs, { type: 'application/octet-stream' }), download.filename, blobReadMs)
      return Promise.resolve(undefined)
    },
  })
  return Promise.resolve(sink)
}

/** Makes a worker whose download passes its pieces to the page: each when the one before has been taken. */
function createPieceDownloadWorker(
  download: DownloadJob,
  take: (piece: Bytes) => Promise<unknown>,
  onEvent: (event: SinkEvent) => void,
): DownloadWorker {
  const { port1, port2 } = new MessageChannel()
  const receiver = new PieceReceiver(port1)
  const takeAll = async () => {
    for await (const piece of receiver.pieces()) {
      try {
        await take(piece)
      } catch {
        onEvent({ type: 'aborted' })
        return
      }
    }
  }
  // The worker reports its own failures.
  takeAll().catch(() => receiver.leave())
  return new DownloadWorker(download, { kind: 'port', port: port2 }, onEvent)
}

export const folderDownloadSink =
  (directory: FileSystemDirectoryHandle): DownloadSink =>
  (download, onEvent) => {
    const worker = new DownloadWorker(download, { kind: 'folder', directory }, onEvent)
    // The browser leaves an empty file in the folder until the whole file is written.
    return Promise.resolve(sinkOf(worker, { leave: () => void worker.cleanUpAndLeave() }))
  }

/** Time that a decrypted file waits for user activation, in milliseconds. */
const userActivationTimeoutMs = 10 * 60_000

/** Opens the system's share sheet with a temporary file, which is removed when the browser has passed it on. */
export const shareSink: DownloadSink = async (download, onEvent) => {
  const { filename } = download
  const opened = await openPrivateFile(download, onEvent)
  if (!opened) return null
  const { worker, getFile, discard } = opened
  let onUserActivation: () => void = () => worker.resume()
  let waiting: ReturnType<typeof setTimeout> | undefined
  let hasLeft = false
  return sinkOf(worker, {
    async handOver() {
      // The file on the disk is named after its job.
      const content = await getFile().catch(() => Promise.reject(notShared()))
      const file = new File([content], filename, { type: sharedType(filename) })
      let outcome = await openShareSheet(file)
      // Cancelled while the sheet was opening: nothing waits for a press any more.
      if (hasLeft) return 'declined'
      if (outcome === 'refused') {
        const activated = new Promise<ShareOutcome>((resolve) => {
          onUserActivation = () => resolve(openShareSheet(file))
          waiting = setTimeout(() => resolve('declined'), userActivationTimeoutMs)
        })
        onEvent({ type: 'blocker', blocker: 'user-activation' })
        outcome = await activated
      }
      if (outcome === 'refused') throw notShared()
      return outcome === 'declined' ? outcome : undefined
    },
    resume: () => onUserActivation(),
    leave() {
      hasLeft = true
      clearTimeout(waiting)
      discard()
    },
  })
}

const notShared = () => new FaultError(fault('not-shared'))

type ShareOutcome = 'shared' | 'declined' | 'refused'

/** Resolves to 'refused' if the last press is too long ago, or the type is not allowed. @throws FaultError 'not-shared' */
async function openShareSheet(file: File): Promise<ShareOutcome> {
  try {
    await navigator.share({ files: [file] })
    return 'shared'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : null
    if (name === 'AbortError') return 'declined'
    if (name === 'NotAllowedError' || name === 'InvalidStateError') return 'refused'
    throw notShared()
  }
}
