import fc from '../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import {
  readStatement,
  type RosterMember,
  type SignedStatement,
  type Statement,
  statementText,
} from '../../../contract/roster.ts'
import {
  CryptoError,
  fromBase64,
  importSigningKey,
  isBrokenRoster,
  publicKeysByFingerprint,
  readStoredRoster,
  signStatement,
  statementHash,
  toBase64,
  verifyRoster,
} from '../../../core/crypto/index.ts'
import { concat, utf8 } from '../../../core/crypto/bytes.ts'
import vectors from '../../fixtures/vectors-2.json'
import { caseCount } from '../../volume.ts'
import { anyCharacter } from '../../anyCharacter.ts'

const { ada, ben, cyd, folder1, folder2 } = vectors.keys
type TestPair = typeof ada

const publicKeys = await publicKeysByFingerprint(Object.values(vectors.keys).map(({ spkiB64 }) => spkiB64))
const member = (user: number, { fpB64u: fp }: TestPair, role: RosterMember['role']): RosterMember => ({
  user,
  name: `user ${user}`,
  fp,
  role,
})
const owner = member(1, ada, 'owner')
const signedAt = '2026-01-02T03:04:05.678Z'

const firstStatement: Statement = {
  v: 1,
  folder: 'YGFiY2RlZmdoaWprbG1ubw',
  title: 'Tax 2026',
  seq: 1,
  prev: null,
  gen: 1,
  key: folder1.fpB64u,
  members: [owner],
  actor: 1,
  at: signedAt,
}

const sign = async (statement: Statement, { pkcs8B64 }: TestPair): Promise<SignedStatement> =>
  signStatement(await importSigningKey(fromBase64(pkcs8B64)), statement)

