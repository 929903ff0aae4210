import {
  type Bytes,
  type Contacts,
  fromBase64,
  fromHex,
  importRecipientKey,
  isBrokenRoster,
  importPrivateKey,
  openContacts,
  openGeneration,
  openGrant,
  publicKeysByFingerprint,
  sealGrant,
  toHex,
  verifyRoster,
} from '../../../core/crypto/index.ts'
import { sealSaltedBox } from '../../../core/crypto/committedBox.ts'
import { folderOwnerSecret } from '../../../core/crypto/folderKeys.ts'
import { hkdf, importHkdfKey } from '../../../core/crypto/primitives.ts'
import { be32, concat } from '../../../core/crypto/bytes.ts'
import { tryBase64Url } from '../../../core/crypto/bytes.ts'
import {
  type Check,
  rejectionCode,
  type MoreVectors,
  assertEqual,
  assertEqualBytes,
  withRandomBytes,
} from './vectorChecks.ts'

/** Folders of several people: their keys, rosters, and what a person remembers. */
export function sharedFolderChecks({ keys, folder, roster, contacts }: MoreVectors): Check[] {
  return [
    ...folder.generations.flatMap((generation) => generationChecks(keys, folder.fidB64u, generation)),
    ...rosterChecks(keys, roster),
    ...contactsChecks(contacts),
  ]
}

type Keys = MoreVectors['keys']
type GenerationVector = MoreVectors['folder']['generations'][number]
type KeyName = keyof Keys

function generationChecks(keys: Keys, folder: string, vector: GenerationVector): Check[] {
  const { g: gen, sealedPrivateB64: sealedPrivate } = vector
  const pair = keys[vector.key as KeyName]
  const open = (secret: Bytes, key: string) => openGeneration({ folder, gen }, { secret, sealedPrivate, key })
  const name = (text: string) => `folder key ${gen}: ${text}`
  return [
    [
      name('opens to the key of its statement'),
      async () => {
        const opened = await open(fromHex(vector.secret), pair.fpB64u)
        assertEqual(opened.publicKeySpki, pair.spkiB64)
        assertEqualBytes(
          await hkdf(opened.ownerSecret, null, 'probe', 32),
          await hkdf(fromHex(vector.folderSecret), null, 'probe', 32),
        )
      },
    ],
    [
      name('is refused where its statement names another'),
      async () =>
        assertEqual(await rejectionCode(open(fromHex(vector.secret), keys.ada.fpB64u)), 'wrong-key'),
    ],
    [
      name('is sealed to the same bytes'),
      async () => {
        const terms = {
          secret: await importHkdfKey(fromHex(vector.secret)),
          label: 'sealpost/1/folder-key',
          aad: concat(tryBase64Url(folder) ?? new Uint8Array(), be32(gen)),
        }
        const sealed = await withRandomBytes(fromHex(vector.salt), () =>
          sealSaltedBox(terms, fromBase64(pair.pkcs8B64)),
        )
        assertEqual(toHex(sealed), toHex(fromBase64(sealedPrivate)))
      },
    ],
    [
      name('its own secret'),
      async () => {
        const derived = await folderOwnerSecret(await importHkdfKey(fromHex(vector.secret)))
        assertEqualBytes(
          await hkdf(derived, null, 'probe', 32),
          await hkdf(fromHex(vector.folderSecret), null, 'probe', 32),
        )
      },
    ],
    ...Object.entries(vector.grants).map(([who, grant]): Check => {
      return [
        name(`grant of ${who}`),
        async () => {
          const person = keys[who as KeyName]
          const privateKey = await importPrivateKey(fromBase64(person.pkcs8B64))
          assertEqualBytes(await openGrant(privateKey, { folder, gen }, grant), fromHex(vector.secret))
          assertEqual(
            await rejectionCode(openGrant(privateKey, { folder, gen: gen + 1 }, grant)),
            'wrong-key',
          )
          const again = await sealGrant(
            await importRecipientKey(fromBase64(person.spkiB64)),
            { folder, gen },
            fromHex(vector.secret),
          )
          assertEqualBytes(await openGrant(privateKey, { folder, gen }, again), fromHex(vector.secret))
        },
      ]
    }),
  ]
}

function rosterChecks(keys: Keys, { chain, head, wrong }: MoreVectors['roster']): Check[] {
  const verified = async (statements: { statement: string; signatureB64: string }[]) =>
    verifyRoster(
      statements.map(({ statement, signatureB64 }) => ({ statement, signature: signatureB64 })),
      await publicKeysByFingerprint(Object.values(keys).map(({ spkiB64 }) => spkiB64)),
    )
  return [
    [
      'roster: the chain is valid, and this is its head',
      async () => {
        const roster = await verified(chain)
        if (isBrokenRoster(roster)) throw new Error(JSON.stringify(roster))
        assertEqual(roster.head.hash, head)
        assertEqual(roster.statements.length, chain.length)
      },
    ],
    ...wrong.map(({ name, chain: statements }): Check => {
      return [
        `roster, refused: ${name}`,
        async () => {
          const roster = await verified(statements)
          if (!isBrokenRoster(roster)) throw new Error('accepted')
          assertEqual(roster.seq <= statements.length, true)
        },
      ]
    }),
  ]
}

/** Of the first version: read, and never written any more. */
function contactsChecks({ root, json, boxB64 }: MoreVectors['contacts']): Check[] {
  const first = JSON.parse(json) as Contacts
  const own = first.own.map((one) => ({ ...one, secret: true, private: null, to: [] }))
  const folders = first.folders.map((one) => ({ ...one, private: null }))
  return [
    [
      'contacts: open in the first version',
      async () =>
        assertEqual(
          JSON.stringify(await openContacts(await importHkdfKey(fromHex(root)), boxB64)),
          JSON.stringify({ ...first, v: 2, folders, own }),
        ),
    ],
  ]
}
