import { createCipheriv } from 'node:crypto'
import { be64, type Bytes, concat } from '../../../core/crypto/bytes.ts'

/*
 * The attacker's tool: one AES-GCM ciphertext whose tag verifies under two keys.
 *
 * For a key the tag is T = Σ block_k · H^(m+1-k) + L · H + E(J0), linear in every block. With all blocks but one
 * given, asking both keys for the same T leaves one linear equation for the free block over GF(2^128).
 */

const fieldBits = 128n
const reduction = 0xe1n << 120n

/** Product in GHASH's field: the first bit of a block is the coefficient of x^0. */
function multiply(a: bigint, b: bigint): bigint {
  let product = 0n
  for (let i = fieldBits - 1n; i >= 0n; i--) {
    if ((a >> i) & 1n) product ^= b
    b = b & 1n ? (b >> 1n) ^ reduction : b >> 1n
  }
  return product
}

const fieldOne = 1n << (fieldBits - 1n)

function power(base: bigint, exponent: bigint): bigint {
  let result = fieldOne
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = multiply(result, base)
    base = multiply(base, base)
  }
  return result
}

const inverse = (a: bigint) => power(a, (1n << fieldBits) - 2n)

const toBlock = (bytes: Uint8Array) =>
  BigInt(`0x${Buffer.from(bytes).toString('hex').padEnd(32, '0') || '0'}`)
const fromBlock = (block: bigint): Bytes =>
  concat(be64Of(block >> 64n), be64Of(block & 0xffff_ffff_ffff_ffffn))
const be64Of = (value: bigint) =>
  concat(be64(Number(value >> 32n)).slice(4), be64(Number(value & 0xffff_ffffn)).slice(4))

function encryptBlock(key: Bytes, block: Bytes): Bytes {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  return Uint8Array.from(cipher.update(block))
}

/** @returns ciphertext and tag of `blockCount` blocks that open under both keys with this nonce. */
export function ciphertextOfTwoKeys(keys: readonly [Bytes, Bytes], nonce: Bytes, blockCount: number): Bytes {
  const filler = new Uint8Array((blockCount - 1) * 16).fill(0x5a)
  const lengthBlock = toBlock(concat(new Uint8Array(8), be64(blockCount * 128)))

  // With the last block free, its factor is H².
  const [first, second] = keys.map((key) => {
    const h = toBlock(encryptBlock(key, new Uint8Array(16)))
    const mask = toBlock(encryptBlock(key, concat(nonce, Uint8Array.of(0, 0, 0, 1))))
    let hash = 0n
    for (let i = 0; i < filler.length; i += 16) hash = multiply(hash ^ toBlock(filler.subarray(i, i + 16)), h)
    const square = multiply(h, h)
    return { factor: square, rest: multiply(hash, square) ^ multiply(lengthBlock, h) ^ mask }
  })
  if (!first || !second) throw new Error('two keys are needed')
  const free = multiply(first.rest ^ second.rest, inverse(first.factor ^ second.factor))
  const tag = multiply(free, first.factor) ^ first.rest
  return concat(filler, fromBlock(free), fromBlock(tag))
}
