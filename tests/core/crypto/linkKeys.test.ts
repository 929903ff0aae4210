import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  asFileKeyBytes,
  stretchLinkPassword,
  fromBase64,
  generateFileKey,
  generateLinkMaster,
  newPasswordKdf,
  openLinkFileKey,
  openLinkMaster,
  sealLinkFileKey,
  sealLinkMaster,
  splitLinkKeyString,
  toBase64,
  toHex,
} from '../../../core/crypto/index.ts'
import { withBitFlipped } from './testBytes.ts'
import { stretchBriefly } from '../../rememberStretching.ts'
import { caseCount } from '../../volume.ts'

const fileKeyFilledWith = (fill: number) => asFileKeyBytes(new Uint8Array(32).fill(fill))

const base64WithBitFlipped = (bytesB64: string, bit: number) =>
  toBase64(withBitFlipped(fromBase64(bytesB64), bit))

beforeEach(stretchBriefly)
afterEach(() => void vi.restoreAllMocks())

describe("a link's keys", () => {
  it('open for this file of this link, and for no other', async () => {
    const linkMaster = generateLinkMaster()
    const { rawKey } = await generateFileKey()
    const part2 = await sealLinkFileKey(linkMaster, 42, rawKey)
    expect(toHex(await openLinkFileKey(linkMaster, '42', part2))).toBe(toHex(rawKey))
    await expect(openLinkFileKey(linkMaster, '43', part2)).rejects.toMatchObject({ code: 'wrong-key' })
    await expect(openLinkFileKey(generateLinkMaster(), '42', part2)).rejects.toMatchObject({
      code: 'wrong-key',
    })
  })

  it('do not open after a change of any bit', async () => {
    const linkMaster = generateLinkMaster()
    const part2 = await sealLinkFileKey(linkMaster, 42, fileKeyFilledWith(1))
    for (let bit = 0; bit < 60 * 8; bit += caseCount(7, 1))
      await expect(openLinkFileKey(linkMaster, 42, base64WithBitFlipped(part2, bit))).rejects.toMatchObject({
        code: 'wrong-key',
      })
  })

  it("open with the link's password, and with no other", async () => {
    const kdf = newPasswordKdf()
    const linkMaster = generateLinkMaster()
    const password = await stretchLinkPassword('SonneTisch26421', kdf)
    const part1 = await sealLinkMaster(password, linkMaster)
    expect(toHex(await openLinkMaster(password, part1))).toBe(toHex(linkMaster))
    const wrong = await stretchLinkPassword('SonneTisch26422', kdf)
    const refused = { code: 'wrong-password' }
    await expect(openLinkMaster(wrong, part1)).rejects.toMatchObject(refused)
    for (let bit = 0; bit < 60 * 8; bit += caseCount(7, 1))
      await expect(openLinkMaster(password, base64WithBitFlipped(part1, bit))).rejects.toMatchObject(refused)
  })

  it('have one spelling', async () => {
    const linkMaster = generateLinkMaster()
    const rawKey = fileKeyFilledWith(0)
    // As often as it takes to have a letter in which the alphabets differ.
    let part2 = ''
    for (let id = 0; !/[+/]/.test(part2); id++) part2 = await sealLinkFileKey(linkMaster, id, rawKey)
    const malformed = { code: 'bad-key' }
    for (const other of [part2.replaceAll('+', '-').replaceAll('/', '_'), `${part2}=`, ` ${part2}`])
      await expect(openLinkFileKey(linkMaster, 0, other)).rejects.toMatchObject(malformed)
  })

  it.each(['', ':', 'a:', ':a', 'a:b:c'])('are not in the key string %j', (keyString) => {
    expect(() => splitLinkKeyString(keyString)).toThrow('bad-key')
  })

  it('are one part without a password and two with one', () => {
    expect(splitLinkKeyString('part2')).toEqual({ part1B64: null, part2B64: 'part2' })
    expect(splitLinkKeyString('part1:part2')).toEqual({ part1B64: 'part1', part2B64: 'part2' })
  })
})
