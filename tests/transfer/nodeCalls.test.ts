import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createNodeSealingWorker, singleThreadWorkers } from '../../cli/platform/nodeSealingWorkers.ts'
import { nodeUploadCalls } from '../../cli/platform/nodeUploadCalls.ts'
import { statDiskFile } from '../../cli/platform/diskSource.ts'
import { ServerClient } from '../../cli/platform/serverClient.ts'
import { chunkBytes, MiB, minPartChunks, sealedChunkBytes } from '../../contract/limits.ts'
import { importRecipientKey, sealedSize, tryBase64 } from '../../core/crypto/index.ts'
import { scratchFolder } from '../server/scratchFolder.ts'
import { recipientKey, startTestServer } from '../server/testServer.ts'
import { newBatchId } from '../server/uploads.ts'

const neverAborted = new AbortController().signal

async function setUpCalls() {
  const testServer = await startTestServer()
  const admin = await testServer.signIn()
  const folder = await admin.createFolder()
  const server = new ServerClient(await testServer.listen())
  const spki = tryBase64(recipientKey)
  if (!spki) throw new Error('The key of the tests is no base64.')
  const batchId = newBatchId()
  const recipient = await importRecipientKey(spki)
  const head = {
    recipient,
    batchId,
    checkTypes: false,
    originKey: null,
    linkTag: null,
    privateNames: false,
    answers: null,
  }
  const root = await scratchFolder()
  const file = async (name: string, bytes: number) => {
    await writeFile(join(root, name), randomBytes(bytes))
    return statDiskFile(join(root, name))
  }
  const manifestDraft = (name: string, index: number) => ({
    name,
    path: '.',
    batch: batchId,
    index,
    count: 2,
  })
  return {
    testServer,
    admin,
    folder,
    server,
    head,
    file,
    manifestDraft,
    calls: nodeUploadCalls(server, folder.link_token),
  }
}

it('sends a file of disk in parts, over the calls of its link, and small ones in a form', async () => {
  const { admin, folder, server, head, file, manifestDraft, calls } = await setUpCalls()
  expect(await calls.isGateClosed()).toBe(false)
  const workers = singleThreadWorkers(createNodeSealingWorker(server), 2)
  const remaining: unknown[] = []
  workers.onProgress((unit, kind) => remaining.push([unit, kind]))
  const worker = await workers.of(1)
  if (!worker) throw new Error('There is no worker.')

  const size = 6 * MiB + 7
  const large = { ...head, manifestDraft: manifestDraft('large.bin', 0), partChunks: minPartChunks }
  expect(await worker.open(1, await file('large.bin', size), large, null)).toMatchObject({ ok: true })
  const created = await calls.create(sealedSize(size), minPartChunks * sealedChunkBytes, neverAborted)
  if (!created.ok || created.uploadId === undefined) throw new Error('No upload was begun.')
  const { uploadId } = created
  let finalCheckpoint = ''
  const parts = Math.ceil(size / (minPartChunks * chunkBytes))
  for (let n = 1; n <= parts; n++) {
    const part = await worker.make(1, n, { checkpoint: null, isWanted: true, isNew: true })
    if (!part.ok) throw new Error(part.fault.code)
    finalCheckpoint = part.value.checkpoint
    const how = { isLast: false, uploadId, finalCheckpoint: null }
    expect((await worker.send(1, n, calls.request(n, uploadId), how)).status).toBe(204)
  }
  expect(await calls.ask(uploadId, neverAborted)).toEqual({ ok: true, parts: [1, 2], direct: false })
  const confirmed = await worker.send(1, 'confirm', calls.request('confirm', uploadId), {
    isLast: false,
    uploadId,
    finalCheckpoint,
  })
  expect(confirmed.status).toBe(200)

  const small = [{ file: await file('small.txt', 1000), manifestDraft: manifestDraft('small.txt', 1) }]
  expect(await worker.seal(2, small, head)).toMatchObject({ ok: true })
  const how = { isLast: true, uploadId: null, finalCheckpoint: null }
  expect((await worker.send(2, 'form', calls.request('form', null), how)).status).toBe(200)
  expect(remaining).toContainEqual([1, 1])
  expect(remaining).toContainEqual([2, 'form'])
  workers.close()
  expect(await workers.of(3)).toBeNull()
  const files = (await admin.get(`/api/folders/${folder.id}/files`)).json<{ size_bytes?: number }[]>()
  expect(files.length).toBe(2)
  server.close()
})

it('says what the server says by codes: an upload that is unknown, a gate that closed, nobody there', async () => {
  const { admin, folder, server, calls, testServer } = await setUpCalls()
  expect(await calls.ask('AAAAAAAAAAAAAAAAAAAAAA', neverAborted)).toMatchObject({
    ok: false,
    fault: { code: 'uploadUnknown', status: 404 },
  })
  const first = await calls.create(10 * MiB, minPartChunks * sealedChunkBytes, neverAborted)
  if (!first.ok || first.uploadId === undefined) throw new Error('No upload was begun.')
  calls.abort(first.uploadId)
  await expect
    .poll(async () => calls.ask(first.uploadId ?? '', neverAborted))
    .toMatchObject({ ok: false, fault: { code: 'uploadUnknown' } })
  await admin.put(`/api/folders/${folder.id}`, { ...folder, link_password: 'open sesame' })
  expect(await calls.isGateClosed()).toBe(true)
  expect(await calls.create(10 * MiB, minPartChunks * sealedChunkBytes, neverAborted)).toMatchObject({
    ok: false,
    fault: { code: 'gateClosed', status: 403 },
  })
  const gone = new AbortController()
  gone.abort()
  expect(await calls.create(1, 1, gone.signal)).toMatchObject({ ok: false, fault: { code: 'unanswered' } })
  server.close()
  await testServer.app.close()
  expect(await calls.ask(first.uploadId, neverAborted)).toMatchObject({
    ok: false,
    fault: { code: 'unanswered' },
  })
  await expect(calls.isGateClosed()).rejects.toMatchObject({ fault: { code: 'unanswered' } })
})
