import { expose, proxy } from 'comlink'
import { openFileKeys } from './fileKeys.ts'
import { FileSealer } from './fileSealer.ts'
import { sealBatch } from './batchSealer.ts'

/** Logic-free on purpose: every member lives elsewhere, so that tests need no worker. */
const cryptoWorker = {
  openSealer: async (...args: Parameters<typeof FileSealer.open>) => proxy(await FileSealer.open(...args)),
  sealBatch,
  openFileKeys,
}

export type CryptoWorker = typeof cryptoWorker
expose(cryptoWorker)
