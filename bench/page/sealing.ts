import { type Remote, releaseProxy } from 'comlink'
import { chunkBytes } from '../../contract/limits.ts'
import { choosePartChunks } from '../../src/transfer/partsUpload.ts'
import { type UploadRemote, WorkerPool } from '../../src/transfer/workerPool.ts'
import type { FileSealer } from '../../workers/fileSealer.ts'
import type { HashDone } from './hash.worker.ts'

/** The product's own pool and workers, hashing and sealing what was chosen; nothing is sent. Every call takes seconds. */

const partChunks = choosePartChunks(undefined)
const recipient = crypto.subtle
  .generateKey(
    { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['encrypt', 'decrypt'],
  )
  .then(({ publicKey }) => publicKey)

function chosen(): File[] {
  return [...(document.querySelector('input')?.files ?? [])]
}

/** As an upload does it, part by part; a part that would be sent is dropped as soon as its hash is known. */
async function seal(pool: WorkerPool<UploadRemote>, file: File): Promise<void> {
  const key = await recipient
  await pool.lease(async (worker) => {
    const sealer = (await worker.openSealer(file, key, partChunks, {
      checkTypes: false,
    })) as unknown as Remote<FileSealer>
    const dropped: Promise<void>[] = []
    for (let n = 1; n <= Math.ceil(file.size / (partChunks * chunkBytes)); n++) {
      await sealer.sealPart(n)
      dropped.push(sealer.mark(n).then(() => sealer.dropPart(n)))
    }
    await Promise.all(dropped)
    await sealer.drop()
    sealer[releaseProxy]()
  })
}

/** Its threads are there and their code is compiled. */
async function warm(pool: WorkerPool<UploadRemote>): Promise<WorkerPool<UploadRemote>> {
  const file = new File([new Uint8Array(chunkBytes)], 'warm')
  await Promise.all(Array.from({ length: pool.size }, () => seal(pool, file)))
  return pool
}

async function timed(pool: WorkerPool<UploadRemote>, files: File[]): Promise<number> {
  await warm(pool)
  const began = performance.now()
  await Promise.all(files.map((file) => seal(pool, file)))
  const seconds = (performance.now() - began) / 1000
  pool.close()
  return seconds
}

const sealing = {
  cores: () => navigator.hardwareConcurrency,

  /** The first file. */
  withOneWorker: () => timed(WorkerPool.forUploads(1), chosen().slice(0, 1)),

  /** All of them. */
  withPool: () => timed(WorkerPool.forUploads(), chosen()),

  /** SHA-256 of the first file in a worker that does nothing else; what reading it takes is not counted. */
  hashAlone: async () => {
    const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
    const done = new Promise<MessageEvent<HashDone>>((resolve, reject) => {
      worker.onmessage = resolve
      worker.onerror = (event) => reject(new Error(event.message))
    })
    worker.postMessage(chosen()[0])
    const { data } = await done
    worker.terminate()
    return data.seconds
  },
}

declare global {
  interface Window {
    sealing: typeof sealing
  }
}
window.sealing = sealing
