import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { maxFilesPerRequest } from '../../../contract/limits.ts'
import {
  maxRefusedFiles,
  maxRefusedRanges,
  maxRefusedFormsPerFolder,
  maxRefusedFormsPerVisitor,
} from '../../../server/notices/arrivingBatches.ts'
import { newToken } from '../../../server/util/tokens.ts'
import { eventDetails } from '../audit/auditEvents.ts'
import { type Browser, startTestServer } from '../testServer.ts'
import { newBatchId, type TestFile, type TestForm, uploadForm } from '../uploads.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A reference to an upload that does not exist. */
const missingUpload = (index: number): TestFile => ({ name: 'a', reference: newToken(), index })

async function startServerWithFolder() {
  const server = await startTestServer()
  const owner = await server.signIn()
  const folder = await owner.createFolder()
  const sendForm = async (by: Browser, form: TestForm) => {
    const reply = await by.send('POST', `/api/upload/${folder.link_token}`, uploadForm(form))
    expect(reply.statusCode).toBe(200)
  }
  const arrivingBatches = () => server.services.db.selectFrom('arriving_batch').selectAll().execute()
  const uploadEvents = async () => (await eventDetails(owner, 'upload')).map(([, details]) => details)
  const endBatches = async () => {
    server.passTime(31)
    await server.app.notices.run()
  }
  return { server, owner, folder, sendForm, arrivingBatches, uploadEvents, endBatches }
}

const refusedForm = (): TestForm => ({ files: [missingUpload(0)], batchId: newBatchId(), isLast: true })

describe('forms of which every file is refused', () => {
  it('leave few rows of one visitor in an hour, however many come', async () => {
    const { server, sendForm, arrivingBatches, uploadEvents, endBatches } = await startServerWithFolder()
    const visitor = server.newBrowser()
    for (let form = 0; form < maxRefusedFormsPerVisitor + 5; form++) await sendForm(visitor, refusedForm())
    expect(await arrivingBatches()).toHaveLength(maxRefusedFormsPerVisitor)
    await endBatches()
    for (let form = 0; form < 5; form++) await sendForm(visitor, refusedForm())
    expect(await arrivingBatches()).toEqual([])
    expect(await uploadEvents()).toHaveLength(maxRefusedFormsPerVisitor)
    // Nobody else is unheard for it, nor the same an hour later.
    await sendForm(server.newBrowser(), refusedForm())
    expect(await arrivingBatches()).toHaveLength(1)
    vi.setSystemTime(Date.now() + 3600_000)
    await sendForm(visitor, refusedForm())
    expect(await uploadEvents()).toHaveLength(maxRefusedFormsPerVisitor + 2)
  })

  it('leave few rows of all visitors of a folder together', async () => {
    const { server, owner, sendForm, arrivingBatches, uploadEvents } = await startServerWithFolder()
    for (let form = 0; form < maxRefusedFormsPerFolder + 5; form++)
      await sendForm(server.newBrowser(), refusedForm())
    expect(await arrivingBatches()).toHaveLength(maxRefusedFormsPerFolder)
    expect(await uploadEvents()).toHaveLength(maxRefusedFormsPerFolder)
    const other = await owner.createFolder()
    await server.newBrowser().send('POST', `/api/upload/${other.link_token}`, uploadForm(refusedForm()))
    expect(await arrivingBatches()).toHaveLength(maxRefusedFormsPerFolder + 1)
  })

  it('are counted where they belong to a batch that brought something', async () => {
    const { server, sendForm, arrivingBatches } = await startServerWithFolder()
    const visitor = server.newBrowser()
    const batchId = newBatchId()
    await sendForm(visitor, { files: [{ name: 'b' }], batchId })
    for (let n = 1; n < maxRefusedFormsPerVisitor + 5; n++)
      await sendForm(visitor, { files: [missingUpload(n)], batchId })
    expect(await arrivingBatches()).toMatchObject([
      { files: 1, refused: `[[1,${maxRefusedFormsPerVisitor + 4}]]` },
    ])
    for (let form = 0; form < maxRefusedFormsPerVisitor + 1; form++) await sendForm(visitor, refusedForm())
    expect(await arrivingBatches()).toHaveLength(1 + maxRefusedFormsPerVisitor)
  })

  it('are told with how many files were refused, in a row that stays short', async () => {
    const { server, sendForm, arrivingBatches, uploadEvents } = await startServerWithFolder()
    const files = (step: number) =>
      Array.from({ length: maxFilesPerRequest }, (_, i) => missingUpload(step * i))
    await sendForm(server.newBrowser(), { files: files(1), batchId: newBatchId() })
    await sendForm(server.newBrowser(), { files: files(900_000), batchId: newBatchId() })
    expect(await uploadEvents()).toEqual([
      { files: 0, bytes: 0, refused: maxFilesPerRequest },
      { files: 0, bytes: 0, refused: maxRefusedRanges },
    ])
    const lengths = (await arrivingBatches()).map(({ refused }) => refused.length)
    expect(Math.max(...lengths)).toBeLessThan(25 * maxRefusedRanges)
    expect(maxRefusedFiles).toBe(maxFilesPerRequest)
  })
})
