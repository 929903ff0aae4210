import { assertDefined } from '../../contract/assertDefined.ts'
import type { OriginKey } from '../../core/crypto/index.ts'
import type { UploadEvent } from '../../core/upload/messages.ts'
import type { ServerState } from '../../core/faults/otherAnswer.ts'
import { runUpload } from '../../core/upload/runUpload.ts'
import type { UploadPlan } from '../../core/upload/state.ts'
import type { UploadCalls, UploadPorts } from '../../core/ports.ts'
import { storedAs } from '../../core/upload/storedAs.ts'
import { createClock } from '../../core/util/clock.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodes } from '../exitCodes.ts'
import { createNodeSealingWorker, singleThreadWorkers } from '../platform/nodeSealingWorkers.ts'
import type { DiskFile } from '../platform/diskSource.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import type { OutgoingBatch } from './outgoingBatch.ts'
import type { BatchFile } from './assignToBatches.ts'
import type { SendProgress } from './sendProgress.ts'
import { countText } from '../texts.ts'

/** Shared by all batches of a run. */
export interface SendContext {
  readonly context: Context
  readonly server: ServerClient
  readonly calls: UploadCalls
  readonly recipient: CryptoKey
  readonly originKey: OriginKey | null
  /** b64u(t) of the upload link, never from a response. */
  readonly linkTag: string
  readonly checkTypes: boolean
  /** True if the server must not learn names, by the link or by its own word. */
  readonly privateNames: boolean
  readonly progress: SendProgress
  /** Passes a gate that has closed again. @throws CommandError */
  readonly passGates: () => Promise<unknown>
  readonly idleTimeoutMs: number
}

/**
 * Sends a batch, and resolves when all its files are done or failed. Its stored state stays until `finish`.
 * @returns files that the server stored in an earlier state. They need another index: theirs is taken
 * @throws CommandError if it cannot continue; the reason of the context's signal
 */
export async function sendBatch(batch: OutgoingBatch, sending: SendContext): Promise<BatchFile[]> {
  const { context, server, progress, idleTimeoutMs } = sending
  const { report, signal } = context
  signal.throwIfAborted()
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>()
  const onAbort = () => stop(signal.reason)
  signal.addEventListener('abort', onAbort)
  /** Runs while the server does not answer, or something else answers in its place. */
  let idleTimer: NodeJS.Timeout | undefined
  const clearIdleTimer = () => {
    clearTimeout(idleTimer)
    idleTimer = undefined
  }
  const workers = singleThreadWorkers(createNodeSealingWorker(server))
  const changed: BatchFile[] = []

  const onEvent = (event: UploadEvent) => {
    switch (event.type) {
      case 'progressed':
        progress.progressed(fileAt(batch, event.file), event.bytes)
        break
      case 'stored': {
        const batchFile = fileAt(batch, event.file)
        const { name, folder: relativePath, file } = batchFile
        const sent = { name, relativePath, size: file.size, fileHash: event.hash }
        progress.stored(batchFile, { ...sent, ...storedAs(event), receivedAt: Date.now() })
        break
      }
      case 'failed': {
        const batchFile = fileAt(batch, event.file)
        if (event.fault.code === 'stored-otherwise') changed.push(batchFile)
        else progress.failed(batchFile, event.fault)
        break
      }
      case 'connection':
        if (event.server === 'reachable') {
          clearIdleTimer()
          report.emit({ event: 'resume', message: 'The server answers again.' })
        } else {
          if (server.connectionError) stop(server.connectionError)
          idleTimer ??= setTimeout(() => stop(timeoutError(idleTimeoutMs)), idleTimeoutMs)
          report.emit({ event: 'wait', message: waitTexts[event.server] })
        }
        break
      case 'gate':
        if (event.isClosed) sending.passGates().then(() => run.passGate(), stop)
    }
  }
  const run = runUpload(planOf(batch, workers.size), portsOf(batch, sending, workers), onEvent)
  try {
    await Promise.race([run.ended, stopped, server.storeGuard.refusal])
    return changed
  } finally {
    run.leave()
    clearIdleTimer()
    signal.removeEventListener('abort', onAbort)
  }
}

function planOf(batch: OutgoingBatch, threads: number): UploadPlan {
  const { files } = batch
  const records = files.flatMap(({ index }, planIndex) => {
    const record = batch.record(index)
    return record ? [[planIndex, record] as const] : []
  })
  return {
    files: files.map(({ index, file }) => ({ index, size: file.size })),
    records: new Map(records),
    threads,
  }
}

function portsOf(
  batch: OutgoingBatch,
  { calls, recipient, checkTypes, originKey, linkTag, privateNames }: SendContext,
  workers: UploadPorts<DiskFile>['workers'],
): UploadPorts<DiskFile> {
  const { batchId, fileCount, journal, answers } = batch
  return {
    ...{ workers, calls, journal },
    // Node has no 'online' event: pauses grow to their maximum.
    clock: createClock(),
    settings: {
      ...{ recipient, batchId, checkTypes, originKey, linkTag, answers },
      privateNames: privateNames || batch.privateNames,
    },
    file: (planIndex) => fileAt(batch, planIndex).file,
    manifestDraft: (planIndex) => {
      const { name, folder, index, isText } = fileAt(batch, planIndex)
      return { name, path: folder, batch: batchId, index, count: fileCount, ...(isText && { text: 1 }) }
    },
  }
}

const fileAt = ({ files }: OutgoingBatch, planIndex: number): BatchFile => assertDefined(files[planIndex])

const waitTexts = {
  unreachable: 'The server does not answer. Trying again.',
  replaced: 'Something else answers in place of the server, such as a proxy. Trying again.',
} as const satisfies Partial<Record<ServerState, string>>

const timeoutError = (milliseconds: number) =>
  new CommandError(
    exitCodes.network,
    `The server has not answered for ${countText(Math.round(milliseconds / 60_000), 'minute')}.`,
  )
