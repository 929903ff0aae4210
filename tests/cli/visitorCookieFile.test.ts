import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { VisitorCookieFile } from '../../cli/get/visitorCookieFile.ts'
import { ServerClient } from '../../cli/platform/serverClient.ts'

let root: string
let cookieFile: VisitorCookieFile
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sealpost-cookies-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  cookieFile = new VisitorCookieFile({ env: { XDG_STATE_HOME: root } }, 'http://localhost', 'token')
})

/** What a run restores after an earlier one has kept a cookie, and its file has become this. */
async function restoredCookies(text: string): Promise<Readonly<Record<string, string>>> {
  const before = new ServerClient('http://localhost')
  before.restoreCookies({ visitor: 'kept' })
  await cookieFile.save(before)
  const folder = join(root, 'sealpost', 'visits')
  const [name = ''] = await readdir(folder)
  if (text !== '') await writeFile(join(folder, name), text)
  const server = new ServerClient('http://localhost')
  await cookieFile.restore(server)
  return server.cookies
}

it.each([
  ['all that were kept', '', { visitor: 'kept' }],
  ['all but one that is no text', '{"visitor":"kept","other":7}', { visitor: 'kept' }],
  ['all but one that no header can have', '{"visitor":"kept","other":"a\\r\\nb"}', { visitor: 'kept' }],
  ['all but one of such a name', '{"visitor":"kept","other\\n":"a"}', { visitor: 'kept' }],
  ['none of a file that is cut off', '{"visitor":"ke', {}],
])('restores %s', async (_, text, expected) => {
  expect(await restoredCookies(text)).toEqual(expected)
})
