import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { maxFilesPerRequest } from '../../../contract/limits.ts'
import {
  maxRefusedFiles,
  maxRefusedRanges,
  maxRefusedFormsPerFolder,
  maxRefusedFormsPerVisitor,
} from '../../../server/notices/arrivingBatches.ts'
import { newToken } from '../../../server/security/tokens.ts'
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
  const send = async (by: Browser, form: TestForm) => {
    const reply = await by.send('POST', `/api/upload/${folder.link_token}`, uploadForm(form))
    expect(reply.statusCode).toBe(200)
  }
  const arriving = () => server.services.db.selectFrom('arriving_batch').selectAll().execute()
  const lines = async () => (await eventDetails(owner, 'upload')).map(([, details]) => details)
  const settle = async () => {
    server.passTime(31)
    await server.app.notices.run()
  }
  return { server, owner, folder, send, arriving, lines, settle }
}

const refusedForm = (): TestForm => ({ files: [missingUpload(0)], batchId: newBatchId(), isLast: true })

describe('forms of which every file is refused', () => {
  it('leave few rows of one visitor in an hour, however many come', async () => {
    const { server, send, arriving, lines, settle } = await startServerWithFolder()
    const visitor = server.newBrowser()
    for (let form = 0; form < maxRefusedFormsPerVisitor + 5; form++) await send(visitor, refusedForm())
    expect(await arriving()).toHaveLength(maxRefusedFormsPerVisitor)
    await settle()
    for (let form = 0; form < 5; form++) await send(visitor, refusedForm())
    expect(await arriving()).toEqual([])
    expect(await lines()).toHaveLength(maxRefusedFormsPerVisitor)
    // Nobody else is unheard for it, nor the same an hour later.
    await send(server.newBrowser(), refusedForm())
    expect(await arriving()).toHaveLength(1)
    vi.setSystemTime(Date.now() + 3600_000)
    await send(visitor, refusedForm())
    expect(await lines()).toHaveLength(maxRefusedFormsPerVisitor + 2)
  })

  it('leave few rows of all visitors of a folder together', async () => {
    const { server, owner, send, arriving, lines } = await startServerWithFolder()
    for (let form = 0; form < maxRefusedFormsPerFolder + 5; form++)
      await send(server.newBrowser(), refusedForm())
    expect(await arriving()).toHaveLength(maxRefusedFormsPerFolder)
    expect(await lines()).toHaveLength(maxRefusedFormsPerFolder)
    const other = await owner.createFolder()
    await server.newBrowser().send('POST', `/api/upload/${other.link_token}`, uploadForm(refusedForm()))
    expect(await arriving()).toHaveLength(maxRefusedFormsPerFolder + 1)
  })

  it('are counted where they belong to a batch that brought something', async () => {
    const { server, send, arriving } = await startServerWithFolder()
    const visitor = server.newBrowser()
    const batchId = newBatchId()
    await send(visitor, { files: [{ name: 'b' }], batchId })
    for (let n = 1; n < maxRefusedFormsPerVisitor + 5; n++)
      await send(visitor, { files: [missingUpload(n)], batchId })
    expect(await arriving()).toMatchObject([{ files: 1, refused: `[[1,${maxRefusedFormsPerVisitor + 4}]]` }])
    for (let form = 0; form < maxRefusedFormsPerVisitor + 1; form++) await send(visitor, refusedForm())
    expect(await arriving()).toHaveLength(1 + maxRefusedFormsPerVisitor)
  })

  it('are told with how many files were refused, in a row that stays short', async () => {
    const { server, send, arriving, lines } = await startServerWithFolder()
    const files = (step: number) =>
      Array.from({ length: maxFilesPerRequest }, (_, i) => missingUpload(step * i))
    await send(server.newBrowser(), { files: files(1), batchId: newBatchId() })
    await send(server.newBrowser(), { files: files(900_000), batchId: newBatchId() })
    expect(await lines()).toEqual([
      { files: 0, bytes: 0, refused: maxFilesPerRequest },
      { files: 0, bytes: 0, refused: maxRefusedRanges },
    ])
    const lengths = (await arriving()).map(({ refused }) => refused.length)
    expect(Math.max(...lengths)).toBeLessThan(25 * maxRefusedRanges)
    expect(maxRefusedFiles).toBe(maxFilesPerRequest)
  })
})
