import { describe, expect, it } from 'vitest'
import { personalKeyOf, type PersonalKey } from '../../../core/crypto/index.ts'
import {
  type KeyQuestion,
  mayAnswer,
  mayKeep,
  readAnswer,
  readQuestion,
  type TabState,
} from '../../../src/session/sharedKey.ts'
import { testPair } from '../../keyPairs.ts'

const key = await personalKeyOf(testPair.pkcs8Bytes.slice())
const question: KeyQuestion = { id: crypto.randomUUID(), userId: 1, fingerprint: key.fingerprint }
const asking: TabState = { isFrame: false, isWanted: true, userId: 1, session: 'now', held: null }
const holding: TabState = { ...asking, held: { fingerprint: key.fingerprint, session: 'now' } }

describe('a tab answers with its key', () => {
  it('if that is the key that was asked for, opened in the current session', () => {
    expect(mayAnswer(question, holding)).toBe(true)
  })

  it.each<[string, Partial<KeyQuestion>, Partial<TabState>]>([
    ['to a question of another user', { userId: 2 }, {}],
    ['to a question for another key', { fingerprint: 'of another pair' }, {}],
    ['while locked', {}, { held: null }],
    ['if the key was opened in a session that has ended', {}, { session: 'later' }],
    ['without a session', {}, { session: '', held: { fingerprint: key.fingerprint, session: '' } }],
    ['while nobody is signed in here', {}, { userId: null }],
    ['in a frame', {}, { isFrame: true }],
    ['where the device says so', {}, { isWanted: false }],
  ])('but not %s', (_, asked, tab) => {
    expect(mayAnswer({ ...question, ...asked }, { ...holding, ...tab })).toBe(false)
  })
})

describe('a tab keeps the key of another', () => {
  const answer = { key, sealed: null }

  it('if nothing has changed since it asked', () => {
    expect(mayKeep(answer, question, asking, asking)).toBe(true)
  })

  it.each<[string, PersonalKey, Partial<TabState>]>([
    ['another key', { ...key, fingerprint: 'of another pair' }, {}],
    ['one for a session that has begun since', key, { session: 'later' }],
    ['one for a user who has signed in since', key, { userId: 2 }],
    ['one beside its own', key, { held: holding.held }],
    ['one once that was switched off', key, { isWanted: false }],
    ['one in a frame', key, { isFrame: true }],
  ])('but not %s', (_, given, now) => {
    expect(mayKeep({ ...answer, key: given }, question, asking, { ...asking, ...now })).toBe(false)
  })
})

describe('what comes by a channel', () => {
  it('is an answer with handles that cannot be exported', async () => {
    expect(await readAnswer({ key, sealed: null })).toEqual({ key, sealed: null })
  })

  it.each<[string, () => unknown]>([
    ['of a key that can be exported', async () => ({ ...key, privateKey: await exportableKey() })],
    ['whose fingerprint is not that of its public key', () => ({ ...key, fingerprint: 'of another pair' })],
    ['without a root', () => ({ ...key, root: undefined })],
    ['whose handles are swapped', () => ({ ...key, privateKey: key.signingKey })],
    ['without a key', () => null],
  ])('is none %s', async (_, given) => {
    expect(await readAnswer({ key: await given(), sealed: null })).toBeNull()
  })

  it('is a question, or nothing', () => {
    expect(readQuestion(question)).toEqual(question)
    for (const other of [null, 'opened', { ...question, id: 'x' }, { ...question, userId: '1' }])
      expect(readQuestion(other)).toBeNull()
  })
})

const exportableKey = () =>
  crypto.subtle.importKey('pkcs8', testPair.pkcs8Bytes.slice(), { name: 'RSA-OAEP', hash: 'SHA-256' }, true, [
    'decrypt',
  ])
