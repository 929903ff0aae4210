import { availableParallelism } from 'node:os'
import type { Benches, SealingBench } from '../../core/ports.ts'
import { sealingBench } from '../../core/seal/bench.ts'
import type { UnitId } from '../../core/upload/state.ts'
import { NodeBodies } from './bodies.ts'
import { type DiskFile, diskSource } from './diskSource.ts'
import { nodeHash } from './hash.ts'
import type { Server } from './server.ts'
import { nodeVault } from './vault.ts'

/** Files of this disk, sealed on this thread and sent to one server. */
export const nodeBench = (server: Server): SealingBench<DiskFile> =>
  sealingBench<DiskFile>({
    source: diskSource,
    beginHash: nodeHash,
    bodies: new NodeBodies(server),
    vault: nodeVault,
    // Buffers count for the collector of Node.
    letGo: () => undefined,
  })

/** One bench on this thread for all units: Web Crypto and the disk have threads of their own. */
export function nodeBenches<F>(
  bench: SealingBench<F>,
  size = Math.min(6, availableParallelism() + 1),
): Benches<F> {
  const units = new Set<UnitId>()
  let isClosed = false
  const drop = (unit: UnitId) => {
    units.delete(unit)
    bench.drop(unit)
  }
  return {
    size,
    of: (unit) => {
      if (isClosed) return Promise.resolve(null)
      units.add(unit)
      return Promise.resolve(bench)
    },
    drop,
    stop: () => bench.stop(),
    onLeft: (hear) => bench.attend(hear),
    // It dies with this process only.
    onDeath: () => undefined,
    close: () => {
      isClosed = true
      bench.stop()
      for (const unit of units) drop(unit)
    },
  }
}
