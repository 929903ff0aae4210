import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AnswersPage, FileKeys, FileRecord } from '../../contract/schemas/folders.ts'
import { MiB } from '../../contract/limits.ts'
import {
  fromBase64,
  importPrivateKey,
  importRecipientKey,
  openAnswers,
  openManifest,
  readFileIv,
  sealAnswers,
  unwrapFileKey,
} from '../../core/crypto/index.ts'
import { recipientKey, recipientPrivateKey } from '../server/testServer.ts'
import { startNodeUpload } from './nodeUpload.ts'
import { setUpTransfer } from './setUpTransfer.ts'

const canary = 'Zoë of the canaries'
const answersOfSender = [{ label: 'Name', value: canary }]

it('goes on in another process with the answers it was begun with, sealed; their words are nowhere', async () => {
  const setup = await setUpTransfer(['a.bin', 'large.bin'])
  const recipient = await importRecipientKey(fromBase64(recipientKey))
  const { sealedB64, digestB64u } = await sealAnswers(recipient, setup.batch.batchId, answersOfSender)
  const reached = setup.proxy.holdAt(MiB)
  const first = await startNodeUpload({ ...setup.batch, answers: { sealedB64, digestB64u } })
  await reached
  await first.leave()
  setup.proxy.resume()
  // Nobody is asked again: the state directory has them.
  const second = await startNodeUpload(setup.batch)
  await second.over()
  expect(second.failed()).toEqual({})

  const { admin, folder } = setup
  const { answers } = (await admin.get(`/api/folders/${folder.id}/answers`)).json<AnswersPage>()
  expect(answers).toEqual([{ batch_id: setup.batch.batchId, answers: sealedB64 }])
  const own = await importPrivateKey(new Uint8Array(recipientPrivateKey))
  expect(await openAnswers(own, setup.batch.batchId, answers[0]?.answers ?? '')).toEqual(answersOfSender)

  const files = (await admin.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()
  const keysReply = await admin.post('/api/folders/files/keys', { file_ids: files.map(({ id }) => id) })
  const answerDigests = await Promise.all(
    keysReply.json<FileKeys[]>().map(async ({ encrypted_key, encryption_iv, manifest }) => {
      const rawKey = await unwrapFileKey(own, encrypted_key)
      return (await openManifest(rawKey, readFileIv(encryption_iv), manifest ?? '')).answers
    }),
  )
  expect(answerDigests).toEqual([digestB64u, digestB64u])

  const journalFiles = await readFilesBelow(setup.batch.stateDirectory)
  const serverFiles = await readFilesBelow(setup.server.dataDir)
  expect(serverFiles.length).toBeGreaterThan(0)
  for (const bytes of [...journalFiles, ...serverFiles]) expect(bytes.includes(canary)).toBe(false)
})

async function readFilesBelow(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name))),
  )
}
