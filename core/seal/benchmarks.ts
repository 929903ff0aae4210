import { chunkBytes } from '../../contract/limits.ts'
import { type Bytes, chunkSealer, createContentHash, generateFileKey, randomBytes } from '../crypto/index.ts'
import type { Bodies, RawResponse, RequestHead } from '../ports.ts'

/** Measures steps of an upload on this machine, one at a time. */
export interface Benchmarks {
  /** Return bytes per second. */
  measureHash(): Promise<number>
  measureSeal(): Promise<number>
  /** Sends `bytes` random bytes like a sealed part; `bytesSent` is the number of bytes sent. */
  sendSample(request: RequestHead, bytes: number): Promise<{ response: RawResponse; bytesSent: number }>
}

const measureMs = 1000
/** Number of chunks sealed concurrently, about as in an upload. */
const chunksAtOnce = 8
/** Length of a file that cannot be sealed in the time: 16 GiB. */
const chunksToSeal = 65_536

export function benchmarks(bodies: Bodies): Benchmarks {
  return {
    async measureHash() {
      const hash = await createContentHash()
      const piece = sample(chunkBytes)
      return rateOf(chunkBytes, () => hash.update(piece))
    },

    /** Uses a throw-away key, and no nonce twice. */
    async measureSeal() {
      const { key, iv } = await generateFileKey()
      const piece = sample(chunkBytes)
      const sealer = chunkSealer({ key, iv, plainSize: chunksToSeal * chunkBytes })
      let next = 0
      return rateOf(chunksAtOnce * chunkBytes, () =>
        Promise.all(Array.from({ length: chunksAtOnce }, () => sealer.seal(next++, piece))),
      )
    },

    async sendSample(request, bytes) {
      const buffer = bodies.allocate(bytes)
      buffer.put(sample(bytes), 0)
      const body = await buffer.close()
      let bytesSent = 0
      const response = await body.send(request, (bytes) => (bytesSent = bytes))
      body.drop()
      return { response, bytesSent }
    },
  }
}

async function rateOf(bytesEach: number, work: () => unknown): Promise<number> {
  await work() // what is made ready at the first time does not count
  const began = performance.now()
  let bytes = 0
  let milliseconds = 0
  while (milliseconds < measureMs) {
    await work()
    bytes += bytesEach
    milliseconds = performance.now() - began
  }
  return (bytes / milliseconds) * 1000
}

/** getRandomValues is limited to 64 KiB a call. */
function sample(length: number): Bytes {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += 65_536) bytes.set(randomBytes(Math.min(65_536, length - at)), at)
  return bytes
}
