import { isPlaceholder } from '../../../contract/fileNames.ts'
import {
  asFileKeyBytes,
  deriveNamesKey,
  fromBase64,
  fromHex,
  hiddenRow,
  type IndexedFile,
  keyCommitment,
  namesVerdict,
  openSegment,
  type RowNames,
  sealSegment,
  toBase64,
  toHex,
} from '../../../core/crypto/index.ts'
import { importHkdfKey } from '../../../core/crypto/primitives.ts'
import { readUploadLinkFragment } from '../../../core/upload/uploadLinkFragment.ts'
import { assertEqual, type Check, rejectionCode, withRandomBytes } from './vectorChecks.ts'

export type PrivateNamesVectors = typeof import('../../fixtures/privateNames.json')

/** What the server is told of files whose names it does not learn, and what its rows say. */
export function privateNamesChecks({ files, rows, fragments, index }: PrivateNamesVectors): Check[] {
  const [first] = files
  return [
    ...files.flatMap(fileChecks),
    ...rows.map(({ name, private: isPrivate, row, verdict }): Check => [
      `private names: a row, ${name}`,
      () => {
        const hidden = { name: first?.placeholder ?? '', path: '.', sha256: first?.wireHash ?? '' }
        const manifest = { private: isPrivate ? (1 as const) : undefined }
        assertEqual(namesVerdict(manifest, hidden, row), verdict)
      },
    ]),
    ...fragments.map(({ fragment, ...expected }): Check => [
      `private names: the link ${fragment}`,
      () => {
        const { keyFingerprint, originSecret, privateNames } = readUploadLinkFragment(fragment)
        assertEqual(JSON.stringify({ keyFingerprint, originSecret, privateNames }), JSON.stringify(expected))
      },
    ]),
    ...indexChecks(index),
  ]
}

function indexChecks({ root, segments, refused }: PrivateNamesVectors['index']): Check[] {
  const rootKey = () => importHkdfKey(fromHex(root))
  return [
    ...segments.flatMap(({ name, salt, files, boxB64, ...place }): Check[] => [
      [
        `index: opens a segment, ${name}`,
        async () => {
          const opened = await openSegment(await rootKey(), place, fromBase64(boxB64))
          assertEqual(JSON.stringify(opened), JSON.stringify(files))
        },
      ],
      [
        `index: seals a segment to the same bytes, ${name}`,
        async () => {
          const root = await rootKey()
          const box = await withRandomBytes(fromHex(salt), () =>
            sealSegment(root, place, files as IndexedFile[]),
          )
          assertEqual(toBase64(box), boxB64)
        },
      ],
    ]),
    ...refused.map(({ name, boxB64, code, ...place }): Check => [
      `index: refuses ${name}`,
      async () =>
        assertEqual(await rejectionCode(openSegment(await rootKey(), place, fromBase64(boxB64))), code),
    ]),
    [
      'index: refuses the index of another key',
      async () => {
        const [segment] = segments
        const other = await importHkdfKey(fromHex(root.replaceAll('4', '5')))
        const opening = openSegment(
          other,
          segment ?? { folder: 0, segment: 0 },
          fromBase64(segment?.boxB64 ?? ''),
        )
        assertEqual(await rejectionCode(opening), 'wrong-key')
      },
    ],
  ]
}

function fileChecks(vector: PrivateNamesVectors['files'][number]): Check[] {
  const rawKey = asFileKeyBytes(fromHex(vector.key))
  const iv = fromHex(vector.iv)
  const row = async (): Promise<RowNames> =>
    hiddenRow(await deriveNamesKey(rawKey, iv), await keyCommitment(rawKey, iv), vector.file)
  return [
    [
      `private names: key of ${vector.name}`,
      async () => {
        assertEqual(toHex(await keyCommitment(rawKey, iv)), vector.keyCommitment)
        assertEqual(toHex(await deriveNamesKey(rawKey, iv)), vector.namesKey)
      },
    ],
    [
      `private names: row of ${vector.name}`,
      async () => {
        const { name, path, sha256 } = await row()
        assertEqual(isPlaceholder(name), true)
        assertEqual(
          JSON.stringify([name, path, sha256]),
          JSON.stringify([vector.placeholder, '.', vector.wireHash]),
        )
      },
    ],
  ]
}
