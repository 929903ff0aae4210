import { expose, proxy } from 'comlink'
import { BatchSealer } from './batchSealer.ts'
import { FileSealer, type FileSeal, type SealOptions } from './fileSealer.ts'
import { HashThread } from './hashThread.ts'
import { stopSending } from './httpSend.ts'
import { measureHash, measureSeal, sendSample } from './measure.ts'
import { holdLock } from './signOfLife.ts'

const hashes = new HashThread()

/** Logic-free on purpose: every member lives elsewhere, so that tests need no worker. */
const uploadWorker = {
  openSealer: async (file: File, recipient: CryptoKey, partChunks: number, options: SealOptions) =>
    proxy(await FileSealer.open(file, recipient, partChunks, options, () => hashes.begin())),
  reopenSealer: async (file: File, seal: FileSeal, partChunks: number) =>
    proxy(await FileSealer.reopen(file, seal, partChunks, () => hashes.begin())),
  openBatch: (batchId: string) => proxy(new BatchSealer(batchId)),
  measureHash,
  measureSeal,
  sendSample,
  stopSending,
  holdLock,
}

export type UploadWorker = typeof uploadWorker
expose(uploadWorker)
