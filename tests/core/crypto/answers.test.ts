import fc from '../../fastCheck.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  maxAnswerLength,
  maxAnswersBytes,
  maxFieldLabelLength,
  maxLongAnswerLength,
  maxLongAnswers,
  maxLongAnswersBytes,
  maxSenderFields,
} from '../../../contract/limits.ts'
import {
  type Answer,
  fromBase64,
  generateKeyPair,
  importPrivateKey,
  importRecipientKey,
  openAnswers,
  randomBytes,
  sealAnswers,
  toBase64,
  toBase64Url,
} from '../../../core/crypto/index.ts'
import { concat, utf8 } from '../../../core/crypto/bytes.ts'
import { sealSaltedBox } from '../../../core/crypto/committedBox.ts'
import { pad } from '../../../core/crypto/padding.ts'
import { importHkdfKey } from '../../../core/crypto/primitives.ts'
import { rejectionCode } from './rejectionCode.ts'
import { withBitFlipped } from './testBytes.ts'
import { caseCount } from '../../volume.ts'

const batchId = toBase64Url(randomBytes(16))
const answers: Answer[] = [
  { label: 'Name', value: 'Zoë' },
  { label: 'Case', value: '' },
]

async function newPair() {
  const { pkcs8Bytes, spkiBytes } = await generateKeyPair()
  return { own: await importPrivateKey(pkcs8Bytes), recipient: await importRecipientKey(spkiBytes) }
}

let pair: Awaited<ReturnType<typeof newPair>>
let sealedB64: string
beforeAll(async () => {
  pair = await newPair()
  sealedB64 = (await sealAnswers(pair.recipient, batchId, answers)).sealedB64
})

/** As somebody writes who knows the key of the folder and keeps to no rule. */
async function sealAnswersJson(json: string): Promise<string> {
  const secret = randomBytes(32)
  const algorithm = { name: 'RSA-OAEP', label: utf8('sealpost/1/answers') }
  const wrapped = await crypto.subtle.encrypt(algorithm, pair.recipient, secret)
  const aad = Uint8Array.from(Buffer.from(batchId, 'base64url'))
  const terms = { secret: await importHkdfKey(secret), label: 'sealpost/1/answers-box', aad }
  return toBase64(concat(new Uint8Array(wrapped), await sealSaltedBox(terms, pad(utf8(json)))))
}

const anyText = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', maxLength })
    .map((text) => text.normalize('NFC').slice(0, maxLength).toWellFormed())

