import { describe, expect, it } from 'vitest'
import { fault } from '../../../../core/faults/fault.ts'
import {
  downloadPageSlice,
  downloadStep,
  filesReady,
  keysProgressed,
  pageLeft,
  pageOpened,
  rowBegan,
  type RowOutcome,
  linkExpired,
  rowsEnded,
  type SharedRow,
} from '../../../../src/features/download/downloadPageSlice.ts'
import { buttonText, differenceText, verifiedText } from '../../../../src/features/download/downloadTexts.ts'
import { phaseOf } from '../../../../src/features/download/rowPhase.ts'
import type { Saving } from '../../../../src/saving/savingSlice.ts'
import {
  keysGiven,
  linkFailed,
  passwordAccepted,
  passwordAsked,
  passwordRefused,
  passwordSent,
} from './linkActions.ts'

const { reducer } = downloadPageSlice
const sharedRow = (id: number, more: Partial<SharedRow> = {}): SharedRow => ({
  id,
  name: `${id}.txt`,
  path: '.',
  size: 10,
  isSealed: true,
  isText: false,
  difference: null,
  last: null,
  ...more,
})
const wrongPassword = fault('wrong-password')
const rowsEndedWith = (ends: (readonly [number, RowOutcome])[], isAnyRunning = false) =>
  rowsEnded({ ends, isAnyRunning })
const openedState = reducer(undefined, pageOpened({ linkToken: 'token', exposed: false }))
const readyState = reducer(openedState, filesReady({ rows: [sharedRow(1), sharedRow(2)], notOffered: 0 }))

describe('the page of a link', () => {
  it('opens keys, shows files, and is reset when it is left', () => {
    expect(reducer(openedState, keysProgressed({ done: 1, files: 2 })).opening).toEqual({ done: 1, files: 2 })
    expect(readyState).toMatchObject({ step: downloadStep.ready, opening: null })
    expect(reducer(readyState, keysProgressed({ done: 1, files: 2 }))).toBe(readyState)
    expect(reducer(readyState, pageLeft())).toEqual(reducer(undefined, pageLeft()))
  })

  it('waits for keys that are missing, and for a password until it is the right one', () => {
    const missing = reducer(openedState, linkFailed({ fault: fault('link-keys-missing'), keysMissing: true }))
    expect(missing).toMatchObject({ step: downloadStep.error, keysMissing: true })
    expect(reducer(missing, keysGiven())).toMatchObject({ step: downloadStep.loading, failure: null })
    const sent = reducer(reducer(openedState, passwordAsked()), passwordSent())
    expect(sent).toMatchObject({ step: downloadStep.password, unlocking: true })
    expect(reducer(sent, passwordRefused(wrongPassword))).toMatchObject({
      step: downloadStep.password,
      unlocking: false,
      passwordFailure: wrongPassword,
    })
  })

  it('waits for no password once the link has failed or opened', () => {
    const sent = reducer(reducer(openedState, passwordAsked()), passwordSent())
    const failed = reducer(sent, linkFailed({ fault: fault('linkInvalid') }))
    expect(failed).toMatchObject({ step: downloadStep.error, unlocking: false })
    const files = { rows: [sharedRow(1)], notOffered: 0 }
    const accepted = reducer(sent, passwordAccepted())
    expect(reducer(accepted, filesReady(files))).toMatchObject({ step: downloadStep.ready, unlocking: false })
  })

  it('keeps its files while a password that has lapsed is asked for again', () => {
    const refused = reducer(reducer(readyState, passwordSent()), passwordRefused(wrongPassword))
    expect(refused).toMatchObject({
      step: downloadStep.ready,
      passwordFailure: wrongPassword,
      unlocking: false,
    })
    const taken = reducer(reducer(refused, passwordSent()), passwordAccepted())
    expect(taken).toMatchObject({ step: downloadStep.ready, passwordFailure: null, unlocking: false })
    expect(taken.rows).toHaveLength(2)
  })

  it('remembers of each file how it was saved last, and forgets a failure when it begins again', () => {
    const failed = { type: 'failed', fault: fault('incomplete') } as const
    const saved = { type: 'saved', sha256: null } as const
    const ended = reducer(readyState, rowsEndedWith([[1, failed]]))
    expect(ended.rows.map(({ last }) => last)).toEqual([failed, null])
    expect(reducer(ended, rowBegan(1)).rows[0]?.last).toBeNull()
    const all = reducer(
      ended,
      rowsEndedWith([
        [1, saved],
        [2, saved],
      ]),
    )
    expect(reducer(all, rowBegan(1)).rows[0]?.last).toEqual(saved)
  })
})

