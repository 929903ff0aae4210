import fc from '../../fastCheck.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { concat, randomBytes, toBase64, toBase64Url, utf8 } from '../../../core/crypto/bytes.ts'
import { type FileKey, generateFileKey } from '../../../core/crypto/fileKey.ts'
import {
  deriveManifestKey,
  openManifest,
  openOwnManifest,
  sealManifest,
} from '../../../core/crypto/manifest.ts'
import { manifestJson, type Manifest } from '../../../core/crypto/manifestFields.ts'
import {
  importOriginKey,
  type OriginKey,
  originSecret,
  originVerdict,
  readOriginSecret,
  withOrigin,
} from '../../../core/crypto/origin.ts'
import { pad } from '../../../core/crypto/padding.ts'
import { gcmSeal, importHkdfKey } from '../../../core/crypto/primitives.ts'

const manifest: Manifest = {
  v: 1,
  size: 5,
  sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  name: 'a.txt","origin":"x"}',
  path: '.',
  batch: 'AAECAwQFBgcICQoLDA0ODw',
  index: 0,
  count: 1,
}
const commitment = randomBytes(32)
const manifestText = manifestJson(manifest)

let ownerSecret: CryptoKey
let originKey: OriginKey
let fileKey: FileKey
beforeAll(async () => {
  ownerSecret = await importHkdfKey(randomBytes(32))
  originKey = await importOriginKey(await originSecret(ownerSecret, '42'))
  fileKey = await generateFileKey()
})

/** Sealed as a program may that has its own idea of the JSON. */
async function sealManifestText(text: string): Promise<string> {
  const { manifestKey, commitment: kc, iv } = await deriveManifestKey(fileKey.rawKey, fileKey.iv)
  const nonce = randomBytes(12)
  const aad = concat(utf8('sealpost/1/manifest'), Uint8Array.of(0), kc, iv)
  const box = await gcmSeal(manifestKey, nonce, pad(utf8(text)), aad)
  return toBase64(concat(utf8('SPM1'), kc, nonce, new Uint8Array(box)))
}

describe('the origin of a manifest', () => {
  it('is proven to whoever has the secret of the folder, and nothing else of it is different', async () => {
    const { rawKey, iv } = fileKey
    const sealed = await sealManifest(await deriveManifestKey(rawKey, iv), manifest, originKey)
    expect(await openOwnManifest(rawKey, iv, sealed, originKey)).toMatchObject({ manifest, origin: 'proven' })
    expect(await openManifest(rawKey, iv, sealed)).toEqual(manifest)
  })

  it('is wrong for another folder, another owner and another file', async () => {
    const made = await withOrigin(manifestText, commitment, originKey)
    const otherFolder = await importOriginKey(await originSecret(ownerSecret, '43'))
    const otherOwner = await importOriginKey(await originSecret(await importHkdfKey(randomBytes(32)), '42'))
    expect(await originVerdict(made, commitment, originKey)).toBe('proven')
    expect(await originVerdict(made, commitment, otherFolder)).toBe('wrong')
    expect(await originVerdict(made, commitment, otherOwner)).toBe('wrong')
    expect(await originVerdict(made, randomBytes(32), originKey)).toBe('wrong')
  })

  it('is plain where the manifest says nothing, whatever a name looks like', async () => {
    const { rawKey, iv } = fileKey
    const sealed = await sealManifest(await deriveManifestKey(rawKey, iv), manifest)
    expect(await openOwnManifest(rawKey, iv, sealed, originKey)).toMatchObject({ manifest, origin: 'plain' })
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), async (text) => {
        const name = text.replace(/[/\0]/g, '_')
        fc.pre(name !== '.' && name !== '..')
        const plain = manifestJson({ ...manifest, name: name.toWellFormed() })
        expect(await originVerdict(plain, commitment, originKey)).toBe('plain')
      }),
    )
  })

  it('is never proven after a change of any one character', async () => {
    const made = await withOrigin(manifestText, commitment, originKey)
    for (let at = 0; at < made.length; at++) {
      for (const other of ['A', '"', '0', ' ', ',']) {
        const altered = made.slice(0, at) + other + made.slice(at + 1)
        if (altered === made || !isReadable(altered)) continue
        expect(await originVerdict(altered, commitment, originKey), altered).not.toBe('proven')
      }
    }
  })

  it.each([
    ['that is not the last member', (made: string) => made.replace(/(,"origin":"[^"]*")\}$/, '$1,"more":1}')],
    ['before a blank', (made: string) => `${made} `],
    ['after a blank', (made: string) => made.replace(/,"origin"/, ', "origin"')],
    ['twice', (made: string) => made.replace(/(,"origin":"[^"]*")\}$/, '$1$1}')],
    ['in another spelling', (made: string) => made.replace(/"origin":"(.{43})"\}$/, '"\\u006frigin":"$1"}')],
    ['in the first place too', (made: string) => made.replace('{', '{"origin":1,')],
    ['with a spare bit', (made: string) => made.replace(/.(?="\}$)/, 'B')],
    ['cut short', (made: string) => made.replace(/.(?="\}$)/, '')],
    ['padded', (made: string) => made.replace(/(?="\}$)/, '=')],
    ['empty', (made: string) => made.replace(/"[^"]*"\}$/, '""}')],
    ['that is null', (made: string) => made.replace(/"[^"]*"\}$/, 'null}')],
    ['that is a number', (made: string) => made.replace(/"[^"]*"\}$/, '1}')],
  ])('%s is wrong, and the manifest is read all the same', async (_, change) => {
    const { rawKey, iv } = fileKey
    const { commitment: kc } = await deriveManifestKey(rawKey, iv)
    const made = change(await withOrigin(manifestJson({ ...manifest, name: 'a.txt' }), kc, originKey))
    const opened = await openOwnManifest(rawKey, iv, await sealManifestText(made), originKey)
    expect(opened).toMatchObject({ manifest: { ...manifest, name: 'a.txt' }, origin: 'wrong' })
  })

  it('covers members that this reader does not know', async () => {
    const later = manifestJson(manifest).replace(/\}$/, ',"answers":"x"}')
    const made = await withOrigin(later, commitment, originKey)
    expect(await originVerdict(made, commitment, originKey)).toBe('proven')
    expect(await originVerdict(made.replace('"answers":"x"', '"answers":"y"'), commitment, originKey)).toBe(
      'wrong',
    )
  })
})

describe('the origin secret', () => {
  it('is read in its one spelling of 16 bytes', () => {
    const secret = randomBytes(16)
    expect(readOriginSecret(toBase64Url(secret))).toEqual(secret)
    for (const other of ['', `${toBase64Url(secret)}=`, toBase64Url(randomBytes(15)), 'A'.repeat(21) + 'B'])
      expect(readOriginSecret(other)).toBeNull()
  })

  it('cannot be had back from its handle, and no other length makes one', async () => {
    await expect(crypto.subtle.exportKey('raw', originKey)).rejects.toThrow()
    await expect(importOriginKey(randomBytes(32))).rejects.toMatchObject({ code: 'bad-key' })
  })
})

function isReadable(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
