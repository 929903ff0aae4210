import fc from '../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import {
  asFileKeyBytes,
  buildLinkFragment,
  type Bytes,
  type FileKeyBytes,
  generateLinkMaster,
  parseLinkFragment,
  toBase64,
  toBase64Url,
  toHex,
} from '../../../core/crypto/index.ts'

const fileKeyFilledWith = (fill: number) => asFileKeyBytes(new Uint8Array(32).fill(fill))

describe('the fragment of a link', () => {
  const filesOf = (count: number) =>
    new Map(
      Array.from({ length: count }, (_, i): [string, FileKeyBytes] => [String(i + 1), fileKeyFilledWith(i)]),
    )
  const keysIn = (fragment: string) => {
    const parsed = parseLinkFragment(fragment)
    return parsed.kind === 'files'
      ? Object.fromEntries(Array.from(parsed.fileKeys, ([id, bytes]) => [id, toHex(bytes)]))
      : { '*': toHex(parsed.linkMaster) }
  }

  it('names the key of each file up to twenty files', () => {
    const fragment = buildLinkFragment(generateLinkMaster(), new Map([['42', fileKeyFilledWith(0)]]))
    expect(fragment).toBe(`42:${toBase64(fileKeyFilledWith(0))}`)
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
