import { expose, proxy } from 'comlink'
import { BatchSealer } from './batchSealer.ts'
import { openFileKeys } from './fileKeys.ts'
import { FileSealer, type SealOptions } from './fileSealer.ts'
import { hashOnItsOwnThread } from './hashThread.ts'
import { openLinkKeys, sealLinkKeys } from './linkKeys.ts'

/** Logic-free on purpose: every member lives elsewhere, so that tests need no worker. */
const cryptoWorker = {
  openSealer: async (file: File, recipient: CryptoKey, options: SealOptions) =>
    proxy(await FileSealer.open(file, recipient, options, hashOnItsOwnThread)),
  openBatch: (batchId: string) => proxy(new BatchSealer(batchId)),
  openFileKeys,
  openLinkKeys,
  sealLinkKeys,
}

export type CryptoWorker = typeof cryptoWorker
expose(cryptoWorker)
