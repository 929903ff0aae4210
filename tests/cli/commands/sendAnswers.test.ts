import { expect, it } from 'vitest'
import { exitCodes } from '../../../cli/exitCodes.ts'
import type { AnswersPage } from '../../../contract/schemas/folders.ts'
import { importPrivateKey, openAnswers } from '../../../core/crypto/index.ts'
import { recipientPrivateKey } from '../../server/testServer.ts'
import { runSend, sendScene, type SendScene, storedHashes } from './sendScene.ts'

const sender_fields = [
  { label: 'Name: first and last', kind: 'text', required: true },
  { label: 'Day', kind: 'date', required: false },
  { label: 'Kind', kind: 'choice', required: true, options: ['photo', 'film'] },
]

const askingScene = async () => {
  const its = await sendScene({ sender_fields })
  await its.put('a.txt', 'a')
  return its
}

/** By batch, what its sender has said. */
async function answersIn({ admin, folder }: SendScene): Promise<Record<string, string>[]> {
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

const said = { 'Name: first and last': 'Zoë', Day: '', Kind: 'film' }

it('asks at the terminal for what the folder asks its senders, and again for what is none', async () => {
  const its = await askingScene()
  const answers = ['', ' Zoë ', '', 'song', 'film']
  const { end, context } = await runSend(its, { args: [its.link, 'a.txt'], answers })
  expect(end).toBe(0)
  expect(context.asked).toHaveLength(5)
  expect(await answersIn(its)).toEqual([said])
})

it('takes answers from a file, and asks for the others', async () => {
  const its = await askingScene()
  const path = await its.put('said', '\uFEFFName: first and last: Zoë\r\n\r\nDay:\n')
  const options = { 'answers-file': path }
  const { end, context } = await runSend(its, { args: [its.link, 'a.txt'], options, answers: ['film'] })
  expect(end).toBe(0)
  expect(context.asked).toHaveLength(1)
  expect(await answersIn(its)).toEqual([said])
})

it.each([
  ['of no question', 'Nmae: Zoë\nKind: film\n'],
  ['that the folder does not take', 'Name: first and last: Zoë\nKind: song\n'],
  ['that leave out what must be said', 'Name: first and last: Zoë\n'],
])('sends nothing with answers %s', async (_, text) => {
  const its = await askingScene()
  const options = { 'answers-file': await its.put('said', text) }
  const { end } = await runSend(its, { args: [its.link, 'a.txt'], options })
  expect(end).toMatchObject({ exitCode: exitCodes.usage })
  expect(await storedHashes(its)).toEqual({})
  expect(await answersIn(its)).toEqual([])
})

it('takes long answers from the lines below their question', async () => {
  const long = { label: 'Why', kind: 'long_text', required: true }
  const its = await sendScene({ sender_fields: [long, ...sender_fields] })
  await its.put('a.txt', 'a')
  const written = 'Kind: film\r\nWhy: First:\r\n\r\n  one\ttwo\r\n\r\nName: first and last: Zoë\nDay:\n'
  const options = { 'answers-file': await its.put('said', written) }
  const { end } = await runSend(its, { args: [its.link, 'a.txt'], options })
  expect(end).toBe(0)
  expect(await answersIn(its)).toEqual([{ Why: 'First:\n\n  one two', ...said }])
})

it('sends 16,000 characters in two answers, and no more', async () => {
  const asked = ['Why', 'How'].map((label) => ({ label, kind: 'long_text', required: true }))
  const its = await sendScene({ sender_fields: asked })
  await its.put('a.txt', 'a')
  const sent = async (how: string) => {
    const path = await its.put('said', `Why: ${'w'.repeat(8000)}\nHow: ${how}\n`)
    return (await runSend(its, { args: [its.link, 'a.txt'], options: { 'answers-file': path } })).end
  }
  // As many characters, which do not fit in three bytes each.
  for (const how of ['h'.repeat(8001), '\u8a9e'.repeat(8000)])
    expect(await sent(how)).toMatchObject({ exitCode: exitCodes.usage })
  expect(await sent('h'.repeat(8000))).toBe(0)
  expect(await answersIn(its)).toEqual([{ Why: 'w'.repeat(8000), How: 'h'.repeat(8000) }])
})
