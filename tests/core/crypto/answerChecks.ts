import {
  type Answer,
  answersDigest,
  fromBase64,
  fromHex,
  importPrivateKey,
  importRecipientKey,
  openAnswers,
  sealAnswers,
  toBase64Url,
  toHex,
} from '../../../core/crypto/index.ts'
import { sealSaltedBox } from '../../../core/crypto/committedBox.ts'
import { utf8 } from '../../../core/crypto/bytes.ts'
import { pad } from '../../../core/crypto/padding.ts'
import { importHkdfKey } from '../../../core/crypto/primitives.ts'
import { type Check, rejectionCode, type MoreVectors, assertEqual, withRandomBytes } from './vectorChecks.ts'

/** What a sender says of themselves: opened, named, and sealed to the same box. */
export function answerChecks({ keys, answers }: MoreVectors): Check[] {
  const { pkcs8B64, spkiB64 } = keys[answers.key as keyof typeof keys]
  const batch = toBase64Url(fromHex(answers.batch))
  const { fields } = JSON.parse(answers.json) as { fields: Answer[] }
  const ownKey = () => importPrivateKey(fromBase64(pkcs8B64))
  return [
    [
      'answers: open to what was said',
      async () =>
        assertEqual(
          JSON.stringify(await openAnswers(await ownKey(), batch, answers.answersB64)),
          JSON.stringify(fields),
        ),
    ],
    [
      'answers: are named by their hash',
      async () => assertEqual(await answersDigest(answers.answersB64), answers.digestB64u),
    ],
    [
      'answers: open to nobody else, and for no other batch',
      async () => {
        const other = await importPrivateKey(fromBase64(keys.ben.pkcs8B64))
        assertEqual(await rejectionCode(openAnswers(other, batch, answers.answersB64)), 'wrong-key')
        const another = toBase64Url(fromHex(answers.batch).fill(1))
        assertEqual(await rejectionCode(openAnswers(await ownKey(), another, answers.answersB64)), 'damaged')
      },
    ],
    [
      'answers: their box is sealed to the same bytes',
      async () => {
        const terms = {
          secret: await importHkdfKey(fromHex(answers.secret)),
          label: 'sealpost/1/answers-box',
          aad: fromHex(answers.batch),
        }
        const box = await withRandomBytes(fromHex(answers.salt), () =>
          sealSaltedBox(terms, pad(utf8(answers.json))),
        )
        assertEqual(toHex(box), toHex(fromBase64(answers.answersB64).slice(-box.length)))
      },
    ],
    [
      'answers: what is sealed here opens, and has the hash that is said of it',
      async () => {
        const key = await importRecipientKey(fromBase64(spkiB64))
        const { sealedB64, digestB64u } = await sealAnswers(key, batch, fields)
        assertEqual(
          JSON.stringify(await openAnswers(await ownKey(), batch, sealedB64)),
          JSON.stringify(fields),
        )
        assertEqual(await answersDigest(sealedB64), digestB64u)
        assertEqual(fromBase64(sealedB64).length, fromBase64(answers.answersB64).length)
      },
    ],
  ]
}
