import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { fingerprint, fromBase64 } from '../../../core/crypto/index.ts'
import { otherRecipientKey, recipientKey } from '../../server/testServer.ts'
import { hashOf, runSend, type SendSetup, setUpSend, storedHashes } from './setUpSend.ts'

const wordsOf = async (key: string) => (await fingerprint(fromBase64(key))).words.join(' ')

/** As if the server offered a key of its own. */
async function exchangeKey({ admin }: SendSetup) {
  await admin.put('/api/auth/public-key', { public_key_spki: otherRecipientKey })
  const blob = { encryptedPrivateKey: 'A'.repeat(200), kdfSalt: Buffer.alloc(16, 5).toString('base64') }
  expect((await admin.put('/api/auth/users/me/encrypted-key', blob)).statusCode).toBe(200)
}

async function setUpUsedLink() {
  const setup = await setUpSend()
  await setup.writeFile('a.txt', 'a')
  expect((await runSend(setup, { args: [setup.link, 'a.txt'] })).outcome).toBe(0)
  await exchangeKey(setup)
  await setup.writeFile('b.txt', 'b')
  const send = (options: Record<string, string> = {}) =>
    runSend(setup, { args: [setup.link, 'b.txt'], options }).then(({ outcome }) => outcome)
  return { setup, send }
}

it('a plain link takes no other key than at its first use, and says the words of both', async () => {
  const { setup, send } = await setUpUsedLink()
  const refused = await send()
  expect(refused).toMatchObject({ exitCode: 3 })
  expect(String(refused)).toContain(`Known:   ${await wordsOf(recipientKey)}`)
  expect(String(refused)).toContain(`Offered: ${await wordsOf(otherRecipientKey)}`)
  expect(await storedHashes(setup)).toEqual({ 'a.txt': hashOf('a') })
})

it.each(['accept-key', 'fingerprint'])('the words of --%s take another one from then on', async (option) => {
  const { setup, send } = await setUpUsedLink()
  expect(await send({ [option]: await wordsOf(recipientKey) })).toMatchObject({ exitCode: 3 })
  expect(await send({ [option]: await wordsOf(otherRecipientKey) })).toBe(0)
  await setup.writeFile('b.txt', 'changed')
  expect(await send()).toBe(0)
})

it('what is remembered does not name the link, and --no-journal remembers nothing', async () => {
  const setup = await setUpSend()
  await setup.writeFile('a.txt', 'a')
  const folder = setup.pathOf('state/sealpost/recipients')
  await runSend(setup, { args: [setup.link, 'a.txt'], options: { 'no-journal': true } })
  await expect(readdir(folder)).rejects.toThrow('ENOENT')
  await runSend(setup, { args: [setup.link, 'a.txt'] })
  const [name = ''] = await readdir(folder)
  expect(name + (await readFile(`${folder}/${name}`, 'utf8'))).not.toContain(setup.folder.link_token)
})
