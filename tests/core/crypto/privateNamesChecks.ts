import { isPlaceholder } from '../../../contract/fileNames.ts'
import {
  asFileKeyBytes,
  deriveNamesKey,
  fromHex,
  hiddenRow,
  keyCommitment,
  namesVerdict,
  type RowNames,
  toHex,
} from '../../../core/crypto/index.ts'
import { readUploadLinkFragment } from '../../../core/upload/uploadLinkFragment.ts'
import { assertEqual, type Check } from './vectorChecks.ts'

export type PrivateNamesVectors = typeof import('../../fixtures/privateNames.json')

/** What the server is told of files whose names it does not learn, and what its rows say. */
export function privateNamesChecks({ files, rows, fragments }: PrivateNamesVectors): Check[] {
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
