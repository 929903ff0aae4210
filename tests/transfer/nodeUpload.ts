import { join } from 'node:path'
import { BatchFolder } from '../../cli/platform/batchFolder.ts'
import { createNodeSealingWorker, singleThreadWorkers } from '../../cli/platform/nodeSealingWorkers.ts'
import { nodeUploadCalls } from '../../cli/platform/nodeUploadCalls.ts'
import { createClock } from '../../core/util/clock.ts'
import { type DiskFile, statDiskFile, baseNameOf, pathKey } from '../../cli/platform/diskSource.ts'
import { ServerClient } from '../../cli/platform/serverClient.ts'
import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import { fromBase64, importRecipientKey, type SealedAnswers } from '../../core/crypto/index.ts'
import type { UploadPorts } from '../../core/ports.ts'
import type { UploadEvent } from '../../core/upload/messages.ts'
import { BatchJournal } from '../../core/upload/batchJournal.ts'
import { runUpload, type UploadRun } from '../../core/upload/runUpload.ts'
import type { UploadPlan } from '../../core/upload/state.ts'

export interface Batch {
  readonly origin: string
  readonly linkToken: string
  /** SPKI, base64. */
  readonly recipientKey: string
  /** base64url of 16 bytes */
  readonly batchId: string
  readonly paths: readonly string[]
  readonly stateDirectory: string
  /** What its sender answers, where it is begun. */
  readonly answers?: SealedAnswers
}

/** A batch under way in this process: the ports of Node, and nothing of a browser. */
export interface NodeUpload {
  readonly run: UploadRun
  readonly server: ServerClient
  readonly events: UploadEvent[]
  /** Of files that were stored, the names. */
  stored: () => string[]
  /** By name, why. */
  failed: () => Record<string, string>
  /** Resolves when the machine is over, and what the journal had to do is done. */
  over: () => Promise<void>
  /** As if its process were gone: what it had on its way breaks off, the journal stays. */
  leave: () => Promise<void>
}

/** Begins a batch, or goes on with what the state directory has of it. */
export async function startNodeUpload(batch: Batch, threads = 4): Promise<NodeUpload> {
  const { origin, linkToken, batchId, paths, stateDirectory } = batch
  const server = new ServerClient(origin)
  // Its answer brings the token.
  await server.exchange({ method: 'GET', url: callUrl(addresses.getUploadStatus, { link_token: linkToken }) })
  const all = await Promise.all(paths.map((path) => statDiskFile(path)))
  const folder = (await BatchFolder.open(stateDirectory, batchId)) ?? (await beginFolder(batch, all))
  const journal = new BatchJournal(folder, folder)
  const ended = new Set(folder.completed.map(({ index }) => index))
  const planned = all.map((file, index) => ({ file, index })).filter(({ index }) => !ended.has(index))
  const plan: UploadPlan = {
    files: planned.map(({ file, index }) => ({ index, size: file.size })),
    records: new Map(
      planned.flatMap(({ index }, place) => {
        const record = folder.records.get(index)
        return record ? [[place, record] as const] : []
      }),
    ),
    threads,
  }
  const at = (place: number) => {
    const one = planned[place]
    if (!one) throw new Error(`There is no file ${place}.`)
    return one
  }
  const recipient = await importRecipientKey(fromBase64(batch.recipientKey))
  const nameOf = (place: number) => baseNameOf(at(place).file.path)
  const ports: UploadPorts<DiskFile> = {
    workers: singleThreadWorkers(createNodeSealingWorker(server), threads),
    settings: {
      recipient,
      batchId,
      checkTypes: false,
      originKey: null,
      linkTag: null,
      privateNames: false,
      answers: folder.head.answers ?? null,
    },
    file: (place) => at(place).file,
    manifestDraft: (place) => ({
      ...{ name: nameOf(place), path: '.', batch: batchId },
      ...{ index: at(place).index, count: paths.length },
    }),
    calls: nodeUploadCalls(server, linkToken),
    journal,
    clock: createClock(),
  }
  const events: UploadEvent[] = []
  const run = runUpload(plan, ports, (event) => events.push(event))
  return {
    ...{ run, server, events },
    stored: () => events.flatMap((event) => (event.type === 'stored' ? [nameOf(event.file)] : [])).sort(),
    failed: () =>
      Object.fromEntries(
        events.flatMap((event) => (event.type === 'failed' ? [[nameOf(event.file), event.fault.code]] : [])),
      ),
    over: async () => {
      await run.ended
      await journal.release()
      server.close()
    },
    leave: async () => {
      run.leave()
      await journal.release()
      server.close()
    },
  }
}

const beginFolder = (batch: Batch, files: readonly DiskFile[]): Promise<BatchFolder> =>
  BatchFolder.create(batch.stateDirectory, batch.batchId, {
    origin: batch.origin,
    linkToken: batch.linkToken,
    recipient: '',
    begun: Date.now(),
    files: files.map(({ path, size, modified }) => ({
      ...{ path: pathKey(path), name: baseNameOf(path), folder: '.', size },
      modified: String(modified),
    })),
    answers: batch.answers,
  })

export const stateDirectoryIn = (folder: string): string => join(folder, 'state')
