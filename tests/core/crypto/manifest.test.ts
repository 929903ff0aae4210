import fc from '../../fastCheck.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { maxTextBytes } from '../../../contract/limits.ts'
import {
  asFileKeyBytes,
  chunkOpener,
  compareWithServer,
  deriveManifestKey,
  type FileKey,
  fromBase64,
  generateFileKey,
  importFileKey,
  type Manifest,
  openManifest,
  randomBytes,
  sealManifest,
  toBase64,
  toHex,
} from '../../../core/crypto/index.ts'
import { manifestJson, readManifest } from '../../../core/crypto/manifestFields.ts'
import { rejectionCode } from './rejectionCode.ts'
import { withBitFlipped } from './testBytes.ts'
import { ciphertextOfTwoKeys } from './gcmCollision.ts'
import { caseCount } from '../../volume.ts'
import { anyCharacter } from '../../anyCharacter.ts'

const manifest: Manifest = {
  v: 1,
  size: 5,
  sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  name: 'grüße.txt',
  path: 'a/b',
  mtime: 1_700_000_000_000,
  batch: 'AAECAwQFBgcICQoLDA0ODw',
  index: 0,
  count: 1,
}

const contentRoot = 'jGw9qrrUwNpWZywSlFwUCnsoO_5XdLWT-A2iHJyAuEM'

const sealWith = async ({ rawKey, iv }: Pick<FileKey, 'rawKey' | 'iv'>, said: Manifest) =>
  sealManifest(await deriveManifestKey(rawKey, iv), said)

let fileKey: FileKey
let sealedManifest: string
beforeAll(async () => {
  fileKey = await generateFileKey()
  sealedManifest = await sealWith(fileKey, manifest)
})

const anySegment = fc
  .string({ unit: anyCharacter, minLength: 1, maxLength: 60 })
  .filter((text) => text !== '.' && text !== '..' && !/[/\0]/.test(text))

