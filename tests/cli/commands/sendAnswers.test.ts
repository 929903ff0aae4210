import { expect, it } from 'vitest'
import { exitCodes } from '../../../cli/exitCodes.ts'
import type { AnswersPage } from '../../../contract/schemas/folders.ts'
import { importPrivateKey, openAnswers } from '../../../core/crypto/index.ts'
import { recipientPrivateKey } from '../../server/testServer.ts'
import { runSend, setUpSend, type SendSetup, storedHashes } from './setUpSend.ts'

const sender_fields = [
  { label: 'Name: first and last', kind: 'text', required: true },
  { label: 'Day', kind: 'date', required: false },
  { label: 'Kind', kind: 'choice', required: true, options: ['photo', 'film'] },
]

const setUpSenderFields = async () => {
  const setup = await setUpSend({ sender_fields })
  await setup.writeFile('a.txt', 'a')
  return setup
}

/** By batch, what its sender has said. */
async function openedAnswers({ admin, folder }: SendSetup): Promise<Record<string, string>[]> {
  const page = (await admin.get(`/api/folders/${folder.id}/answers`)).json<AnswersPage>()
  const own = await importPrivateKey(new Uint8Array(recipientPrivateKey))
  return Promise.all(
    page.answers.map(async ({ batch_id, answers }) =>
      Object.fromEntries(
        (await openAnswers(own, batch_id, answers)).map(({ label, value }) => [label, value]),
      ),
    ),
  )
}

const expectedAnswers = { 'Name: first and last': 'Zoë', Day: '', Kind: 'film' }

it('asks at the terminal for what the folder asks its senders, and again for what is none', async () => {
  const setup = await setUpSenderFields()
  const answers = ['', ' Zoë ', '', 'song', 'film']
  const { outcome, context } = await runSend(setup, { args: [setup.link, 'a.txt'], answers })
  expect(outcome).toBe(0)
  expect(context.questions).toHaveLength(5)
  expect(await openedAnswers(setup)).toEqual([expectedAnswers])
})

it('takes answers from a file, and asks for the others', async () => {
  const setup = await setUpSenderFields()
  const path = await setup.writeFile('said', '\uFEFFName: first and last: Zoë\r\n\r\nDay:\n')
  const options = { 'answers-file': path }
  const { outcome, context } = await runSend(setup, {
    args: [setup.link, 'a.txt'],
    options,
    answers: ['film'],
  })
  expect(outcome).toBe(0)
  expect(context.questions).toHaveLength(1)
  expect(await openedAnswers(setup)).toEqual([expectedAnswers])
})

it.each([
  ['of no question', 'Nmae: Zoë\nKind: film\n'],
  ['that the folder does not take', 'Name: first and last: Zoë\nKind: song\n'],
  ['that leave out what must be said', 'Name: first and last: Zoë\n'],
])('sends nothing with answers %s', async (_, text) => {
  const setup = await setUpSenderFields()
  const options = { 'answers-file': await setup.writeFile('said', text) }
  const { outcome } = await runSend(setup, { args: [setup.link, 'a.txt'], options })
  expect(outcome).toMatchObject({ exitCode: exitCodes.usage })
  expect(await storedHashes(setup)).toEqual({})
  expect(await openedAnswers(setup)).toEqual([])
})

it('takes long answers from the lines below their question', async () => {
  const long = { label: 'Why', kind: 'long_text', required: true }
  const setup = await setUpSend({ sender_fields: [long, ...sender_fields] })
  await setup.writeFile('a.txt', 'a')
  const written = 'Kind: film\r\nWhy: First:\r\n\r\n  one\ttwo\r\n\r\nName: first and last: Zoë\nDay:\n'
  const options = { 'answers-file': await setup.writeFile('said', written) }
  const { outcome } = await runSend(setup, { args: [setup.link, 'a.txt'], options })
  expect(outcome).toBe(0)
  expect(await openedAnswers(setup)).toEqual([{ Why: 'First:\n\n  one two', ...expectedAnswers }])
})

it('sends 16,000 characters in two answers, and no more', async () => {
  const fields = ['Why', 'How'].map((label) => ({ label, kind: 'long_text', required: true }))
  const setup = await setUpSend({ sender_fields: fields })
  await setup.writeFile('a.txt', 'a')
  const sent = async (how: string) => {
    const path = await setup.writeFile('said', `Why: ${'w'.repeat(8000)}\nHow: ${how}\n`)
    return (await runSend(setup, { args: [setup.link, 'a.txt'], options: { 'answers-file': path } })).outcome
  }
  // As many characters, which do not fit in three bytes each.
  for (const how of ['h'.repeat(8001), '\u8a9e'.repeat(8000)])
    expect(await sent(how)).toMatchObject({ exitCode: exitCodes.usage })
  expect(await sent('h'.repeat(8000))).toBe(0)
  expect(await openedAnswers(setup)).toEqual([{ Why: 'w'.repeat(8000), How: 'h'.repeat(8000) }])
})
