import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { generateKeyPair, importRecipientKey } from '../../../core/crypto/index.ts'
import { sealingWorker } from '../../../core/seal/sealingWorker.ts'
import type { SealingWorker } from '../../../core/ports.ts'
import {
  batchSettings,
  sendOptions,
  LocalPorts,
  manifestDraft,
  requestHead,
  type TestFile,
} from './localPorts.ts'

const recipient = await importRecipientKey((await generateKeyPair()).spkiBytes)
const settings = batchSettings(recipient)
const fileSettings = { ...settings, manifestDraft, partChunks: 20 }

let ports: LocalPorts
let worker: SealingWorker<TestFile>
beforeEach(() => {
  ports = new LocalPorts()
  worker = sealingWorker(ports)
})

const newFile = (): TestFile => ({
  name: 'a.bin',
  bytes: new Uint8Array(randomBytes(300_000)),
  lastModified: 1,
})

/** A large file, all of it made. @returns sends its confirmation */
async function prepareConfirmation() {
  await worker.open(1, newFile(), fileSettings, null)
  const made = await worker.make(1, 1, { checkpoint: null, isWanted: true, isNew: true })
  if (!made.ok) throw new Error(made.fault.code)
  await worker.send(1, 1, requestHead('part'), sendOptions)
  const confirm = { isLast: true, uploadId: 'u', finalCheckpoint: made.value.checkpoint }
  return () => worker.send(1, 'confirm', requestHead('confirm'), confirm)
}

async function prepareForm() {
  await worker.seal(1, [{ file: newFile(), manifestDraft }], settings)
  return () => worker.send(1, 'form', requestHead('form'), sendOptions)
}

describe.each([
  ['a confirmation', prepareConfirmation],
  ['a form', prepareForm],
])('%s that is put together', (_, begin) => {
  it('is not sent where everything is stopped meanwhile, and is when it is sent again', async () => {
    const send = await begin()
    const before = ports.sent.length
    const stopped = send()
    worker.stop()
    expect(await stopped).toMatchObject({ status: 0 })
    expect(ports.sent).toHaveLength(before)
    expect(await send()).toMatchObject({ status: 204 })
    expect(ports.sent).toHaveLength(before + 1)
  })

  it('is not sent where its unit is dropped meanwhile, and nothing of it is held', async () => {
    const send = await begin()
    const before = ports.sent.length
    const dropped = send()
    worker.drop(1)
    expect(await dropped).toMatchObject({ status: 0 })
    expect(ports.sent).toHaveLength(before)
    expect(ports.held).toBe(0)
  })

  it('is not sent for another unit of its number', async () => {
    const send = await begin()
    const before = ports.sent.length
    const dropped = send()
    worker.drop(1)
    await worker.seal(1, [{ file: newFile(), manifestDraft }], settings)
    expect(await dropped).toMatchObject({ status: 0 })
    expect(ports.sent).toHaveLength(before)
  })
})

it('frees a part when the server says that it is stored, and none after any other answer of status 200', async () => {
  await worker.open(1, newFile(), fileSettings, null)
  await worker.make(1, 1, { checkpoint: null, isWanted: true, isNew: true })
  ports.answer = () => Promise.resolve({ status: 200, statusText: 'OK', retryAfter: null, text: '<html>' })
  await worker.send(1, 1, requestHead('part'), sendOptions)
  expect(ports.held).toBe(1)
  ports.answer = () => Promise.resolve({ status: 204, statusText: '', retryAfter: null, text: '' })
  await worker.send(1, 1, requestHead('part'), sendOptions)
  expect(ports.held).toBe(0)
})