describe('a manifest', () => {
  it('says what it said when it was sealed, for any name and path', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySegment,
        fc.array(anySegment, { maxLength: 5 }),
        fc.nat(),
        async (name, path, size) => {
          const written = {
            ...manifest,
            name,
            path: path.join('/') || '.',
            size,
            ...(size > 262_144 && { root: contentRoot }),
          }
          const { rawKey, iv } = fileKey
          expect(await openManifest(rawKey, iv, await sealWith(fileKey, written))).toEqual(written)
        },
      ),
    )
  })

  it('is the same from a key that was derived before, after the file key is gone', async () => {
    const { rawKey, iv } = await generateFileKey()
    const key = await deriveManifestKey(rawKey, iv)
    const copy = asFileKeyBytes(rawKey.slice())
    rawKey.fill(0)
    expect(await openManifest(copy, iv, await sealManifest(key, manifest))).toEqual(manifest)
    await expect(crypto.subtle.exportKey('raw', key.manifestKey)).rejects.toThrow()
  })

  it('does not tell the length of a name', async () => {
    const lengths = await Promise.all(
      [1, 10, 40].map(async (n) => (await sealWith(fileKey, { ...manifest, name: 'x'.repeat(n) })).length),
    )
    expect(new Set(lengths).size).toBe(1)
  })

  it('does not open after any change of one bit, of itself or of the IV', async () => {
    const { rawKey, iv } = fileKey
    const bytes = fromBase64(sealedManifest)
    const partOf = (bit: number) => (bit < 4 * 8 ? 'bad-format' : bit < 36 * 8 ? 'commitment' : 'damaged')
    for (let bit = 0; bit < bytes.length * 8; bit += caseCount(7, 1)) {
      const code = await rejectionCode(openManifest(rawKey, iv, toBase64(withBitFlipped(bytes, bit))))
      expect(code, `bit ${bit}`).toBe(partOf(bit))
    }
    for (let bit = 0; bit < 96; bit += caseCount(7, 1)) {
      const altered = withBitFlipped(iv, bit)
      await expect(openManifest(rawKey, altered, sealedManifest)).rejects.toMatchObject({
        code: 'commitment',
      })
    }
  })

  it('of another file is refused before anything is decrypted', async () => {
    const other = await generateFileKey()
    await expect(openManifest(other.rawKey, other.iv, sealedManifest)).rejects.toMatchObject({
      code: 'commitment',
    })
  })

  it('commits to one key: a ciphertext made to open under two has a manifest for one', async () => {
    const [first, second] = [asFileKeyBytes(randomBytes(32)), asFileKeyBytes(randomBytes(32))]
    const iv = randomBytes(12)
    const crafted = ciphertextOfTwoKeys([first, second], iv, 4)
    const contents: string[] = []
    for (const rawKey of [first, second]) {
      const opener = chunkOpener({ key: await importFileKey(rawKey), iv, plainSize: 64 })
      contents.push(toHex(await opener.open(0, crafted)))
    }
    expect(contents[0]).not.toBe(contents[1])

    const itsManifest = await sealWith({ rawKey: first, iv }, { ...manifest, size: 64 })
    await expect(openManifest(second, iv, itsManifest)).rejects.toMatchObject({ code: 'commitment' })
  })

  it.each([
    '',
    'AAAA',
    'not base64',
    'U1BNMQ==',
    toBase64(new Uint8Array(336)),
    toBase64(new Uint8Array(20_000)),
  ])('is not %.20j', async (text) => {
    await expect(openManifest(fileKey.rawKey, fileKey.iv, text)).rejects.toMatchObject({ code: 'bad-format' })
  })

  it('that would be too long for the server is not made', async () => {
    const long = { ...manifest, name: '🙂'.repeat(512), path: '€'.repeat(4096) }
    await expect(sealWith(fileKey, long)).resolves.toBeTypeOf('string')
    const longer = { ...manifest, path: '\u0001'.repeat(4096) }
    await expect(sealWith(fileKey, longer)).rejects.toMatchObject({
      code: 'bad-format',
    })
  })
})

