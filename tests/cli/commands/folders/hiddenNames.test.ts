import { describe, expect, it } from 'vitest'
import { jsonReporter } from '../../../../cli/reporters/jsonReporter.ts'
import type { FileKeys, HashedFileRecord } from '../../../../contract/schemas/folders.ts'
import { newTokenClient } from '../../../server/tokenClient.ts'
import { eventsOf, messagesOf } from '../../testContext.ts'
import { contentByLink, createdLink, runCommand } from '../share/setUpShare.ts'
import { hashOf } from '../setUpSend.ts'
import { printedText } from './printedText.ts'
import { hidden, setUpHiddenNames } from './setUpHiddenNames.ts'

describe('names that the server does not know', () => {
  it('are listed as hidden without the key, with size, time and number, and no placeholder', async () => {
    const { ls, rows } = await setUpHiddenNames()
    const { code, events } = await ls()
    expect(code).toBe(0)
    const json: string[] = []
    for (const event of events) jsonReporter((line) => json.push(line)).emit(event)
    const text = printedText(events)
    expect(text + json.join('')).not.toContain('sealed-')
    const listed = eventsOf({ events }, 'listed')
    for (const {
      id,
      original_filename: name,
      upload_time: uploaded,
      file_size: bytes,
      file_hash,
    } of await rows()) {
      const isPlain = name === 'plain.txt'
      const fields = isPlain ? { file: name, sha256: file_hash } : { file: null, sha256: null }
      expect(listed).toContainEqual({ event: 'listed', id, bytes, uploaded, ...fields })
      if (!isPlain)
        expect(text).toContain(`${bytes}  (name hidden, number ${id}, sent ${uploaded.slice(0, 16)}Z)\n`)
    }
  })

  it('are listed with the key as they were sealed', async () => {
    const { lsWithKey } = await setUpHiddenNames()
    const result = await lsWithKey()
    expect(result.code).toBe(0)
    const listed = Object.fromEntries(
      eventsOf(result, 'listed').map(({ file, sha256 }) => [file ?? '', sha256]),
    )
    expect(listed).toEqual({
      'plain.txt': hashOf('plain'),
      ...Object.fromEntries(Object.entries(hidden).map(([path, content]) => [path, hashOf(content)])),
    })
    expect(messagesOf(result.context)).toContain(
      '1 file came with open names into this folder, which hides them: plain.txt',
    )
  })

  it('select files for ls and rm with the key, and say what to do without it', async () => {
    const { ls, lsWithKey, rm, rmWithKey, rows } = await setUpHiddenNames()
    const before = await rows()
    for (const refused of [await ls('Kündigung.txt'), await rm('Kündigung.txt'), await rm('sealed-*')]) {
      expect(refused.code).toBe(1)
      expect(refused.message).toContain('Open your key with --with-key')
    }
    // An empty variable of a script is no name of a hidden file.
    expect((await rm('')).message).toContain('No file of this folder has the name')
    expect(eventsOf(await lsWithKey('sub/*'), 'listed').map(({ file }) => file)).toEqual(['sub/Brief.txt'])
    expect(await rmWithKey('Brief.txt')).toMatchObject({
      code: 1,
      message: expect.stringContaining('sub/Brief.txt (number') as string,
    })
    expect(await rows()).toEqual(before)
    const partly = await rm('*.txt', '--dry-run')
    expect(eventsOf(partly, 'listed').map(({ file }) => file)).toEqual(['plain.txt'])
    expect(messagesOf(partly.context)).toContain('3 files left out, whose names are not known here')
    const deleted = await rmWithKey('Kündigung.txt')
    expect(eventsOf(deleted, 'done').map(({ file }) => file)).toEqual(['Kündigung.txt'])
    const rest = before.length - 1
    expect(await rows()).toHaveLength(rest)
    expect((await rm('*')).code).toBe(0)
    expect(await rows()).toEqual([])
  })

  it('select files to share, whose links are listed without placeholders', async () => {
    const { share, folderAddress, runWithToken } = await setUpHiddenNames()
    const { link } = createdLink(await share(folderAddress, 'Kündigung.txt', 'sub/*'))
    expect(await contentByLink(link)).toEqual({ 'Kündigung.txt': 'secret', 'sub/Brief.txt': 'other' })
    const links = await runWithToken(['links', folderAddress])
    expect(eventsOf(links, 'link')).toMatchObject([{ names: [null, null] }])
    expect(printedText(links.events)).toContain('(name hidden), (name hidden)')
    const dry = await share(folderAddress, '*', '--dry-run')
    expect(
      eventsOf(dry, 'listed')
        .map(({ file }) => file)
        .sort(),
    ).toEqual([...Object.keys(hidden), 'plain.txt'].sort())
  })

  it('command no terminal', async () => {
    const { lsWithKey, writeLocalFile, contextOptions, proxy, folder, owner } = await setUpHiddenNames()
    const path = await writeLocalFile('a\u001b[2J\u202Eb.txt', 'x')
    const link = `${proxy.origin}/upload/${folder.link_token}#kp=${owner.key.fingerprint}`
    await runCommand(['send', link, path], contextOptions)
    const text = printedText((await lsWithKey()).events)
    expect(text).not.toMatch(/[\u001b\u202e]/)
    expect(text).toContain('‹U+001B›')
  })

  it('are said to be the word of the server, or altered by it, where it is so', async () => {
    const { lsWithKey, rows, proxy } = await setUpHiddenNames()
    const [withheld, altered] = (await rows()).filter(({ original_filename: name }) => name !== 'plain.txt')
    proxy.alterAnswer = (call, answer) =>
      call.endsWith('/files/keys')
        ? (answer as FileKeys[]).map((keys) =>
            keys.id === withheld?.id ? { ...keys, manifest: null } : keys,
          )
        : call.endsWith('/files')
          ? (answer as HashedFileRecord[]).map((row) =>
              row.id === altered?.id
                ? { ...row, original_filename: 'innocent.txt', stored_filename: '1/innocent.txt' }
                : row,
            )
          : undefined
    const result = await lsWithKey()
    const messages = messagesOf(result.context)
    expect(messages).toContain(
      `1 file without a manifest (name and content are the server’s word): number ${withheld?.id}.`,
    )
    expect(messages).toMatch(
      new RegExp(`1 file shown by the server otherwise than sealed: .*number ${altered?.id}`),
    )
    const listed = eventsOf(result, 'listed').map(({ file }) => file)
    expect(listed).toContain(null)
    expect(listed).not.toContain('innocent.txt')
  })

  it('are opened by a token with the right to the key alone', async () => {
    const { runWithToken, withKey, owner, folderAddress } = await setUpHiddenNames()
    const { token } = await newTokenClient(owner.browser, ['files:read'])
    const env = { SEALPOST_TOKEN: token }
    expect((await runWithToken(['ls', folderAddress], { env })).code).toBe(0)
    expect(await runWithToken(['ls', ...withKey, folderAddress], { env })).toMatchObject({
      code: 3,
      message: expect.stringContaining('ls needs the scopes files:read and key:read') as string,
    })
  })
})
