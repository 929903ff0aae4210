import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { hashOf, runSend, setUpSend, storedHashes } from './setUpSend.ts'

// The first says that it has no bytes, the second that it has a page.
it
  .runIf(existsSync('/proc/version') && existsSync('/sys/class/net/lo/mtu'))
  .each(['/proc/version', '/sys/class/net/lo/mtu'])(
  '%s arrives whole, whatever size it says',
  async (path) => {
    const setup = await setUpSend()
    expect((await runSend(setup, { args: [setup.link, path] })).outcome).toBe(0)
    expect(await storedHashes(setup)).toEqual({ [basename(path)]: hashOf(await readFile(path)) })
    expect(await readdir(setup.pathOf('tmp'))).toEqual([])
  },
)

it('empty and small files are sent from where they are', async () => {
  const setup = await setUpSend()
  await setup.writeFile('empty', '')
  await setup.writeFile('small', 'a')
  expect((await runSend(setup, { args: [setup.link, 'empty', 'small'] })).outcome).toBe(0)
  expect(await storedHashes(setup)).toEqual({ empty: hashOf(''), small: hashOf('a') })
})
