import { expose } from 'comlink'
import { chunkBytes } from '../../contract/limits.ts'
import { LargeFileSealer } from '../../core/seal/largeFileSealer.ts'
import { blobSource } from '../../workers/blobSource.ts'
import { WorkerBodies } from '../../workers/workerBodies.ts'
import { browserVault } from '../../workers/browserVault.ts'
import { HashThread } from '../../workers/hashThread.ts'
import { detachBuffer } from '../../core/util/detachBuffer.ts'
import { holdLock } from '../../workers/holdLock.ts'

/** A sealing thread as the product has it, whose parts nobody sends. */
const hashes = new HashThread()
const bodies = new WorkerBodies()
const ports = {
  source: blobSource,
  beginHash: () => hashes.begin(),
  bodies,
  vault: browserVault,
  detach: detachBuffer,
}
const manifestDraft = { name: 'sample', path: '.', batch: 'sample', index: 0, count: 1 }

const thread = {
  holdLock,

  /** As an upload does it, part by part; a part that would be sent is dropped as soon as its hash is known. */
  async sealWhole(file: File, recipient: CryptoKey, partChunks: number): Promise<void> {
    const nothingMore = {
      checkTypes: false,
      originKey: null,
      linkTag: null,
      privateNames: false,
      answers: null,
    }
    const head = { recipient, batchId: manifestDraft.batch, ...nothingMore, manifestDraft, partChunks }
    const large = await LargeFileSealer.open(ports, file, head, null)
    const made: Promise<void>[] = []
    for (let n = 1; n <= Math.ceil(file.size / (partChunks * chunkBytes)); n++) {
      const part = large.make(n, { checkpoint: null, isWanted: true, isNew: true })
      made.push(part.then(() => large.dropPart(n)))
      // Four are ordered ahead: none waits for the page.
      await made.at(-4)
    }
    await Promise.all(made)
    large.drop()
  },
}

export type SealThread = typeof thread
expose(thread)