it('says that the sender changed the link once a file is no longer in it, and not for another failure', () => {
  const endedWith = (code: 'fileNotFound' | 'incomplete') =>
    reducer(readyState, rowsEndedWith([[1, { type: 'failed', fault: fault(code) }]]))
  expect([endedWith('fileNotFound').isChanged, endedWith('incomplete').isChanged]).toEqual([true, false])
})

it.each(['downloadLinkExpired', 'linkInvalid'] as const)(
  'says once that a link has ended while its page was open: %s',
  (code) => {
    const failed = { type: 'failed', fault: fault(code) } as const
    const ended = reducer(
      readyState,
      rowsEndedWith([
        [1, failed],
        [2, failed],
      ]),
    )
    expect(ended).toMatchObject({ step: downloadStep.error, failure: failed.fault, isTemporary: false })
    const other = { type: 'failed', fault: fault('incomplete') } as const
    expect(reducer(readyState, rowsEndedWith([[1, other]])).step).toBe(downloadStep.ready)
  },
)

it('keeps what was saved, or still runs, in sight when its link ends', () => {
  const failed = { type: 'failed', fault: fault('downloadLinkExpired') } as const
  const saved = { type: 'saved', sha256: 'ab' } as const
  const some = reducer(reducer(readyState, rowsEndedWith([[1, saved]])), rowsEndedWith([[2, failed]]))
  expect(some).toMatchObject({ step: downloadStep.ready, failure: failed.fault })
  expect(some.rows.map(({ last }) => last)).toEqual([saved, failed])
  const running = reducer(readyState, rowsEndedWith([[2, failed]], true))
  expect(running).toMatchObject({ step: downloadStep.ready, failure: failed.fault })
  // What ran has failed, too: nothing is left to see.
  expect(reducer(running, rowsEndedWith([[1, failed]])).step).toBe(downloadStep.error)
})

describe('the button of a file', () => {
  const startingSaving = { stage: 'starting', end: null } as Saving
  const endedSaving = (type: 'saved' | 'failed' | 'cancelled') =>
    ({ stage: 'ended', end: { end: { type } } }) as Saving

  it.each<[Saving | null, string]>([
    [null, 'Download'],
    [startingSaving, 'Starting...'],
    [{ ...startingSaving, stage: 'running' }, 'Downloading...'],
    [{ ...startingSaving, stage: 'checking' }, 'Decrypting...'],
    [{ ...startingSaving, stage: 'handing-over' }, 'Decrypting...'],
    [endedSaving('saved'), 'Done!'],
    [endedSaving('failed'), 'Failed'],
    [endedSaving('cancelled'), 'Download'],
  ])('%# says %s', (saving, text) => {
    expect(buttonText(phaseOf(sharedRow(1), saving))).toBe(text)
  })

  it('says that it failed until it is begun again', () => {
    const failed = sharedRow(1, { last: { type: 'failed', fault: fault('incomplete') } })
    expect(phaseOf(failed, null)).toBe('failed')
    expect(phaseOf(failed, startingSaving)).toBe('starting')
  })
})

describe('a saved file', () => {
  const savedEnd = { type: 'saved', sha256: null } as const

  it('says what of it was verified', () => {
    expect(verifiedText(sharedRow(1))).toBeNull()
    expect(verifiedText(sharedRow(1, { last: savedEnd }))).toBe('Verified: content and name')
    expect(
      verifiedText(sharedRow(1, { last: savedEnd, difference: { fields: ['name'], serverName: 'b.txt' } })),
    ).toBe('Content verified; the name is the sealed one')
    expect(verifiedText(sharedRow(1, { last: { ...savedEnd, sha256: 'ab' } }))).toBe(
      'Verified: content and name; SHA-256 compared: ab',
    )
    expect(verifiedText(sharedRow(1, { last: { ...savedEnd, sha256: 'ab' }, isSealed: false }))).toBe(
      'Saved as the server gives it',
    )
  })
})

it('says what the server shows otherwise, and the name it shows in a form that hides nothing', () => {
  expect(differenceText({ fields: ['name', 'size'], serverName: 'a\u202Eb' })).toBe(
    'Name, size altered by the server: it shows “a‹U+202E›b”',
  )
  expect(differenceText({ fields: ['sha256'], serverName: 'a' })).toBe('Checksum altered by the server')
  const hidden = { fields: ['name' as const], serverName: `sealed-${'0'.repeat(32)}` }
  expect(differenceText(hidden)).toBe('Name altered by the server')
})

it('a link that expires while its page is open ends; what was saved stays in sight', () => {
  const expired = reducer(readyState, linkExpired())
  expect(expired).toMatchObject({ step: downloadStep.error, failure: { code: 'downloadLinkExpired' } })
  const some = reducer(readyState, rowsEndedWith([[1, { type: 'saved', sha256: null }]]))
  expect(reducer(some, linkExpired())).toMatchObject({
    step: downloadStep.ready,
    failure: { code: 'downloadLinkExpired' },
  })
})
