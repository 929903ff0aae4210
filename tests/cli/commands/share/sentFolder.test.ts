import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FileRecord, Folder } from '../../../../contract/schemas/folders.ts'
import { scopes } from '../../../../contract/scopes.ts'
import { password } from '../../../server/testServer.ts'
import { eventsOf, messagesOf } from '../../testContext.ts'
import { contentByLink, createdLink, runCommand, setUpShare } from './setUpShare.ts'

async function setUpSent(setting: Parameters<typeof setUpShare>[0] = {}) {
  const setup = await setUpShare(setting)
  const { owner, proxy } = setup
  const get = async <T>(url: string) => (await owner.browser.get(url)).json<T>()
  return {
    ...setup,
    shareOnServer: (...line: string[]) => setup.share('--into', proxy.origin, ...line),
    listSentFolders: async () => (await get<Folder[]>('/api/folders/')).filter(({ kind }) => kind === 'sent'),
    filesOf: ({ id }: Folder) => get<FileRecord[]>(`/api/folders/${id}/files`),
  }
}

const wordsNote = 'Compare its words once'

describe('files that are shared without a folder', () => {
  it('go into one of Send files, whose server learns no names and counts nothing as new', async () => {
    const { shareOnServer, writeLocalFile, listSentFolders, filesOf } = await setUpSent()
    const paths = [await writeLocalFile('Brief.txt', 'secret'), await writeLocalFile('photos/a.jpg', 'x')]
    const result = await shareOnServer(...paths)
    const { link, files } = createdLink(result)
    expect(files.map(({ file }) => file)).toEqual(['Brief.txt', 'a.jpg'])
    expect(await contentByLink(link)).toEqual({ 'Brief.txt': 'secret', 'a.jpg': 'x' })
    const [folder, ...more] = await listSentFolders()
    if (!folder) throw new Error('There is no folder.')
    expect(more).toEqual([])
    expect(folder).toMatchObject({ is_active: false, private_names: true, undownloaded_count: 0 })
    expect(folder.title).toMatch(/^Sent 20\d\d-/)
    expect((await filesOf(folder)).map(({ original_filename }) => original_filename)).toEqual([
      expect.stringMatching(/^sealed-/),
      expect.stringMatching(/^sealed-/),
    ])
    expect(messagesOf(result.context)).toContain(`/folders/view/${folder.id}`)
  })

  it('make a folder each time, and the words of a key that is known are not shown again', async () => {
    const { shareOnServer, writeLocalFile, listSentFolders } = await setUpSent()
    const path = await writeLocalFile('a.txt', 'first')
    const first = await shareOnServer(path)
    expect(messagesOf(first.context)).toContain(wordsNote)
    const second = await shareOnServer(path)
    createdLink(second)
    expect(messagesOf(second.context)).not.toContain(wordsNote)
    expect(await listSentFolders()).toHaveLength(2)
  })

  it('ask for a token once that is typed', async () => {
    const { contextOptions, proxy, writeLocalFile } = await setUpSent()
    const { SEALPOST_TOKEN: token = '', ...env } = contextOptions.env ?? {}
    const [path, passwordFile] = [
      await writeLocalFile('a.txt', 'first'),
      await writeLocalFile('pw', password),
    ]
    const line = ['share', '--password-file', passwordFile, '--into', proxy.origin, path]
    createdLink(await runCommand(line, { ...contextOptions, env, answers: [token] }))
  })

  it('make none for a rehearsal, a missing file, an invalid option, or an upload link', async () => {
    const { shareOnServer, writeLocalFile, listSentFolders, localDir } = await setUpSent()
    const path = await writeLocalFile('a.txt', 'first')
    const rehearsed = await shareOnServer('--dry-run', path)
    expect([rehearsed.code, eventsOf(rehearsed, 'listed').map(({ file }) => file)]).toEqual([0, ['a.txt']])
    expect(await shareOnServer(path, join(localDir, 'missing.txt'))).toMatchObject({ code: 1 })
    expect(await shareOnServer('--expires', 'yesterday', path)).toMatchObject({ code: 1 })
    expect(
      await shareOnServer('--upload-link', `https://a.example/upload/${'A'.repeat(22)}`, path),
    ).toMatchObject({ code: 1 })
    expect(await listSentFolders()).toEqual([])
  })

  it('need a token that makes folders, and a server that knows them', async () => {
    const without = await setUpSent({ scopes: scopes.filter((scope) => scope !== 'folders:write') })
    const path = await without.writeLocalFile('a.txt', 'first')
    const refused = await without.shareOnServer(path)
    expect([refused.code, refused.message]).toEqual([3, expect.stringContaining('folders:write')])

    const setup = await setUpSent()
    setup.proxy.otherAnswer = (call) => {
      if (!call.startsWith('POST /api/folders')) return undefined
      const issue = { loc: ['body', 'kind'], msg: 'Unknown field.', type: 'unknown_field' }
      const body = JSON.stringify({ detail: [issue], code: 'unknownField' })
      return { status: 422, headers: { 'content-type': 'application/json' }, body }
    }
    const older = await setup.shareOnServer(await setup.writeLocalFile('a.txt', 'first'))
    expect([older.code, older.message]).toEqual([3, expect.stringContaining('older than this program')])
    expect(await setup.listSentFolders()).toEqual([])
  })

  it('are not sent into a folder that was there before', async () => {
    const setup = await setUpSent()
    const { proxy, folder, listLinks } = setup
    proxy.alterAnswer = (call, answer) =>
      call.startsWith('POST /api/folders') ? { ...(answer as Folder), id: folder.id } : undefined
    const result = await setup.shareOnServer(await setup.writeLocalFile('a.txt', 'first'))
    expect([result.code, result.message]).toEqual([3, expect.stringContaining('existed before')])
    expect([await setup.filesOf(folder), await listLinks()]).toEqual([[], []])
  })
})
