import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { nodePrimitives } from '../../cli/platform/nodePrimitives.ts'
import { chunkOpener, chunkSealer, concat, generateFileKey, setPrimitives } from '../../core/crypto/index.ts'
import { webPrimitives } from '../../core/crypto/primitives.ts'
import { runVectorChecks } from '../core/crypto/vectorChecks.ts'
import vectors from '../fixtures/vectors.json'
import { rememberStretching } from '../rememberStretching.ts'
import secondVectors from '../fixtures/vectors-2.json'
import boundVectors from '../fixtures/boundFiles.json'
import keyReadingVectors from '../fixtures/keyReading.json'
import privateNamesVectors from '../fixtures/privateNames.json'

const randomArray = (length: number) => new Uint8Array(randomBytes(length))

describe('the primitives of Node', () => {
  it.each([0, 1, 1000, 100_000])('are those of Web Crypto, for %i bytes', async (length) => {
    const [secret, nonce, bytes, aad] = [
      randomArray(32),
      randomArray(12),
      randomArray(length),
      randomArray(40),
    ]
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    const hmacKey = await crypto.subtle.importKey('raw', secret, hmac, false, ['sign'])
    const results = [webPrimitives, nodePrimitives].map(async (primitives) => {
      const key = await primitives.importAesKey(secret)
      return [
        await primitives.hkdf(secret, nonce, aad, 32),
        await primitives.sha256(bytes),
        await primitives.hmac(hmacKey, bytes),
        concat(...(await primitives.gcmSeal(key, nonce, bytes))),
        concat(...(await primitives.gcmSeal(key, nonce, bytes, aad))),
      ]
    })
    const [ofWeb, ofNode] = await Promise.all(results)
    expect(ofNode).toEqual(ofWeb)
    const key = await nodePrimitives.importAesKey(secret)
    const sealed = await webPrimitives.gcmSeal(await webPrimitives.importAesKey(secret), nonce, bytes, aad)
    expect(await nodePrimitives.gcmOpen(key, nonce, concat(...sealed), aad)).toEqual(bytes)
  })

  it('use nothing of Node that is deprecated', async () => {
    const [secret, warnings] = [randomArray(32), [] as string[]]
    const listen = ({ message }: Error) => void warnings.push(message)
    process.on('warning', listen)
    const hkdfKey = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    const hmacKey = await crypto.subtle.importKey('raw', secret, hmac, false, ['sign'])
    const derived = await nodePrimitives.hkdf(hkdfKey, randomArray(0), secret, 32)
    expect(derived).toEqual(await nodePrimitives.hkdf(secret, randomArray(0), secret, 32))
    await nodePrimitives.hmac(hmacKey, secret)
    // Warnings are emitted in a turn of their own.
    await new Promise(setImmediate)
    process.off('warning', listen)
    expect(warnings).toEqual([])
  })

  it('open nothing that was altered, cut, or sealed with other additional data', async () => {
    const [key, nonce, aad] = [
      await nodePrimitives.importAesKey(randomArray(32)),
      randomArray(12),
      randomArray(40),
    ]
    const sealed = concat(...(await nodePrimitives.gcmSeal(key, nonce, randomArray(100), aad)))
    const altered = sealed.slice()
    altered[0] = (altered[0] ?? 0) ^ 1
    for (const one of [altered, sealed.subarray(0, 99), sealed.subarray(0, 15)])
      expect(await nodePrimitives.gcmOpen(key, nonce, one, aad)).toBeNull()
    expect(await nodePrimitives.gcmOpen(key, nonce, sealed)).toBeNull()
  })

  it('wrap for the holder of the private key', async () => {
    const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
    const shape = { ...algorithm, modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) }
    const pair = await crypto.subtle.generateKey(shape, true, ['encrypt', 'decrypt'])
    const secret = randomArray(32)
    const wrapped = await nodePrimitives.oaepSeal(pair.publicKey, secret)
    expect(new Uint8Array(await crypto.subtle.decrypt(algorithm, pair.privateKey, wrapped))).toEqual(secret)
  })
})

describe('with the primitives of Node', () => {
  beforeAll(() => setPrimitives(nodePrimitives))
  afterAll(() => {
    vi.restoreAllMocks()
    setPrimitives(webPrimitives)
  })

  it('every frozen vector is reproduced to the byte', async () => {
    // PBKDF2 is none of them.
    rememberStretching()
    const inputs = [vectors, secondVectors, boundVectors, keyReadingVectors, privateNamesVectors] as const
    const checks = await runVectorChecks(...inputs)
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(checks.length).toBeGreaterThan(100)
  })

  it('a chunk is neither the input nor changes with it', async () => {
    const { key, iv } = await generateFileKey()
    const plain = randomArray(200_000)
    const before = plain.slice()
    const sealing = chunkSealer({ key, iv, plainSize: plain.length }).seal(0, plain)
    plain.fill(0)
    const opening = chunkOpener({ key, iv, plainSize: plain.length }).open(0, concat(...(await sealing)))
    expect(await opening).toEqual(before)
  })
})
