import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SenderField } from '../../../../contract/schemas/senderFields.ts'
import { answersOf, problemOfAnswer } from '../../../../core/upload/senderAnswers.ts'
import { selectAnswersState } from '../../../../src/features/upload/answers/answersSlice.ts'
import { parseSenderFields } from '../../../../src/features/upload/answers/parseSenderFields.ts'
import { addToQueue } from '../../../../src/features/upload/intake/addToQueue.ts'
import { selectCounts } from '../../../../src/features/upload/queue/queueSlice.ts'
import {
  answerTyped,
  filesAdded,
  pageLeft,
  pageOpened,
  uploadRequested,
} from '../../../../src/features/upload/uploadEvents.ts'
import { selectUpload, uploadStep } from '../../../../src/features/upload/uploadSlice.ts'
import type { BatchSettings } from '../../../../core/ports.ts'
import { FaultyStore } from '../../../core/util/faultyStore.ts'
import { largeBytes } from '../../../core/upload/memoryUpload.ts'
import { fileOf, openLinkStatus, PageOfUploads } from './pageOfUploads.ts'

afterEach(() => void vi.unstubAllGlobals())

const textField: SenderField = { label: 'Name', kind: 'text', required: true }
const emailField: SenderField = { label: 'E-mail', kind: 'email', required: false }
const choiceField: SenderField = {
  ...{ label: 'Department', kind: 'choice', required: true },
  options: ['Law', 'Medicine'],
}
const longTextField: SenderField = { label: 'Why', kind: 'long_text', required: true }
const dateField: SenderField = { label: 'Date of birth', kind: 'date', required: false }
const senderFields = [textField, emailField, choiceField, dateField]

describe('an answer', () => {
  it.each<[SenderField, string, ReturnType<typeof problemOfAnswer>]>([
    [textField, ' ', 'missing'],
    [textField, 'Zoë', null],
    [textField, 'x'.repeat(501), 'too-long'],
    // Two letters once it is sealed.
    [textField, '\u0958'.repeat(251), 'too-long'],
    [textField, '\u0000\t', 'missing'],
    [longTextField, '\n\t', 'missing'],
    [longTextField, 'x'.repeat(8000), null],
    [longTextField, 'x'.repeat(8001), 'too-long'],
    [longTextField, '\u8a9e'.repeat(3750), 'too-many-bytes'],
    [longTextField, '\u8a9e'.repeat(3748), null],
    [emailField, '', null],
    [emailField, 'zoe@', 'no-email'],
    [emailField, ' zoe@example.org ', null],
    [choiceField, '', 'missing'],
    [choiceField, 'law', 'no-option'],
    [choiceField, 'Law', null],
    [dateField, '2026-02-29', 'no-date'],
    [dateField, '1.2.2026', 'no-date'],
    [dateField, '2028-02-29', null],
  ])('to %j of %j: %s', (field, typed, problem) => {
    expect(problemOfAnswer(field, typed)).toBe(problem)
  })

  it('is sent with its question, even if empty; nothing is sent if all are empty', () => {
    expect(answersOf(senderFields, [' Zoë ', '', 'Law'])).toEqual([
      { label: 'Name', value: 'Zoë' },
      { label: 'E-mail', value: '' },
      { label: 'Department', value: 'Law' },
      { label: 'Date of birth', value: '' },
    ])
    expect(answersOf(senderFields, [' '])).toBeNull()
    const typed = ' one\r\ntwo\u0000\tthree\r\r '
    expect(answersOf([longTextField], [typed])).toEqual([{ label: 'Why', value: 'one\ntwo  three' }])
    expect(answersOf([textField], ['Zoe\u0308\u0001\t(late)'])).toEqual([
      { label: 'Name', value: 'Zoë (late)' },
    ])
  })
})

