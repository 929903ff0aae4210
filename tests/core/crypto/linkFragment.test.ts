import fc from '../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import {
  asFileKeyBytes,
  type Bytes,
  type FileKeyBytes,
  generateLinkMaster,
  masterFragment,
  parseLinkFragment,
  toBase64,
  toBase64Url,
  toHex,
} from '../../../core/crypto/index.ts'
import { filesFragment } from '../../filesFragment.ts'

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

  it("is the link's one key, and short", () => {
    const linkMaster = generateLinkMaster()
    const fragment = masterFragment(linkMaster)
    expect(fragment).toBe(`*:${toBase64(linkMaster)}`)
    expect(fragment.length).toBeLessThanOrEqual(50)
  })

  it('is read back, also as earlier versions made it', () => {
    const linkMaster = generateLinkMaster()
    expect(parseLinkFragment(masterFragment(linkMaster))).toEqual({ kind: 'master', linkMaster })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (count) => {
        const files = filesOf(count)
        expect(parseLinkFragment(filesFragment(files))).toEqual({ kind: 'files', fileKeys: files })
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
