import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { MiB } from '../contract/limits.ts'
import type { AdminApi } from './adminApi.ts'
import { expect } from './fixtures.ts'
import type { LockstepProxy } from './lockstepProxy.ts'
import { callsOf, haveCome, testOverLockstep as test } from './overLockstep.ts'
import { UploadPage } from './pages/uploadPage.ts'

/** What an upload loads ahead while a person looks at the queue. */
const loadedAhead = ['/public-key', '/status', 'uploadEngine', 'seal.worker', 'hash.worker']

const fileOf = async (folder: string, name: string, bytes: number): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, randomBytes(bytes))
  return path
}

async function newUploadLink(api: AdminApi): Promise<string> {
  const { link_token } = await api.createFolder({ title: 'Inbox', perform_mime_check: false })
  return `/upload/${link_token}`
}

/** Sends a file that is in the queue. @returns the calls of each round trip, by what they are for */
async function send(line: LockstepProxy, page: Page): Promise<string[][]> {
  const upload = new UploadPage(page)
  const rounds = await line.count(page, async () => {
    await upload.startUpload()
    await upload.expectAllReceived(1)
  })
  return callsOf(rounds).map((paths) => paths.map(purposeOf))
}

function purposeOf(path: string): string {
  const [, rest = path] = /^\/api\/upload\/[\w-]+(.*)$/.exec(path) ?? []
  if (rest === '') return 'form or confirmation'
  return rest === '/files' ? 'announcement' : rest.replace(/^\/files\/[\w-]+\/parts\/\d+$/, 'part')
}

test('a first visit has its first part on the line after one round trip, and is confirmed one after the last part', async ({
  line,
  visitor: page,
  api,
  workDir,
}) => {
  const upload = await new UploadPage(page).open(await newUploadLink(api))
  await upload.chooseFiles([await fileOf(workDir, 'large.bin', 12 * MiB)])
  await upload.expectQueued(1)
  await haveCome(line, ...loadedAhead)
  expectRoundsOfParts(await send(line, page))
})

test('so has a settled page, and what fits into a form goes unannounced', async ({
  line,
  visitor: page,
  api,
  workDir,
}) => {
  const upload = await new UploadPage(page).open(await newUploadLink(api))
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await upload.expectLoaded()
  await upload.chooseFiles([await fileOf(workDir, 'small.bin', 8 * MiB)])
  await upload.expectQueued(1)
  await haveCome(line, ...loadedAhead)
  expect(await send(line, page)).toEqual([['form or confirmation']])
  await upload.chooseFiles([await fileOf(workDir, 'large.bin', 12 * MiB)])
  await upload.expectQueued(1)
  expectRoundsOfParts(await send(line, page))
})

/** However long sealing takes: an announcement, parts, a confirmation, and nothing else. */
function expectRoundsOfParts(rounds: string[][]) {
  const [announcement, ...later] = rounds
  const confirmation = later.pop()
  expect({ announcement, confirmation }, JSON.stringify(rounds)).toEqual({
    announcement: ['announcement'],
    confirmation: ['form or confirmation'],
  })
  expect(later.flat(), JSON.stringify(rounds)).toEqual(['part', 'part', 'part'])
}
