import type { OriginKey } from '../../core/crypto/index.ts'
import type { UploadEvent } from '../../core/upload/messages.ts'
import { runUpload } from '../../core/upload/run.ts'
import type { Plan } from '../../core/upload/state.ts'
import type { UploadCalls, UploadPorts } from '../../core/ports.ts'
import { clockOf } from '../../core/util/clock.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodes } from '../exitCodes.ts'
import { createNodeSealingWorker, singleThreadWorkers } from '../platform/sealingWorkers.ts'
import type { DiskFile } from '../platform/diskSource.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import type { SendBatch } from './batch.ts'
import type { SentFile } from './partition.ts'
import { IdleTimeout } from './idleTimeout.ts'
import type { SendProgress } from './sendProgress.ts'

/** Shared by all batches of a run. */
export interface SendContext {
  readonly context: Context
  readonly server: ServerClient
  readonly calls: UploadCalls
  readonly recipient: CryptoKey
  readonly originKey: OriginKey | null
  readonly checkTypes: boolean
  readonly progress: SendProgress
  /** Passes a gate that has closed. @throws CommandError */
  readonly passGates: () => Promise<unknown>
  /** How long to wait for a lost network. */
  readonly idleTimeoutMs: number
}

/**
 * Resolves when all files have ended; the batch's storage stays until `finish`.
 * @returns files that were stored in an earlier state: their index in the batch is taken
 * @throws CommandError if it cannot continue; the reason of the context's signal
 */
export async function sendBatch(batch: SendBatch, sending: SendContext): Promise<SentFile[]> {
  const { context, server, progress } = sending
  const { report, signal } = context
  signal.throwIfAborted()
  let stop: (reason: unknown) => void = () => undefined
  const stopped = new Promise<never>((_, reject) => (stop = reject))
  const onAbort = () => stop(signal.reason)
  signal.addEventListener('abort', onAbort)
  const idleTimeout = new IdleTimeout(sending.idleTimeoutMs, () => stop(timeoutStop(sending.idleTimeoutMs)))
  const workers = singleThreadWorkers(createNodeSealingWorker(server))
  const changed: SentFile[] = []

  const stopIfUntrusted = () => {
    try {
      server.expectTrusted()
    } catch (error) {
      stop(error)
    }
  }

  const onEvent = (event: UploadEvent) => {
    switch (event.type) {
      case 'progressed':
        idleTimeout.broken()
        progress.progressed(at(batch, event.file), event.bytes)
        break
      case 'stored': {
        const one = at(batch, event.file)
        progress.stored(one, {
          ...namesOf(one),
          size: one.file.size,
          fileHash: event.hash,
          fileId: event.fileId,
        })
        break
      }
      case 'failed': {
        const one = at(batch, event.file)
        if (event.fault.code === 'stored-otherwise') changed.push(one)
        else progress.failed(one, event.fault)
        break
      }
      case 'connection':
        if (event.isLost) {
          stopIfUntrusted()
          idleTimeout.begin()
          report.emit({ event: 'wait', message: 'The server does not answer. It is tried again and again.' })
        } else {
          idleTimeout.end()
          report.emit({ event: 'resume', message: 'The server answers again.' })
        }
        break
      case 'gate':
        if (event.isClosed) sending.passGates().then(() => run.passGate(), stop)
    }
  }
  const run = runUpload(planOf(batch, workers.size), portsOf(batch, sending, workers), onEvent)
  try {
    await Promise.race([run.ended, stopped, server.storage.refused])
    return changed
  } finally {
    run.leave()
    idleTimeout.end()
    signal.removeEventListener('abort', onAbort)
  }
}

function planOf(batch: SendBatch, threads: number): Plan {
  const { files } = batch
  const records = files.flatMap(({ index }, planIndex) => {
    const its = batch.record(index)
    return its ? [[planIndex, its] as const] : []
  })
  return {
    files: files.map(({ index, file }) => ({ index, size: file.size })),
    records: new Map(records),
    threads,
  }
}

function portsOf(
  batch: SendBatch,
  { calls, recipient, checkTypes, originKey }: SendContext,
  workers: UploadPorts<DiskFile>['workers'],
): UploadPorts<DiskFile> {
  const { batchId, count, journal, answers } = batch
  return {
    ...{ workers, calls, journal },
    // Node has no 'online' event: pauses grow to their maximum.
    clock: clockOf(),
    settings: { recipient, batchId, checkTypes, originKey, answers },
    file: (planIndex) => at(batch, planIndex).file,
    manifestEntry: (planIndex) => {
      const { name, folder, index } = at(batch, planIndex)
      return { name, path: folder, batch: batchId, index, count }
    },
  }
}

const namesOf = ({ name, folder }: SentFile) => ({ name, relativePath: folder })

/** The engine uses only indexes of its plan. */
function at({ files }: SendBatch, planIndex: number): SentFile {
  const one = files[planIndex]
  if (!one) throw new Error('A file was named that is not being sent.')
  return one
}

const timeoutStop = (milliseconds: number) =>
  new CommandError(
    exitCodes.network,
    `The server has not answered for ${Math.round(milliseconds / 60_000)} minutes.`,
  )