describe('the questions that a server sends', () => {
  it('are none if it sends none', async () => {
    expect(await parseSenderFields(undefined)).toEqual([])
    expect(await parseSenderFields([])).toEqual([])
    expect(await parseSenderFields(senderFields)).toEqual(senderFields)
  })

  const optionNames = (count: number) => Array.from({ length: count }, (_, n) => `${n}`)
  it.each<[string, unknown]>([
    ['no list', { length: 1 }],
    ['eleven fields', optionNames(11).map((label) => ({ ...textField, label }))],
    ['a choice of 10 001 options', [{ ...choiceField, options: optionNames(10_001) }]],
    ['an empty question', [{ ...textField, label: '' }]],
    ['a question that turns the direction of writing', [{ ...textField, label: 'Name \u202egpj.exe' }]],
    ['the same question twice', [textField, textField]],
    ['a question as long as a book', [{ ...textField, label: 'a'.repeat(1_000_000) }]],
    ['a kind that is an input of another sort', [{ ...textField, kind: 'password' }]],
    ['a question that is no text', [{ ...textField, label: { html: '<b>' } }]],
  ])('are refused together if one is %s, and the link does not open', async (_, lie) => {
    await expect(parseSenderFields(lie)).rejects.toThrow('fields-refused')
    const page = new PageOfUploads()
    page.link = { ...openLinkStatus, sender_fields: lie as SenderField[] }
    page.dispatch(pageOpened({ linkToken: 'link', keyFingerprint: null, privateNames: false }))
    await page.waitUntil(() => selectUpload(page.state).step === uploadStep.fatal)
    expect(selectUpload(page.state)).toMatchObject({ senderFields: [], failure: { code: 'fields-refused' } })
  })
})

/** A page whose folder asks, and the heads of what it sends. */
async function openPageWithFields({ disk = new FaultyStore(), fields = senderFields } = {}) {
  const page = new PageOfUploads(disk)
  page.link = { ...openLinkStatus, sender_fields: fields }
  const heads: BatchSettings[] = []
  const { engine } = page.service.modules
  page.service.modules.engine = async () => {
    const its = await engine()
    const runUpload: typeof its.runUpload = (plan, ports, hear) => {
      heads.push(ports.settings)
      return its.runUpload(plan, ports, hear)
    }
    return { ...its, runUpload }
  }
  await page.open()
  const give = (...files: File[]) =>
    addToQueue(
      page.service,
      page.store,
      files.map((file) => ({ file, path: '.' })),
      () => true,
    )
  const answer = (...values: string[]) => {
    for (const [index, value] of values.entries()) page.dispatch(answerTyped({ index, value }))
  }
  const ended = () => page.waitUntil(() => selectUpload(page.state).lastOutcome !== null)
  return { page, heads, give, answer, ended }
}

describe('an upload page with questions', () => {
  it('takes files, and sends none before the required questions are answered', async () => {
    const { page, heads, give, answer, ended } = await openPageWithFields()
    await give(fileOf('a'))
    page.dispatch(uploadRequested())
    await page.waitUntil(() => selectAnswersState(page.state).refusals === 1)
    expect(selectCounts(page.state)).toMatchObject({ pending: 1 })
    answer('Zoë', '', 'Law')
    page.dispatch(uploadRequested())
    await ended()
    expect(heads).toHaveLength(1)
    expect(heads[0]?.answers?.digestB64u).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('remembers the answers for the next batch, and seals them anew for it', async () => {
    const { page, heads, give, answer, ended } = await openPageWithFields()
    answer('Zoë', '', 'Law')
    for (const name of ['a', 'b']) {
      await give(fileOf(name))
      page.dispatch(uploadRequested())
      await ended()
      page.dispatch(filesAdded([]))
    }
    expect(new Set(heads.map((head) => head.answers?.sealedB64)).size).toBe(2)
  })

  it('stores answers only sealed, and resumes with them after a reload without asking', async () => {
    const { page, heads, give, answer } = await openPageWithFields()
    answer('Zoë of the canaries', '', 'Law')
    await give(fileOf('a', largeBytes))
    page.engine.refuse = (what) => (what === 2 ? new Promise(() => undefined) : null)
    page.dispatch(uploadRequested())
    await page.waitUntil(() => [...page.disk.rows.keys()].some((key) => key.startsWith('record:')))
    const before = heads[0]?.answers
    expect(before).not.toBeNull()
    page.dispatch(pageLeft())
    await page.waitUntil(() => page.service.running === null)
    const interrupted = JSON.stringify([...page.disk.rows])
    expect(interrupted).toContain(before?.digestB64u)
    expect(interrupted).not.toContain('canaries')

    const second = await openPageWithFields({ disk: page.disk.reloaded() })
    await second.page.waitUntil(() => selectUpload(second.page.state).interrupted !== null)
    await second.give(fileOf('a', largeBytes))
    await second.page.waitUntil(() => second.heads.length === 1)
    expect(second.heads[0]?.answers).toEqual(before)
    expect(selectAnswersState(second.page.state)).toEqual({ values: [], refusals: 0 })
    second.page.dispatch(pageLeft())
  })

  it('sends no answers where the folder asks for none', async () => {
    const { page, heads, give, ended } = await openPageWithFields({ fields: [] })
    await give(fileOf('a'))
    page.dispatch(uploadRequested())
    await ended()
    expect(heads[0]?.answers).toBeNull()
  })
})
