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
import { transferScene } from './scene.ts'

const canary = 'Zoë of the canaries'
const said = [{ label: 'Name', value: canary }]

it('goes on in another process with the answers it was begun with, sealed; their words are nowhere', async () => {
  const its = await transferScene(['a.bin', 'large.bin'])
  const recipient = await importRecipientKey(fromBase64(recipientKey))
  const { sealedB64, digestB64u } = await sealAnswers(recipient, its.batch.batchId, said)
  const reached = its.proxy.holdAt(MiB)
  const first = await startNodeUpload({ ...its.batch, answers: { sealedB64, digestB64u } })
  await reached
  await first.leave()
  its.proxy.resume()
  // Nobody is asked again: the state directory has them.
  const second = await startNodeUpload(its.batch)
  await second.over()
  expect(second.failed()).toEqual({})

  const { admin, folder } = its
  const { answers } = (await admin.get(`/api/folders/${folder.id}/answers`)).json<AnswersPage>()
  expect(answers).toEqual([{ batch_id: its.batch.batchId, answers: sealedB64 }])
  const own = await importPrivateKey(new Uint8Array(recipientPrivateKey))
  expect(await openAnswers(own, its.batch.batchId, answers[0]?.answers ?? '')).toEqual(said)

  const files = (await admin.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()
  const asked = await admin.post('/api/folders/files/keys', { file_ids: files.map(({ id }) => id) })
  const named = await Promise.all(
    asked.json<FileKeys[]>().map(async ({ encrypted_key, encryption_iv, manifest }) => {
      const rawKey = await unwrapFileKey(own, encrypted_key)
      return (await openManifest(rawKey, readFileIv(encryption_iv), manifest ?? '')).answers
    }),
  )
  expect(named).toEqual([digestB64u, digestB64u])

  const kept = await filesBelow(its.batch.stateDirectory)
  const stored = await filesBelow(its.server.dataDir)
  expect(stored.length).toBeGreaterThan(0)
  for (const bytes of [...kept, ...stored]) expect(bytes.includes(canary)).toBe(false)
})

async function filesBelow(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name))),
  )
}
