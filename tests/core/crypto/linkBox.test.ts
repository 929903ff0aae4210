import { describe, expect, it } from 'vitest'
import { concat, toBase64, utf8 } from '../../../core/crypto/bytes.ts'
import { sealSaltedBox } from '../../../core/crypto/committedBox.ts'
import { fromBase64, generateLinkMaster, randomBytes, rootOf } from '../../../core/crypto/index.ts'
import {
  generateLinkToken,
  linkFilesBytes,
  linkFilesHash,
  openLinkBox,
  readLinkFiles,
  sealLinkBox,
} from '../../../core/crypto/linkBox.ts'
import { pad } from '../../../core/crypto/padding.ts'
import { importHkdfKey } from '../../../core/crypto/primitives.ts'
import { withBitFlipped } from './testBytes.ts'
import { secondTestPair, testPair } from '../../keyPairs.ts'
import { caseCount } from '../../volume.ts'

const files = [300, 7, 42].map((id) => ({ id, commitment: randomBytes(32) }))
const newLink = async () => ({
  token: generateLinkToken(),
  hasPassword: false,
  filesHash: await linkFilesHash(linkFilesBytes(files)),
  linkMaster: generateLinkMaster(),
})
const newOwnerSecret = async (generation = 0) => ({
  secret: await importHkdfKey(randomBytes(32)),
  generation,
})

describe('the root of a private key', () => {
  it('cannot be exported', async () => {
    const root = await rootOf(testPair.pkcs8Bytes)
    expect(root.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', root)).rejects.toThrow()
  })

  it('opens what it sealed, also after the key was opened again, and nothing of another key', async () => {
    const [one, other] = [testPair, secondTestPair]
    const link = await newLink()
    const sealed = await sealLinkBox({ secret: await rootOf(one.pkcs8Bytes), generation: 0 }, link)
    const again = { secret: await rootOf(one.pkcs8Bytes), generation: 0 }
    await expect(openLinkBox(again, sealed)).resolves.toEqual(link)
    const foreign = { secret: await rootOf(other.pkcs8Bytes), generation: 0 }
    await expect(openLinkBox(foreign, sealed)).rejects.toMatchObject({ code: 'wrong-key' })
  })
})

describe('the box of a link', () => {
  it('does not open after a change of any bit', async () => {
    const owner = await newOwnerSecret()
    const sealed = fromBase64(await sealLinkBox(owner, await newLink()))
    for (let bit = 0; bit < sealed.length * 8; bit += caseCount(21, 3))
      await expect(openLinkBox(owner, toBase64(withBitFlipped(sealed, bit)))).rejects.toMatchObject({
        name: 'CryptoError',
      })
  })

  it('is of one generation, whatever stands before it', async () => {
    const owner = await newOwnerSecret(2)
    const sealed = fromBase64(await sealLinkBox(owner, await newLink()))
    await expect(openLinkBox({ ...owner, generation: 1 }, toBase64(sealed))).rejects.toMatchObject({
      code: 'bad-format',
    })
    const relabelled = toBase64(concat(Uint8Array.of(0, 0, 0, 1), sealed.subarray(4)))
    await expect(openLinkBox({ ...owner, generation: 1 }, relabelled)).rejects.toMatchObject({
      code: 'damaged',
    })
  })

  const token = generateLinkToken()
  const text = 'A'.repeat(43)
  const good = `{"v":1,"token":"${token}","password":false,"files":"${text}","lm":"${text}"}`
  it.each([
    [
      'members in another order',
      `{"token":"${token}","v":1,"password":false,"files":"${text}","lm":"${text}"}`,
    ],
    ['a member more', good.replace('}', ',"more":1}')],
    ['a member twice', good.replace('{', '{"v":1,')],
    ['a blank', good.replace(',', ', ')],
    ['another spelling of a character', good.replace('"token"', '"\\u0074oken"')],
    ['a number for a flag', good.replace('false', '0')],
    ['another version', good.replace('"v":1', '"v":2')],
    ['a token of another length', good.replace(token, token.slice(1))],
    ['a spare bit in base64', good.replace(`"lm":"${text}"`, `"lm":"${text.slice(1)}B"`)],
    ['31 bytes of master', good.replace(`"lm":"${text}"`, `"lm":"${text.slice(2)}"`)],
    ['an array', '[]'],
    ['null', 'null'],
    ['no JSON', good.slice(1)],
  ])('refuses %s', async (_, json) => {
    const owner = await newOwnerSecret()
    const aad = Uint8Array.of(0, 0, 0, 0)
    const terms = { secret: owner.secret, label: 'sealpost/1/link', aad }
    const seal = async (text: string) => {
      const box = await sealSaltedBox(terms, pad(utf8(text)))
      return toBase64(concat(aad, box))
    }
    await expect(openLinkBox(owner, await seal(good))).resolves.toMatchObject({ token })
    await expect(openLinkBox(owner, await seal(json))).rejects.toMatchObject({ code: 'bad-format' })
  })
})

describe('the files of a link', () => {
  it('are named in one order', () => {
    const bytes = linkFilesBytes(files)
    expect(linkFilesBytes(files.toReversed())).toEqual(bytes)
    expect([...readLinkFiles(bytes)]).toEqual(
      [...files].sort((a, b) => a.id - b.id).map(({ id, commitment }) => [id, commitment]),
    )
  })

  it.each([
    ['cut off', (bytes: Uint8Array<ArrayBuffer>) => bytes.subarray(0, -1)],
    [
      'in another order',
      (bytes: Uint8Array<ArrayBuffer>) => concat(bytes.subarray(40), bytes.subarray(0, 40)),
    ],
    ['twice', (bytes: Uint8Array<ArrayBuffer>) => concat(bytes.subarray(0, 40), bytes)],
    ['an id beyond 2^53', (bytes: Uint8Array<ArrayBuffer>) => withBitFlipped(bytes, 0)],
  ])('are refused when they are %s', (_, change) => {
    expect(() => readLinkFiles(change(linkFilesBytes(files)))).toThrow('bad-format')
  })
})
