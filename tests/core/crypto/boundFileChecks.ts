import {
  asFileKeyBytes,
  type Contacts,
  deriveManifestKey,
  fromHex,
  importOriginKey,
  keyCommitment,
  type Manifest,
  openContacts,
  openManifest,
  openOwnManifest,
  type OriginKey,
  type OriginVerdict,
  sealContacts,
  sealManifest,
  seenMark,
  toHex,
  uploadLinkTag,
} from '../../../core/crypto/index.ts'
import { readManifest } from '../../../core/crypto/manifestFields.ts'
import { importHkdfKey } from '../../../core/crypto/primitives.ts'
import { sentToLookup } from '../../../core/keys/sentTo.ts'
import { boundVerdict } from '../../../core/trust/boundVerdict.ts'
import { type FolderLinks, folderLinks } from '../../../core/trust/folderLinks.ts'
import { assertEqual, type Check, rejectionCode, withRandomBytes } from './vectorChecks.ts'

export type BoundVectors = typeof import('../../fixtures/boundFiles.json')

/** By which link a file came, and the other members that were added to manifests with it. */
export function boundFileChecks({
  tags,
  seenMarks,
  members,
  cases,
  badFormat,
  contacts,
}: BoundVectors): Check[] {
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
    ...cases.flatMap(verdictChecks),
    ...badFormat.map(({ name, json }): Check => [
      `bound files: refuses a manifest whose member is ${name}`,
      async () => {
        const reading = Promise.resolve().then(() => readManifest(json))
        assertEqual(await rejectionCode(reading), 'bad-format')
      },
    ]),
    ...contactsChecks(contacts),
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

function verdictChecks({ name, key, iv, manifestB64, ...vector }: BoundVectors['cases'][number]): Check[] {
  const { folder, own, seen, expected } = vector
  const rawKey = asFileKeyBytes(fromHex(key))
  const file = async (origin: OriginKey | null, remembered: FolderLinks['remembered']) => {
    const commitment = await keyCommitment(rawKey, fromHex(iv))
    assertEqual(toHex(commitment), vector.keyCommitment)
    const mark = await seenMark(rawKey)
    const seenIn = seen.find((one) => one.mark === mark)?.folder
    if (manifestB64 === null) return { hasManifest: false, origin: null, sentTo: null, seenIn }
    const { to } = await openManifest(rawKey, fromHex(iv), manifestB64)
    const opened = origin && (await openOwnManifest(rawKey, fromHex(iv), manifestB64, origin))
    const sentTo = to === undefined ? null : await sentToLookup(remembered)(to, commitment)
    return { hasManifest: true, origin: opened?.origin ?? null, sentTo, seenIn }
  }
  const shown = async () => ({ id: folder.id, tag: await uploadLinkTag(folder.linkToken) })
  return [
    [
      `bound files: ${name}`,
      async () => {
        const links = folder.several ? null : folderLinks(await shown(), own, [])
        const judged = await file(null, links?.remembered ?? [])
        const verdict = boundVerdict(judged, { id: folder.id, links, trust: 'known' })
        assertEqual(verdict.verdict, expected.verdict)
        assertEqual(verdict.belongsTo, expected.sentTo ?? null)
        if (links?.isJudged) assertEqual(links.alarm === null, vector.linkMayBeCopied)
      },
    ],
    ...(vector.origin === undefined ? [] : [vector.origin]).map((origin): Check => [
      `bound files: with its proof of origin, ${name}`,
      async () => {
        const links = folderLinks(await shown(), own, [])
        const judged = await file(await importOriginKey(fromHex(origin.secret)), links.remembered)
        assertEqual(judged.origin, origin.verdict)
        const { verdict } = boundVerdict(judged, { id: folder.id, links, trust: 'known' })
        const byOrigin = { proven: 'proven', wrong: 'elsewhere', plain: expected.verdict }
        assertEqual(verdict, byOrigin[origin.verdict as OriginVerdict])
      },
    ]),
  ]
}

function contactsChecks({ root, salt, stored, ofLaterVersion }: BoundVectors['contacts']): Check[] {
  const handle = () => importHkdfKey(fromHex(root))
  return [
    ...stored.flatMap(({ json, boxB64 }, at): Check[] => [
      [
        `contacts ${at}: open`,
        async () => assertEqual(JSON.stringify(await openContacts(await handle(), boxB64)), json),
      ],
      [
        `contacts ${at}: seal to the same bytes`,
        async () =>
          assertEqual(
            await withRandomBytes(fromHex(salt), async () =>
              sealContacts(await handle(), JSON.parse(json) as Contacts),
            ),
            boxB64,
          ),
      ],
    ]),
    [
      'contacts: of a later version are said to be',
      async () =>
        assertEqual(
          await rejectionCode(openContacts(await handle(), ofLaterVersion.boxB64)),
          'newer-version',
        ),
    ],
  ]
}
