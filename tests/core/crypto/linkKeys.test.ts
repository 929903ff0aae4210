import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  asFileKey,
  buildLinkFragment,
  type Bytes,
  deriveLinkPassword,
  type FileKeyBytes,
  fromBase64,
  generateFileKey,
  generateLinkMaster,
  newPasswordKdf,
  openLinkFileKey,
  openLinkMaster,
  parseLinkFragment,
  sealLinkFileKey,
  sealLinkMaster,
  splitLinkKeyString,
  toBase64,
  toBase64Url,
  toHex,
} from '../../../core/crypto/index.ts'
import { withBitFlipped } from './testBytes.ts'

const key = (fill: number) => asFileKey(new Uint8Array(32).fill(fill))

const altered = (bytesB64: string, bit: number) => toBase64(withBitFlipped(fromBase64(bytesB64), bit))

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
    const part2 = await sealLinkFileKey(linkMaster, 42, key(1))
    for (let bit = 0; bit < 60 * 8; bit++)
      await expect(openLinkFileKey(linkMaster, 42, altered(part2, bit))).rejects.toMatchObject({
        code: 'wrong-key',
      })
  })

  it("open with the link's password, and with no other", async () => {
    const kdf = newPasswordKdf()
    const linkMaster = generateLinkMaster()
    const password = await deriveLinkPassword('SonneTisch26421', kdf)
    const part1 = await sealLinkMaster(password, linkMaster)
    expect(toHex(await openLinkMaster(password, part1))).toBe(toHex(linkMaster))
    const wrong = await deriveLinkPassword('SonneTisch26422', kdf)
    const refused = { code: 'wrong-password' }
    await expect(openLinkMaster(wrong, part1)).rejects.toMatchObject(refused)
    for (let bit = 0; bit < 60 * 8; bit++)
      await expect(openLinkMaster(password, altered(part1, bit))).rejects.toMatchObject(refused)
  })

  it('have one spelling', async () => {
    const linkMaster = generateLinkMaster()
    const rawKey = key(0)
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

describe('the fragment of a link', () => {
  const filesOf = (count: number) =>
    new Map(Array.from({ length: count }, (_, i): [string, FileKeyBytes] => [String(i + 1), key(i)]))
  const keysIn = (fragment: string) => {
    const parsed = parseLinkFragment(fragment)
    return parsed.kind === 'files'
      ? Object.fromEntries(Array.from(parsed.fileKeys, ([id, bytes]) => [id, toHex(bytes)]))
      : { '*': toHex(parsed.linkMaster) }
  }

  it('names the key of each file up to twenty files', () => {
    const fragment = buildLinkFragment(generateLinkMaster(), new Map([['42', key(0)]]))
    expect(fragment).toBe(`42:${toBase64(key(0))}`)
    expect(buildLinkFragment(generateLinkMaster(), filesOf(20)).split(',')).toHaveLength(20)
  })

  it("is the link's one key above twenty files, and short", () => {
    const linkMaster = generateLinkMaster()
    const fragment = buildLinkFragment(linkMaster, filesOf(21))
    expect(fragment).toBe(`*:${toBase64(linkMaster)}`)
    expect(fragment.length).toBeLessThanOrEqual(50)
  })

  it('is read back in both forms', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (count) => {
        const linkMaster = generateLinkMaster()
        const files = filesOf(count)
        const parsed = parseLinkFragment(buildLinkFragment(linkMaster, files))
        if (count > 20) expect(parsed).toEqual({ kind: 'master', linkMaster })
        else expect(parsed).toEqual({ kind: 'files', fileKeys: files })
      }),
    )
  })

  // Bytes whose base64 has both '+' and '/'.
  const awkward: Bytes = new Uint8Array(32).map((_, i) => (i % 3 === 0 ? 0xfb : i % 3 === 1 ? 0xff : 0xbf))
  const standard = `7:${toBase64(awkward)}`

  it.each([
    ['as it is', standard],
    ["with '#'", `#${standard}`],
    ["with '%23'", `%23${standard}`],
    ["with '#%23'", `#%23${standard}`],
    ['in the URL-safe alphabet', `#7:${toBase64Url(awkward)}`],
    ['in the URL-safe alphabet with padding', `#7:${toBase64Url(awkward)}=`],
    ['without padding', `#${standard.replace('=', '')}`],
    ['percent-encoded', `#${encodeURIComponent(standard)}`],
    ['percent-encoded with its sign', encodeURIComponent(`#${standard}`)],
    ['with spaces around', `# ${standard} `],
    ['with a broken pair beside it', `#6:AAAA,${standard},8:,:AAAA,,%`],
  ])('is read %s', (_, fragment) => {
    expect(keysIn(fragment)).toEqual({ '7': toHex(awkward) })
  })

  it.each(['', '#', '%23', '#%23', ' '])('%j lacks its keys', (fragment) => {
    expect(() => parseLinkFragment(fragment)).toThrow('link-keys-missing')
  })

  it.each(['#x', '#42', '#42:', '#42:AAAA', '#:AAAA', '#*:AAAA', '#%', `#42:${'A'.repeat(44)}`, '#,,,'])(
    '%j has no valid key',
    (fragment) => {
      expect(() => parseLinkFragment(fragment)).toThrow('no-link-keys')
    },
  )
})
