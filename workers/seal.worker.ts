import { expose } from 'comlink'
import type { SealThread } from '../src/transfer/browser/threads.ts'
import { sealingBench } from '../src/transfer/seal/bench.ts'
import { measuring } from '../src/transfer/seal/measure.ts'
import { blobSource } from './blobSource.ts'
import { WorkerBodies } from './bodies.ts'
import { browserVault } from './browserVault.ts'
import { HashThread } from './hashThread.ts'
import { letGo } from '../src/transfer/letGo.ts'
import { holdLock } from './signOfLife.ts'

/** Logic-free on purpose: every function lives elsewhere, so that tests need no worker. */
const hashes = new HashThread()
const bodies = new WorkerBodies()
const thread: SealThread = {
  ...sealingBench<File>({
    source: blobSource,
    beginHash: () => hashes.begin(),
    bodies,
    vault: browserVault,
    letGo,
  }),
  ...measuring(bodies),
  holdLock,
}
expose(thread)
