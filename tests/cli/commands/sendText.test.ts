import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { maxTextBytes, maxTextUnits } from '../../../contract/limits.ts'
import { exitCodes } from '../../../cli/exitCodes.ts'
import { LineReporter } from '../../../cli/reporters/lineReporter.ts'
import { jsonReporter } from '../../../cli/reporters/jsonReporter.ts'
import { eventsOf, messagesOf } from '../testContext.ts'
import { runSend, setUpSend, storedHashes, hashOf } from './setUpSend.ts'
import { contentByLink, createdLink, runCommand, setUpShare } from './share/setUpShare.ts'

const hostile = 'two\n  lines\u202E\u0007 and \u001b[31mred'

it('a message is sent beside files, passed on, and printed by whoever fetches it', async () => {
  const setup = await setUpShare()
  const { proxy, folder } = setup
  const message = await setup.writeLocalFile('text', hostile)
  const file = await setup.writeLocalFile('a.txt', 'a')
  const sent = await runCommand(
    ['send', '--text', message, `${proxy.origin}/upload/${folder.link_token}`, file],
    setup.contextOptions,
  )
  expect(sent.code).toBe(0)
  const { link } = createdLink(await setup.share(setup.folderAddress, '*'))
  expect(await contentByLink(link)).toEqual({ 'a.txt': 'a', 'Message.txt': hostile })
  const printed = await runCommand(['get', '--text', link], setup.contextOptions)
  expect(printed.code).toBe(0)
  expect(eventsOf(printed, 'message').map(({ file: name, text }) => [name, text])).toEqual([
    ['Message.txt', hostile],
  ])
  expect(await readdir(setup.localDir)).not.toContain('Message.txt')
})

it('a link without a message says so', async () => {
  const setup = await setUpShare()
  await setup.writeLocalFile('Message.txt', 'a file of that name')
  const line = [
    `${setup.proxy.origin}/upload/${setup.folder.link_token}`,
    join(setup.localDir, 'Message.txt'),
  ]
  await runCommand(['send', ...line], setup.contextOptions)
  const { link } = createdLink(await setup.share(setup.folderAddress, '*'))
  const printed = await runCommand(['get', '--text', link], setup.contextOptions)
  expect(printed.code).toBe(exitCodes.someFailed)
  expect(messagesOf(printed.context)).toContain('There is no message in this link.')
})

describe('a message', () => {
  it('comes from standard input, too', async () => {
    const setup = await setUpSend()
    const { outcome } = await runSend(
      setup,
      { args: [setup.link], options: { text: '-' } },
      { stdin: Readable.from([Buffer.from('piped')]) },
    )
    expect(outcome).toBe(0)
    expect(await storedHashes(setup)).toEqual({ 'Message.txt': hashOf('piped') })
  })

  it.each([
    ['empty', ' \n'],
    ['too long', 'x'.repeat(maxTextUnits + 1)],
    ['of too many bytes', '\u20AC'.repeat(maxTextBytes / 3 + 1)],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0x41])],
  ])('that is %s is refused, and nothing is sent', async (_, content) => {
    const setup = await setUpSend()
    const path = await setup.writeFile('here/text', content)
    const { outcome } = await runSend(setup, { args: [setup.link], options: { text: path } })
    expect(outcome).toMatchObject({ exitCode: exitCodes.usage })
    expect(await storedHashes(setup)).toEqual({})
  })

  it('of a file that was sent before is sent, and not again', async () => {
    const setup = await setUpSend()
    const path = await setup.writeFile('here/note', 'both')
    await runSend(setup, { args: [setup.link, path] })
    const command = { args: [setup.link], options: { text: path } }
    expect((await runSend(setup, command)).outcome).toBe(0)
    expect((await runSend(setup, command)).outcome).toBe(0)
    expect(await storedHashes(setup)).toEqual({ note: hashOf('both'), 'Message.txt': hashOf('both') })
  })

  it('and the file that it is in are two files of one upload', async () => {
    const setup = await setUpSend()
    const path = await setup.writeFile('here/note', 'both')
    await runSend(setup, { args: [setup.link, path], options: { text: path } })
    expect(await storedHashes(setup)).toEqual({ note: hashOf('both'), 'Message.txt': hashOf('both') })
  })

  it('cannot be standard input if a file is', async () => {
    const setup = await setUpSend()
    const { outcome } = await runSend(setup, { args: [setup.link, '-'], options: { text: '-', name: 'a' } })
    expect(outcome).toMatchObject({ exitCode: exitCodes.usage })
  })

  it('shows people its hidden characters, and gives programs its text', () => {
    const event = {
      event: 'message',
      file: 'Message.txt',
      id: 1,
      sha256: null,
      bytes: 1,
      text: hostile,
    } as const
    let shown = ''
    const options = { write: () => undefined, showsProgress: true, columns: () => 80, now: () => 0 }
    new LineReporter({ ...options, writeResult: (text) => (shown += text) }).emit(event)
    expect(shown).toBe('two\n  lines‹U+202E U+0007› and ‹U+001B›[31mred\n')
    let line = ''
    jsonReporter((text) => (line = text)).emit(event)
    expect(line).not.toMatch(/[\u202E\u0007\u001b]/)
    expect(JSON.parse(line)).toMatchObject({ event: 'message', text: hostile })
  })
})