/** Signs whatever text it is given. */
async function signText(text: string, { pkcs8B64 }: TestPair): Promise<SignedStatement> {
  const algorithm = { name: 'RSA-PSS', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('pkcs8', fromBase64(pkcs8B64), algorithm, false, ['sign'])
  const bytes = concat(utf8('sealpost/1/roster\0'), utf8(text))
  const signature = await crypto.subtle.sign({ name: 'RSA-PSS', saltLength: 32 }, key, bytes)
  return { statement: text, signature: toBase64(new Uint8Array(signature)) }
}

const signedFirst = await sign(firstStatement, ada)
const secondStatement: Statement = {
  ...firstStatement,
  seq: 2,
  prev: await statementHash(signedFirst),
  members: [owner, member(2, ben, 'member')],
}
const signedSecond = await sign(secondStatement, ada)
const thirdStatement: Statement = { ...secondStatement, seq: 3, prev: await statementHash(signedSecond) }
const firstTwoSigned = [signedFirst, signedSecond]

const problemOf = async (chain: readonly SignedStatement[], keys = publicKeys) => {
  const roster = await verifyRoster(chain, keys)
  return isBrokenRoster(roster) ? `${roster.problem} ${roster.seq}` : 'valid'
}

describe('a first statement', () => {
  it('names its maker alone, as an owner, and is signed by that key', async () => {
    expect(await problemOf([signedFirst])).toBe('valid')
    expect(await problemOf([await sign(firstStatement, ben)])).toBe('signature 1')
    expect(await problemOf([])).toBe('empty 1')
  })

  it.each<[string, Partial<Statement>]>([
    ['another number', { seq: 2 }],
    ['one before it', { prev: secondStatement.prev }],
    ['another generation', { gen: 2 }],
    ['somebody beside its maker', { members: secondStatement.members }],
    ['a maker who is a member', { members: [member(1, ada, 'member')] }],
    ['an actor who is somebody else', { actor: 2 }],
  ])('is refused with %s', async (_, change) => {
    expect(await problemOf([await sign({ ...firstStatement, ...change }, ada)])).toBe('begin 1')
  })
})

describe('a further statement', () => {
  const rotated = { gen: 2, key: folder2.fpB64u }

  it.each<[string, Partial<Statement>]>([
    ['changes the title', { title: 'Tax' }],
    ['begins a generation', rotated],
    ['removes somebody with a new generation', { ...rotated, members: [owner] }],
    ['makes another owner', { members: [owner, member(2, ben, 'owner')] }],
    ['makes another owner and leaves', { ...rotated, members: [member(2, ben, 'owner')] }],
    ['names a new key of its signer', { ...rotated, members: [{ ...owner, fp: cyd.fpB64u }] }],
  ])('may be one that %s', async (_, change) => {
    expect(await problemOf([...firstTwoSigned, await sign({ ...thirdStatement, ...change }, ada)])).toBe(
      'valid',
    )
  })

  it.each<[string, Partial<Statement>, string]>([
    ['of another folder', { folder: 'YWJjZGVmZ2hpamtsbW5vcA' }, 'folder 3'],
    ['that leaves a number out', { seq: 4 }, 'order 3'],
    ['that follows another one', { prev: secondStatement.prev }, 'order 3'],
    ['that follows nothing', { prev: null }, 'order 3'],
    ['of somebody who is not named', { actor: 3 }, 'actor 3'],
    ['of a member', { actor: 2 }, 'actor 3'],
    ['with another key in the same generation', { key: folder2.fpB64u }, 'generation 3'],
    ['with the same key in a new generation', { gen: 2 }, 'generation 3'],
    ['that leaves a generation out', { gen: 3, key: folder2.fpB64u }, 'generation 3'],
    ['that removes somebody and keeps the key', { members: [owner] }, 'removal 3'],
    [
      'that exchanges somebody’s key and keeps the folder’s',
      { members: [owner, member(2, cyd, 'member')] },
      'removal 3',
    ],
    [
      'that leaves no owner',
      { members: [member(1, ada, 'member'), member(2, ben, 'member')] },
      'ownerless 3',
    ],
  ])('is refused when it is one %s', async (_, change, problem) => {
    expect(await problemOf([...firstTwoSigned, await sign({ ...thirdStatement, ...change }, ada)])).toBe(
      problem,
    )
  })

  it('is not signed by anybody but its actor', async () => {
    expect(await problemOf([...firstTwoSigned, await sign(thirdStatement, ben)])).toBe('signature 3')
  })

  it('is signed with the key that its actor had in the statement before', async () => {
    const named = {
      ...thirdStatement,
      ...rotated,
      members: [{ ...owner, fp: cyd.fpB64u }, member(2, ben, 'member')],
    }
    expect(await problemOf([...firstTwoSigned, await sign(named, cyd)])).toBe('signature 3')
    const moved = [...firstTwoSigned, await sign(named, ada)]
    const next = { ...named, seq: 4, prev: await statementHash(lastOf(moved)) }
    expect(await problemOf([...moved, await sign(next, ada)])).toBe('signature 4')
    expect(await problemOf([...moved, await sign(next, cyd)])).toBe('valid')
  })

  it('never brings back the key of an earlier generation', async () => {
    const gen2 = await sign({ ...thirdStatement, ...rotated }, ada)
    const back = { ...thirdStatement, seq: 4, prev: await statementHash(gen2), gen: 3, key: folder1.fpB64u }
    expect(await problemOf([...firstTwoSigned, gen2, await sign(back, ada)])).toBe('generation 4')
  })

  it('does not verify without the key of its signer', async () => {
    const others = await publicKeysByFingerprint([ben.spkiB64])
    expect(await problemOf(firstTwoSigned, others)).toBe('signature 1')
  })
})

const lastOf = (chain: readonly SignedStatement[]) => chain[chain.length - 1] ?? signedFirst

describe('the spelling of a statement', () => {
  const text = statementText(thirdStatement)
  const parsed = JSON.parse(text) as Statement

  it.each<[string, string]>([
    ['a blank', text.replace(',', ', ')],
    ['a further member', text.replace(/}$/, ',"more":1}')],
    ['a member twice', text.replace('"seq":3', '"seq":3,"seq":3')],
    ['members in another order', text.replace(/"v":1,("folder":"[^"]*"),/, '$1,"v":1,')],
    ['people in another order', JSON.stringify({ ...parsed, members: parsed.members.toReversed() })],
    ['two of one user', JSON.stringify({ ...parsed, members: [owner, { ...owner, fp: ben.fpB64u }] })],
    ['two of one key', JSON.stringify({ ...parsed, members: [owner, { ...owner, user: 2 }] })],
    ['nobody', JSON.stringify({ ...parsed, members: [] })],
    ['another role', text.replace('"member"', '"admin"')],
    ['a title that is not normalised', JSON.stringify({ ...parsed, title: 'Mu\u0308ller' })],
    ['a lone surrogate', text.replace('Tax', '\\ud800')],
    ['an escape that need not be', text.replace('Tax', '\\u0054ax')],
    ['a number as text', text.replace('"actor":1', '"actor":"1"')],
    ['a fraction', text.replace('"seq":3', '"seq":3.5')],
    ['a number with an exponent', text.replace('"seq":3', '"seq":3e0')],
    ['a number beyond the exact ones', text.replace('"actor":1', '"actor":9007199254740993')],
    ['a negative number', text.replace('"actor":1', '"actor":-1')],
    ['a time of day that is none', text.replace('03:04:05', '33:04:05')],
    ['a day that is none', text.replace(/-\d\d-\d\dT/, '-02-30T')],
    ['a time elsewhere', text.replace('678Z', '678+01:00')],
    ['a folder’s id of another length', text.replace('YGFiY2Rl', 'YGFi')],
    ['spare bits in a fingerprint', text.replace(ada.fpB64u, `${ada.fpB64u.slice(0, -1)}F`)],
    ['another version', text.replace('"v":1', '"v":0')],
    ['no text of JSON', 'x'],
    ['null', 'null'],
  ])('is refused with %s, also when it is signed', async (_, other) => {
    expect(other).not.toBe(text)
    expect(readStatement(other)).toBeNull()
    expect(await problemOf([...firstTwoSigned, await signText(other, ada)])).toBe('spelling 3')
  })

  it('is never written for what would not be read', () => {
    expect(() => statementText({ ...thirdStatement, title: '' })).toThrow(TypeError)
    expect(() => statementText({ ...thirdStatement, members: secondStatement.members.toReversed() })).toThrow(
      TypeError,
    )
  })

  it('reads exactly what it writes', () => {
    const texts = fc
      .string({ minLength: 1, maxLength: 40, unit: anyCharacter })
      .map((one) => one.normalize('NFC').replaceAll('\0', '?'))
    fc.assert(
      fc.property(texts, fc.integer({ min: 1 }), fc.nat(), (title, user, days) => {
        const statement = {
          ...thirdStatement,
          title,
          members: [{ ...owner, user }],
          actor: user,
          at: new Date(days * 1000).toISOString(),
        }
        expect(readStatement(statementText(statement))).toEqual(statement)
      }),
    )
  })
})

/** What `problemOf` returns, or the error with which a higher version number is refused. */
const refusalOf = (chain: readonly SignedStatement[]): Promise<string> =>
  problemOf(chain).catch((error: unknown) => {
    if (error instanceof CryptoError && error.code === 'newer-version') return error.code
    throw error
  })

describe('altered bytes', () => {
  it('are refused wherever they stand in statement or signature', async () => {
    const whole = [...firstTwoSigned, await sign(thirdStatement, ada)]
    await fc.assert(
      fc.asyncProperty(
        fc.nat(2),
        fc.boolean(),
        fc.noBias(fc.nat(2000)),
        fc.integer({ min: 1, max: 127 }),
        async (which, isText, place, mask) => {
          const one = whole[which] ?? signedFirst
          const part = isText ? one.statement : one.signature
          const i = place % part.length
          const altered =
            part.slice(0, i) + String.fromCharCode(part.charCodeAt(i) ^ mask) + part.slice(i + 1)
          const chain = whole.with(
            which,
            isText ? { ...one, statement: altered } : { ...one, signature: altered },
          )
          expect(await refusalOf(chain)).not.toBe('valid')
        },
      ),
      { numRuns: caseCount(120, 2000) },
    )
  })

  it('of a statement that was signed for another purpose are refused', async () => {
    const key = await importSigningKey(fromBase64(ada.pkcs8B64))
    const bare = await crypto.subtle.sign(
      { name: 'RSA-PSS', saltLength: 32 },
      key,
      utf8(statementText(firstStatement)),
    )
    const other = { statement: statementText(firstStatement), signature: toBase64(new Uint8Array(bare)) }
    expect(await problemOf([other])).toBe('signature 1')
  })
})

describe('a chain that a device kept', () => {
  it('is read again without keys, with the signers it had', async () => {
    const roster = await verifyRoster(firstTwoSigned, publicKeys)
    expect(await readStoredRoster(firstTwoSigned)).toEqual(isBrokenRoster(roster) ? [] : roster.statements)
  })

  it('is none where its statements do not follow each other', async () => {
    expect(await readStoredRoster([signedFirst, await sign({ ...thirdStatement }, ada)])).toEqual([])
  })
})