describe('answers of a sender', () => {
  it('say to the owner of the key what was asked and answered, whatever it is', async () => {
    const field = fc.record({ label: anyText(maxFieldLabelLength), value: anyText(maxAnswerLength) })
    const some = fc.array(
      field.filter(
        ({ label, value }) => label !== '' && [label, value].every((text) => text.normalize('NFC') === text),
      ),
      { maxLength: maxSenderFields },
    )
    await fc.assert(
      fc.asyncProperty(some, async (said) => {
        const sealed = await sealAnswers(pair.recipient, batchId, said)
        expect(await openAnswers(pair.own, batchId, sealed.sealedB64)).toEqual(said)
      }),
      { numRuns: caseCount(15, 100) },
    )
  })

  it('are never longer than a server takes', async () => {
    const label = '\u8a9e'.repeat(maxFieldLabelLength)
    const longest = { label, value: '\u8a9e'.repeat(maxAnswerLength) }
    // Three bytes a character, and two for its quotation marks.
    const long = { label, value: '\u8a9e'.repeat(Math.floor((maxLongAnswersBytes / maxLongAnswers - 2) / 3)) }
    const { sealedB64: longestB64 } = await sealAnswers(pair.recipient, batchId, [
      ...Array<Answer>(maxLongAnswers).fill(long),
      ...Array<Answer>(maxSenderFields - maxLongAnswers).fill(longest),
    ])
    const ofLongestKey = 1024 - 256
    expect(fromBase64(longestB64).length + ofLongestKey).toBeLessThanOrEqual(maxAnswersBytes)
  })

  it('do not tell by their length how long a short answer is', async () => {
    const of = (value: string) => sealAnswers(pair.recipient, batchId, [{ label: 'Name', value }])
    const [short, long] = await Promise.all([of('x'), of('x'.repeat(150))])
    expect(short.sealedB64).toHaveLength(long.sealedB64.length)
  })

  it('are other bytes each time, under another hash', async () => {
    const again = await sealAnswers(pair.recipient, batchId, answers)
    expect(again.sealedB64).not.toBe(sealedB64)
  })

  it('open to nobody whose key it is not, and for no other batch', async () => {
    const { own } = await newPair()
    expect(await rejectionCode(openAnswers(own, batchId, sealedB64))).toBe('wrong-key')
    const other = toBase64Url(randomBytes(16))
    expect(await rejectionCode(openAnswers(pair.own, other, sealedB64))).toBe('damaged')
    expect(await rejectionCode(openAnswers(pair.own, 'no batch', sealedB64))).toBe('bad-format')
  })

  it('do not open with any bit changed, or any piece missing', async () => {
    const sealed = fromBase64(sealedB64)
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length * 8 - 1), async (bit) => {
        const altered = toBase64(withBitFlipped(sealed, bit))
        expect(await rejectionCode(openAnswers(pair.own, batchId, altered))).toMatch(
          /^(?:wrong-key|damaged)$/,
        )
      }),
      { numRuns: caseCount(30, 300) },
    )
    for (const length of [0, 255, 256, 299, sealed.length - 1])
      expect(await rejectionCode(openAnswers(pair.own, batchId, toBase64(sealed.slice(0, length))))).not.toBe(
        'no failure',
      )
  })

  it('cannot be taken for a file key of the same recipient, nor a file key for them', async () => {
    const wrapped = fromBase64(sealedB64).subarray(0, 256)
    const asFileKeyBytes = crypto.subtle.decrypt({ name: 'RSA-OAEP' }, pair.own, wrapped)
    await expect(asFileKeyBytes).rejects.toThrow()
  })

  it('may have two long ones, of several lines, as another program writes them', async () => {
    const value = `${'b'.repeat(3999)}\n${'c'.repeat(4000)}`
    const fields = ['Why', 'How'].map((label) => ({ label, value }))
    expect(
      await openAnswers(pair.own, batchId, await sealAnswersJson(JSON.stringify({ v: 1, fields }))),
    ).toEqual(fields)
  })

  const field = '{"label":"a","value":"b"}'
  it.each([
    ['another version', '{"v":2,"fields":[]}'],
    ['another order of members', '{"fields":[],"v":1}'],
    ['a member that nobody knows', `{"v":1,"fields":[{"label":"a","value":"b","html":"c"}]}`],
    ['white space', '{"v":1, "fields":[]}'],
    ['no list', '{"v":1,"fields":{}}'],
    [
      'too many fields',
      `{"v":1,"fields":[${Array(maxSenderFields + 1)
        .fill(field)
        .join()}]}`,
    ],
    ['a question without words', '{"v":1,"fields":[{"label":"","value":"b"}]}'],
    ['a question that is too long', `{"v":1,"fields":[{"label":"${'a'.repeat(101)}","value":"b"}]}`],
    ['an answer that is too long', `{"v":1,"fields":[{"label":"a","value":"${'b'.repeat(8001)}"}]}`],
    [
      'more long answers than fields may ask for',
      `{"v":1,"fields":[${Array(maxLongAnswers + 1)
        .fill(`{"label":"a","value":"${'b'.repeat(501)}"}`)
        .join()}]}`,
    ],
    ['an answer that is no text', '{"v":1,"fields":[{"label":"a","value":7}]}'],
    ['texts that are not NFC', '{"v":1,"fields":[{"label":"a","value":"e\u0301"}]}'],
  ])('are refused by their reader with %s', async (_, json) => {
    expect(await rejectionCode(openAnswers(pair.own, batchId, await sealAnswersJson(json)))).toBe(
      'bad-format',
    )
  })

  it('are not sealed where nobody could read them', async () => {
    const tooMany = Array<Answer>(maxSenderFields + 1).fill({ label: 'a', value: 'b' })
    expect(await rejectionCode(sealAnswers(pair.recipient, batchId, tooMany))).toBe('bad-format')
    // Six bytes each, once they are written down.
    const escaped = { label: 'a', value: '\u0001'.repeat(maxLongAnswerLength) }
    const tooLong = Array<Answer>(maxLongAnswers).fill(escaped)
    expect(await rejectionCode(sealAnswers(pair.recipient, batchId, tooLong))).toBe('bad-format')
  })
})
