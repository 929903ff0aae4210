import { chunkBytes } from '../contract/limits.ts'
import {
  type Bytes,
  chunkSealer,
  createContentHash,
  generateFileKey,
  randomBytes,
} from '../src/crypto/index.ts'
import { type SendAnswer, type SendAttempt, sendBody } from './httpSend.ts'

/** What the steps of an upload do on this machine, one at a time and with nothing beside them: bytes a second. */

const measuredMilliseconds = 1000
/** So many chunks are sealed side by side, about as in an upload. */
const chunksAtOnce = 8
/** Of a file as large as nobody seals in the time: 16 GiB. */
const chunksToSeal = 65_536

export async function measureHash(): Promise<number> {
  const hash = await createContentHash()
  const piece = sample(chunkBytes)
  return rateOf(chunkBytes, () => hash.update(piece))
}

/** With a key that ends with it, and no nonce twice. */
export async function measureSeal(): Promise<number> {
  const { key, iv } = await generateFileKey()
  const piece = sample(chunkBytes)
  const sealer = chunkSealer({ key, iv, plainSize: chunksToSeal * chunkBytes })
  let next = 0
  return rateOf(chunksAtOnce * chunkBytes, () =>
    Promise.all(Array.from({ length: chunksAtOnce }, () => sealer.seal(next++, piece))),
  )
}

/** Sends `bytes` random bytes, as a sealed part would be sent. */
export function sendSample(
  attempt: SendAttempt,
  bytes: number,
  onProgress: (bytes: number) => void,
): Promise<SendAnswer> {
  return sendBody(attempt, sample(bytes), onProgress)
}

async function rateOf(bytesEach: number, work: () => unknown): Promise<number> {
  await work() // what is made ready at the first time does not count
  const began = performance.now()
  let bytes = 0
  let milliseconds = 0
  while (milliseconds < measuredMilliseconds) {
    await work()
    bytes += bytesEach
    milliseconds = performance.now() - began
  }
  return (bytes / milliseconds) * 1000
}

/** The platform gives at most 64 KiB of random bytes at a time. */
function sample(length: number): Bytes {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += 65_536) bytes.set(randomBytes(Math.min(65_536, length - at)), at)
  return bytes
}
