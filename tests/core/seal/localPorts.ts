import { bodyChecksumOf } from '../../../contract/bodyChecksum.ts'
import { importPrivateKey, importRecipientKey, type OriginKey } from '../../../core/crypto/index.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import { createSameThreadHash } from '../../../core/util/sameThreadHash.ts'
import type {
  BatchSettings,
  Body,
  Bytes,
  RawResponse,
  RequestHead,
  SealingPorts,
  Source,
} from '../../../core/ports.ts'
import type { SealingKey } from '../../../core/seal/types.ts'
import { BufferPool } from '../../../core/util/bufferPool.ts'
import { testPair } from '../../keyPairs.ts'

/** Files of a test: bytes in memory, which may change while they are sealed. */
export interface TestFile {
  name: string
  bytes: Bytes
  lastModified: number
  /** What the file's entry says, where its content is another. */
  size?: number
}

/** Ports of this process: a wire that notes what it is given, and a vault that keeps a seal as it is. */
export class LocalPorts implements SealingPorts<TestFile> {
  readonly sent: { request: RequestHead; bytes: Bytes }[] = []
  readonly memory = new BufferPool()
  /** Rooms and bodies that have not been dropped. */
  held = 0
  openHashes = 0
  /** What the server says. */
  answer = (): Promise<RawResponse> =>
    Promise.resolve({ status: 204, statusText: '', retryAfter: null, text: '' })

  readonly source = (file: TestFile): Source => {
    const size = file.size ?? file.bytes.length
    return {
      name: file.name,
      size,
      lastModified: file.lastModified,
      head: (bytes) => Promise.resolve(file.bytes.slice(0, bytes)),
      whole: () => Promise.resolve(file.bytes.slice()),
      reader: () => {
        let at = 0
        return {
          async read(bytes, memory) {
            const start = at
            at += bytes
            await Promise.resolve()
            const piece = file.bytes.subarray(start, at)
            if (piece.length < bytes) throw new FaultError(fault('file-changed'))
            // It is taken away, as by a stream.
            const mine = structuredClone(memory, { transfer: [memory] })
            const view = new Uint8Array(mine, 0, bytes)
            view.set(piece)
            return view
          },
          close: () => undefined,
        }
      },
    }
  }

  readTogether?: (files: readonly TestFile[]) => Promise<Bytes[]>

  /** Lets files be read into one buffer. @returns the buffers */
  allowReadingTogether(): ArrayBuffer[] {
    const buffers: ArrayBuffer[] = []
    this.readTogether = async (files) => {
      await Promise.resolve()
      if (files.some(({ bytes, size = bytes.length }) => size !== bytes.length))
        throw new FaultError(fault('file-changed'))
      const all = new Uint8Array(Buffer.concat(files.map(({ bytes }) => bytes)))
      buffers.push(all.buffer)
      let end = 0
      return files.map(({ bytes: { length } }) => all.subarray(end, (end += length)))
    }
    return buffers
  }

  readonly beginHash = async () => {
    const hash = await createSameThreadHash()
    this.openHashes++
    let isOpen = true
    const end = () => {
      if (isOpen) this.openHashes--
      isOpen = false
    }
    return {
      ...hash,
      // What is handed over is empty for whoever had it.
      update: async (pieces: Bytes[]) =>
        hash.update(
          pieces.map((piece) => {
            const { length } = piece
            return new Uint8Array(structuredClone(piece.buffer, { transfer: [piece.buffer] }), 0, length)
          }),
        ),
      digestHex: () => {
        end()
        return hash.digestHex()
      },
      drop: end,
    }
  }

  readonly bodies = {
    allocate: (size: number) => {
      const bytes = new Uint8Array(this.memory.take(size), 0, size)
      this.held++
      const drop = () => {
        this.held--
        this.memory.give(bytes.buffer)
      }
      return {
        put: (piece: Bytes, at: number) => bytes.set(piece, at),
        take: (piece: Bytes, at: number) => bytes.set(piece, at),
        close: (end = size) => Promise.resolve(this.#body(bytes.subarray(0, end), drop)),
        drop,
      }
    },
    ofParts: (texts: readonly (Bytes | string)[]) => {
      this.held++
      return this.#body(
        new Uint8Array(Buffer.concat(texts.map((text) => Buffer.from(text)))),
        () => this.held--,
      )
    },
    stop: () => undefined,
  }

  readonly vault = {
    pack: (seal: SealingKey): unknown => seal,
    unpack: (kept: unknown) => Promise.resolve(kept as SealingKey),
  }

  readonly detach = (bytes: Bytes): void => void structuredClone(bytes.buffer, { transfer: [bytes.buffer] })

  #body(bytes: Bytes, drop: () => void): Body {
    return {
      size: bytes.length,
      checksum: () => bodyChecksumOf([bytes]),
      send: (request, onProgress) => {
        onProgress(bytes.length)
        this.sent.push({ request, bytes: bytes.slice() })
        return this.answer()
      },
      drop,
    }
  }
}

export const requestHead = (what: string): RequestHead => ({ method: 'PUT', url: `/${what}`, csrfToken: 'T' })

export const sendOptions = { isLast: true, uploadId: null, finalCheckpoint: null }

export const manifestDraft = {
  name: 'grüße.bin',
  path: 'a/b',
  batch: 'AAECAwQFBgcICQoLDA0ODw',
  index: 0,
  count: 1,
}

export const batchSettings = (
  recipient: CryptoKey,
  originKey: OriginKey | null = null,
  answers: BatchSettings['answers'] = null,
  linkTag: string | null = null,
  privateNames = false,
): BatchSettings => ({
  recipient,
  batchId: manifestDraft.batch,
  checkTypes: false,
  originKey,
  linkTag,
  privateNames,
  answers,
})

/** A key to seal to, and the one that opens it. */
export async function recipientKeys(): Promise<{ recipient: CryptoKey; privateKey: CryptoKey }> {
  const { spkiBytes, pkcs8Bytes } = testPair
  return {
    recipient: await importRecipientKey(spkiBytes),
    privateKey: await importPrivateKey(pkcs8Bytes),
  }
}
