import { availableParallelism } from 'node:os'
import type { SealingWorkers, SealingWorker } from '../../core/ports.ts'
import { sealingWorker } from '../../core/seal/sealingWorker.ts'
import type { UnitId } from '../../core/upload/state.ts'
import { sealingWorkerCount } from '../../core/seal/workerCount.ts'
import { NodeBodies } from './nodeBodies.ts'
import { type DiskFile, diskSource } from './diskSource.ts'
import { nodeHash } from './nodeHash.ts'
import type { ServerClient } from './serverClient.ts'
import { nodeVault } from './nodeVault.ts'

/** Returns a worker that seals files of this disk on this thread, and sends them to a server. */
export const createNodeSealingWorker = (server: ServerClient): SealingWorker<DiskFile> =>
  sealingWorker<DiskFile>({
    source: diskSource,
    beginHash: nodeHash,
    bodies: new NodeBodies(server),
    vault: nodeVault,
    // Node's garbage collector accounts for ArrayBuffer memory, so nothing is detached.
    detach: () => undefined,
  })

/** Workers in which one worker, on this thread, seals all units. @param size number of units at a time */
export function singleThreadWorkers<F>(
  worker: SealingWorker<F>,
  size = sealingWorkerCount(availableParallelism()),
): SealingWorkers<F> {
  const units = new Set<UnitId>()
  let isClosed = false
  const drop = (unit: UnitId) => {
    units.delete(unit)
    worker.drop(unit)
  }
  return {
    size,
    of: (unit) => {
      if (isClosed) return Promise.resolve(null)
      units.add(unit)
      return Promise.resolve(worker)
    },
    free: () => undefined,
    drop,
    stop: () => worker.stop(),
    onProgress: (listener) => worker.onProgress(listener),
    // The worker ends only with this process.
    onDeath: () => undefined,
    close: () => {
      isClosed = true
      worker.stop()
      for (const unit of units) drop(unit)
    },
  }
}