describe('the fields of a manifest', () => {
  const refusedValues: Record<string, unknown[]> = {
    v: [2, '1', null, undefined],
    size: [-1, 1.5, '5', null, 2 ** 50 + 1, 2 ** 53, undefined],
    sha256: ['', 'AB'.repeat(32), 'ab'.repeat(31), 5, `${'ab'.repeat(32)}\n`],
    name: ['', '.', '..', 'a/b', 'a\0b', 5, 'x'.repeat(1025)],
    path: ['', '/a', 'a/', 'a//b', '../a', 'a/..', './a', 'a\0', null, 'x'.repeat(4097)],
    mtime: ['0', null, 1.5, {}],
    batch: ['', 'AAECAwQFBgcICQoLDA0OD', 'AAECAwQFBgcICQoLDA0OD=', 3],
    index: [-1, 1, '0', 0.5],
    count: [0, -1, '1', null],
    // Of a file of one chunk.
    root: [contentRoot],
    private: [0, 2, '1', true, null],
    text: [0, 2, '1', true, null],
    to: [
      '',
      contentRoot.slice(1),
      `${contentRoot}=`,
      `${contentRoot.slice(0, 42)}N`,
      `${contentRoot}\n`,
      1,
      null,
    ],
  }
  const refusedCases = Object.entries(refusedValues).flatMap(([field, values]) =>
    values.map((value) => ({
      field,
      value,
      shown: (JSON.stringify(value) as string | undefined)?.slice(0, 20) ?? 'undefined',
    })),
  )

  it.each(refusedCases)('$field $shown is refused, read or written', async ({ field, value }) => {
    const bad = { ...manifest, [field]: value }
    expect(() => readManifest(JSON.stringify(bad))).toThrow(expect.objectContaining({ code: 'bad-format' }))
    await expect(sealWith(fileKey, bad)).rejects.toMatchObject({ code: 'bad-format' })
  })

  it('name a message of at most 262 144 bytes, in one chunk', () => {
    const longest = { ...manifest, size: maxTextBytes, text: 1 }
    expect(readManifest(JSON.stringify(longest))).toEqual(longest)
    const longer = { ...longest, size: maxTextBytes + 1 }
    expect(() => readManifest(JSON.stringify(longer))).toThrow(
      expect.objectContaining({ code: 'bad-format' }),
    )
  })

  it('name the content root of two and more chunks, wherever it stands among the others', () => {
    const large = { ...manifest, size: 262_145 }
    expect(readManifest(JSON.stringify({ root: contentRoot, ...large }))).toEqual({
      ...large,
      root: contentRoot,
    })
    expect(readManifest(JSON.stringify(large))).toEqual(large)
    expect(() => manifestJson(large)).toThrow(expect.objectContaining({ code: 'bad-format' }))
    expect(manifestJson({ ...large, root: contentRoot })).toMatch(/"count":1,"root":"[^"]+"}$/)
    for (const other of [
      '',
      `${contentRoot}=`,
      `${contentRoot.slice(0, 42)}N`,
      contentRoot.slice(1),
      `${contentRoot}\n`,
      5,
      null,
    ])
      expect(() => readManifest(JSON.stringify({ ...large, root: other }))).toThrow()
    expect(() => readManifest(JSON.stringify({ ...large, size: 262_144, root: contentRoot }))).toThrow()
  })

  it.each(['', 'null', '5', '[]', '"x"', '{', '{}'])('%j is no manifest', (json) => {
    expect(() => readManifest(json)).toThrow(expect.objectContaining({ code: 'bad-format' }))
  })

  it('of a later writer are passed over', () => {
    expect(readManifest(JSON.stringify({ ...manifest, colour: 'red' }))).toEqual(manifest)
  })

  it('may leave out the date', () => {
    const { mtime, ...undated } = manifest
    expect(mtime).toBeDefined()
    expect(readManifest(JSON.stringify(undated))).toEqual(undated)
  })
})

describe('what the server says of a file', () => {
  const serverRecord = { name: manifest.name, path: manifest.path, size: 5, sha256: manifest.sha256 }

  it('agrees with the manifest when nothing was altered', () => {
    expect(compareWithServer(manifest, serverRecord)).toEqual([])
    expect(compareWithServer(manifest, { name: manifest.name, path: manifest.path, size: 5 })).toEqual([])
    expect(compareWithServer(manifest, { ...serverRecord, sha256: manifest.sha256.toUpperCase() })).toEqual(
      [],
    )
  })

  it.each([
    ['in another Unicode form', 'grüße.txt', 'gru\u0308ße.txt'],
    ['with a quote as forms write it', 'a "b".txt', 'a %22b%22.txt'],
    ['with a control character replaced', 'Icon\r', 'Icon_'],
    ['with a line end as forms write it', 'Icon\r', 'Icon%0D'],
  ])('agrees for a name %s', (_, name, serverName) => {
    expect(
      compareWithServer(
        { ...manifest, name, path: name },
        { ...serverRecord, name: serverName, path: serverName },
      ),
    ).toEqual([])
  })

  it.each([
    [['name'], { name: 'invoice.exe' }],
    [['name'], { name: 'Grüße.txt' }],
    [['name'], { name: 'grüße.txt ' }],
    [['path'], { path: 'a' }],
    [['size'], { size: 6 }],
    [['sha256'], { sha256: 'ab'.repeat(32) }],
    [['name', 'path', 'size', 'sha256'], { name: 'x', path: '.', size: 0, sha256: '' }],
  ])('differs in %j when the server says %j', (differences, altered) => {
    expect(compareWithServer(manifest, { ...serverRecord, ...altered })).toEqual(differences)
  })
})
