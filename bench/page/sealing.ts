import { chunkBytes } from '../../contract/limits.ts'
import { WorkerPool } from '../../src/platform/workerPool.ts'
import { initialPace } from '../../core/upload/pace.ts'
import { initialSizeLimit, partChunksFor as chunksOf } from '../../core/upload/sizeLimit.ts'
import type { HashResult } from './hash.worker.ts'
import type { SealThread } from './seal.worker.ts'

/** The product's own pool and sealing, hashing and sealing what was chosen; nothing is sent. Every call takes seconds. */

type Pool = WorkerPool<SealThread>

const poolOf = (size: number): Pool =>
  new WorkerPool<SealThread>({
    start: () => new Worker(new URL('./seal.worker.ts', import.meta.url), { type: 'module' }),
    size,
  })

const partChunks = chunksOf({ size: initialSizeLimit, pace: initialPace }, 0)
const recipient = crypto.subtle
  .generateKey(
    { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['encrypt', 'decrypt'],
  )
  .then(({ publicKey }) => publicKey)

function chosenFiles(): File[] {
  return [...(document.querySelector('input')?.files ?? [])]
}

async function seal(pool: Pool, file: File): Promise<void> {
  const key = await recipient
  await pool.lease((thread) => thread.sealWhole(file, key, partChunks))
}

/** Its threads are there and their code is compiled. */
async function warmUp(pool: Pool): Promise<Pool> {
  const file = new File([new Uint8Array(chunkBytes)], 'warm')
  await Promise.all(Array.from({ length: pool.size }, () => seal(pool, file)))
  return pool
}

async function timeSealing(pool: Pool, files: File[]): Promise<number> {
  await warmUp(pool)
  const began = performance.now()
  await Promise.all(files.map((file) => seal(pool, file)))
  const seconds = (performance.now() - began) / 1000
  pool.close()
  return seconds
}

const sealing = {
  cores: () => navigator.hardwareConcurrency,

  /** The first file. */
  withOneWorker: () => timeSealing(poolOf(1), chosenFiles().slice(0, 1)),

  /** All of them. */
  withPool: () => timeSealing(poolOf(Math.min(6, navigator.hardwareConcurrency + 1)), chosenFiles()),

  /** SHA-256 of the first file in a worker that does nothing else; what reading it takes is not counted. */
  hashAlone: async () => {
    const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
    const done = new Promise<MessageEvent<HashResult>>((resolve, reject) => {
      worker.onmessage = resolve
      worker.onerror = (event) => reject(new Error(event.message))
    })
    worker.postMessage(chosenFiles()[0])
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
