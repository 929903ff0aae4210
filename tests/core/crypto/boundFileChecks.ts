import {
  asFileKeyBytes,
  deriveManifestKey,
  fromHex,
  keyCommitment,
  type Manifest,
  openManifest,
  sealManifest,
  seenMark,
  toHex,
  uploadLinkTag,
} from '../../../core/crypto/index.ts'
import { readManifest } from '../../../core/crypto/manifestFields.ts'
import { sentToLookup } from '../../../core/keys/sentTo.ts'
import { assertEqual, type Check, rejectionCode, withRandomBytes } from './vectorChecks.ts'

export type BoundVectors = typeof import('../../fixtures/boundFiles.json')

/** By which link a file came, and the other members that were added to manifests with it. */
export function boundFileChecks({ tags, seenMarks, members, cases, badFormat }: BoundVectors): Check[] {
  return [
    ...tags.map(({ token, tagB64u }): Check => [
      `bound files: tag of the link ${token}`,
      async () => assertEqual(await uploadLinkTag(token), tagB64u),
    ]),
    ...seenMarks.map(({ key, mark }): Check => [
      `bound files: mark ${mark}`,
      async () => assertEqual(await seenMark(asFileKeyBytes(fromHex(key))), mark),
    ]),
    ...members.flatMap(manifestChecks),
    ...cases.flatMap(sentToChecks),
    ...badFormat.map(({ name, json }): Check => [
      `bound files: refuses a manifest whose member is ${name}`,
      async () => {
        const reading = Promise.resolve().then(() => readManifest(json))
        assertEqual(await rejectionCode(reading), 'bad-format')
      },
    ]),
  ]
}

interface ManifestVector {
  readonly name: string
  readonly key: string
  readonly iv: string
  readonly nonce: string
  readonly json: string
  readonly manifestB64: string
}

function manifestChecks({ name, key, iv, nonce, json, manifestB64 }: ManifestVector): Check[] {
  const rawKey = asFileKeyBytes(fromHex(key))
  return [
    [
      `bound files: opens a manifest, ${name}`,
      async () => assertEqual(JSON.stringify(await openManifest(rawKey, fromHex(iv), manifestB64)), json),
    ],
    [
      `bound files: seals a manifest to the same bytes, ${name}`,
      async () => {
        const sealed = await withRandomBytes(fromHex(nonce), async () =>
          sealManifest(await deriveManifestKey(rawKey, fromHex(iv)), JSON.parse(json) as Manifest),
        )
        assertEqual(sealed, manifestB64)
      },
    ],
  ]
}

function sentToChecks({ name, key, iv, manifestB64, ...vector }: BoundVectors['cases'][number]): Check[] {
  const rawKey = asFileKeyBytes(fromHex(key))
  return [
    [
      `bound files: by the link of a remembered folder, ${name}`,
      async () => {
        const commitment = await keyCommitment(rawKey, fromHex(iv))
        assertEqual(toHex(commitment), vector.keyCommitment)
        if (manifestB64 === null) return
        const { to } = await openManifest(rawKey, fromHex(iv), manifestB64)
        const { folder, own } = vector
        const [here, others] = [
          own.filter(({ id }) => id === folder.id),
          own.filter(({ id }) => id !== folder.id),
        ]
        const remembered = [...here, ...others].map(({ id, to: linkTags }) => ({ id, tags: linkTags }))
        const sentTo = to === undefined ? null : await sentToLookup(remembered)(to, commitment)
        const { verdict, sentTo: expected } = vector.expected
        if (verdict === 'here') assertEqual(sentTo, folder.id)
        if (verdict === 'elsewhere' && to !== undefined) assertEqual(sentTo, expected ?? 'unknown')
        if (verdict === 'unsaid') assertEqual(sentTo, null)
      },
    ],
  ]
}
