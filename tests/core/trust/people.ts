import { vi } from 'vitest'
import {
  type Bytes,
  fingerprint,
  fromBase64,
  generateKeyPair,
  importPrivateKey,
  importSigningKey,
  rootOf,
} from '../../../core/crypto/index.ts'
import { type DeviceMemory, type DeviceRecord, emptyDeviceRecord } from '../../../core/trust/trustPorts.ts'
import type { UnlockedPerson } from '../../../core/trust/trust.ts'
import vectors from '../../fixtures/vectors-2.json'

/** A personal key pair, as it is when it is unlocked. */
export interface UnlockedPair {
  readonly fp: string
  readonly publicKey: Bytes
  readonly spkiB64: string
  readonly privateKey: CryptoKey
  readonly signingKey: CryptoKey
  readonly root: CryptoKey
}

export async function pairOf({
  pkcs8B64,
  spkiB64,
}: {
  pkcs8B64: string
  spkiB64: string
}): Promise<UnlockedPair> {
  const pkcs8Bytes = fromBase64(pkcs8B64)
  const publicKey = fromBase64(spkiB64)
  return {
    fp: (await fingerprint(publicKey)).b64u,
    publicKey,
    spkiB64,
    privateKey: await importPrivateKey(pkcs8Bytes),
    signingKey: await importSigningKey(pkcs8Bytes),
    root: await rootOf(pkcs8Bytes),
  }
}

export async function newPair(): Promise<UnlockedPair> {
  const { pkcs8Bytes, spkiBytes } = await generateKeyPair()
  return pairOf({ pkcs8B64: toB64(pkcs8Bytes), spkiB64: toB64(spkiBytes) })
}

const toB64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const { ada, ben, cyd } = vectors.keys
export const pairs = { ada: await pairOf(ada), ben: await pairOf(ben), cyd: await pairOf(cyd) }
export type PersonName = keyof typeof pairs
export const userIds: Readonly<Record<PersonName, number>> = { ada: 1, ben: 2, cyd: 3 }

export const personOf = (name: PersonName, pair: UnlockedPair = pairs[name]): UnlockedPerson => ({
  ...pair,
  user: userIds[name],
  name,
})

/** What IndexedDB is in a browser: it lives longer than a page. */
export class ModelMemory implements DeviceMemory {
  readonly records = new Map<string, DeviceRecord>()

  read = (fp: string) => Promise.resolve(structuredClone(this.records.get(fp) ?? null))

  update = (fp: string, change: (record: DeviceRecord) => DeviceRecord) => {
    this.records.set(fp, structuredClone(change(this.records.get(fp) ?? emptyDeviceRecord)))
    return Promise.resolve()
  }
}

/** Making RSA keys is most of the time that generations take: those of folders are small, nothing is sealed to them here. */
export function useSmallFolderKeys(): void {
  const generate = crypto.subtle.generateKey.bind(crypto.subtle) as (
    ...args: unknown[]
  ) => Promise<CryptoKeyPair>
  vi.spyOn(crypto.subtle, 'generateKey').mockImplementation(((
    algorithm: RsaHashedKeyGenParams,
    ...rest: unknown[]
  ) => generate({ ...algorithm, modulusLength: 1024 }, ...rest)) as typeof crypto.subtle.generateKey)
}

/** Waiting between tries costs no time. */
export const skipWaiting = () =>
  vi.stubGlobal('setTimeout', (then: () => void) => {
    queueMicrotask(then)
    return 0
  })
