import { expose } from 'comlink'
import type { SealThread } from './shared/threads.ts'
import { sealingWorker } from '../core/seal/sealingWorker.ts'
import { benchmarks } from '../core/seal/benchmarks.ts'
import { blobSource, readTogether } from './blobSource.ts'
import { WorkerBodies } from './workerBodies.ts'
import { browserVault } from './browserVault.ts'
import { HashThread } from './hashThread.ts'
import { detachBuffer } from '../core/util/detachBuffer.ts'
import { holdLock } from './holdLock.ts'
import { restrictScriptUrls } from './shared/trustedTypes.ts'

restrictScriptUrls()

// This thread has no logic of its own, so that tests need no worker.
const hashes = new HashThread()
const bodies = new WorkerBodies()
const thread: SealThread = {
  ...sealingWorker<File>({
    source: blobSource,
    readTogether,
    beginHash: () => hashes.begin(),
    bodies,
    vault: browserVault,
    detach: detachBuffer,
  }),
  ...benchmarks(bodies),
  holdLock,
  warmUp: () => hashes.warmUp(),
}
expose(thread)
