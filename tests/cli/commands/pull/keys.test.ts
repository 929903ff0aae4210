import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  generateKeyPair,
  generateRecoveryEntropy,
  recoveryCodeOf,
  sealPrivateKey,
  sealRecoveryBox,
} from '../../../../core/crypto/index.ts'
import { backupFileText } from '../../../../src/features/profile/backup/backupFile.ts'
import { sheetFileText } from '../../../../src/features/profile/recoveryCode/recoverySheetFile.ts'
import { password, verifier } from '../../../server/testServer.ts'
import { scratchFolder } from '../../../server/scratchFolder.ts'
import { testContext } from '../../testContext.ts'
import {
  contentByPath,
  keyOf,
  pkcs8Of,
  runPull,
  setUpPull,
  type PullSetup,
  sealedKeyOf,
} from './setUpPull.ts'

const writeSecretFile = async (text: string): Promise<string> => {
  const path = join(await scratchFolder(), 'secret')
  await writeFile(path, text)
  return path
}

/** @returns the code on the sheet */
async function storeRecoveryCode({ owner: { browser, key } }: PullSetup): Promise<string> {
  const entropy = generateRecoveryEntropy()
  const body = {
    password: verifier,
    recovery_box: await sealRecoveryBox(entropy, pkcs8Of('ada')),
    public_key_spki: key.publicKeySpki,
  }
  const reply = await browser.put('/api/auth/users/me/recovery-box', body)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return recoveryCodeOf(entropy)
}

/** As src/features/profile/recoveryCode/RecoverySheet.tsx draws it. */
const recoverySheetText = (code: string) =>
  sheetFileText(
    `<article class="recovery-sheet"><h2>Recovery code</h2><p>Opens the private key when the login password is forgotten.</p><p class="code" aria-label="Recovery code">${code
      .split('-')
      .map((group, i) => `<span>${group}${i < 6 ? '-' : ''}</span>`)
      .join('')}</p><p class="hint">Upper or lower case, with or without dashes.</p></article>`,
    'Sealpost',
  )

const requestedPaths = ({ proxy }: PullSetup) => proxy.calls.map((call) => call.replace(/^GET \/api/, ''))

describe('the private key', () => {
  it('is opened by a recovery sheet as it was saved, and by its code alone', async () => {
    const setup = await setUpPull()
    await setup.send([{ name: 'a.txt', content: 'first' }])
    const code = await storeRecoveryCode(setup)
    const typed = code.toLowerCase().replaceAll('-', '').replaceAll('0', 'o')
    for (const text of [recoverySheetText(code), `${code}\n`, typed, `Code:\t${code.replaceAll('-', ' ')}`]) {
      expect(
        await setup.run('--recovery-file', await writeSecretFile(text)),
        text.slice(0, 40),
      ).toMatchObject({
        code: 0,
      })
    }
    expect(await contentByPath(setup.dir)).toEqual({ 'a.txt': 'first' })
    expect(requestedPaths(setup)).not.toContain('/auth/users/me/encrypted-key')
  })

  it('is not opened by a code with a wrong character, of another key, or by a box that was altered', async () => {
    const setup = await setUpPull()
    const code = await storeRecoveryCode(setup)
    const wrong = code.startsWith('A') ? code.replace('A', 'B') : `A${code.slice(1)}`
    expect(await setup.run('--recovery-file', await writeSecretFile(wrong))).toMatchObject({
      code: 3,
      message: expect.stringContaining('mistyped') as string,
    })
    expect(await setup.run('--recovery-file', await writeSecretFile('nothing'))).toMatchObject({ code: 1 })
    expect(requestedPaths(setup), 'nothing is asked of the server').toEqual([])
    const other = await recoveryCodeOf(generateRecoveryEntropy())
    expect(await setup.run('--recovery-file', await writeSecretFile(other))).toMatchObject({ code: 3 })
    setup.proxy.alterAnswer = (call, answer) =>
      call.endsWith('/recovery-box') ? { ...(answer as object), public_key_spki: 'AAAA' } : undefined
    expect(await setup.run('--recovery-file', await writeSecretFile(code))).toMatchObject({ code: 3 })
    expect(requestedPaths(setup).filter((call) => call.includes('folders'))).toEqual([])
  })

  it('is opened by a backup file and its password, and the server is asked for none', async () => {
    const setup = await setUpPull()
    await setup.send([{ name: 'a.txt', content: 'first' }])
    const { fingerprint } = await keyOf('ada')
    const sealed = await sealPrivateKey(pkcs8Of('ada'), 'of that day')
    const file = await writeSecretFile(backupFileText('ada', { sealed, fingerprint }, new Date()))
    const line = setup.commandLine('--key-file', file)
    const bad = await runPull(testContext(line, { ...setup.contextOptions, answers: ['another'] }))
    expect(bad).toMatchObject({ code: 3, message: expect.stringContaining('Incorrect password') as string })
    const good = await runPull(testContext(line, { ...setup.contextOptions, answers: ['of that day'] }))
    expect([good.code, good.context.questions]).toEqual([0, ['Password of the backup:']])
    expect(await setup.run('--key-file', await writeSecretFile('{}'))).toMatchObject({ code: 1 })
    expect(requestedPaths(setup)).not.toContain('/auth/users/me/encrypted-key')
  })

  it('does not open: one sentence for a wrong password and for every altered blob, and nothing more is asked', async () => {
    const setup = await setUpPull()
    const wrong = await writeSecretFile('not it')
    const { message, code } = await setup.run('--password-file', wrong)
    expect(code).toBe(3)
    const flipped = (b64: string, at: number) => {
      const bytes = Buffer.from(b64, 'base64')
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      return bytes.toString('base64')
    }
    for (const at of [0, 11, 12, 700, 1200]) {
      setup.proxy.alterAnswer = (call, answer) => {
        if (!call.endsWith('/encrypted-key')) return undefined
        const blob = answer as { encryptedPrivateKey: string }
        return { ...blob, encryptedPrivateKey: flipped(blob.encryptedPrivateKey, at) }
      }
      expect(await setup.run()).toMatchObject({ code: 3, message })
    }
    expect(new Set(requestedPaths(setup))).toEqual(new Set(['/auth/users/me/encrypted-key']))
  })

  it.each([0, 1, 1000, 249_999, 599_999, 5_000_001, 1e12, '6e5', null])(
    'is not derived with rounds that a server chose: %s',
    async (kdfIterations) => {
      const setup = await setUpPull()
      setup.proxy.alterAnswer = (call, answer) =>
        call.endsWith('/encrypted-key') ? { ...(answer as object), kdfIterations } : undefined
      const began = performance.now()
      expect(await setup.run()).toMatchObject({ code: 3 })
      expect(performance.now() - began).toBeLessThan(60_000)
      expect(requestedPaths(setup)).toEqual(['/auth/users/me/encrypted-key'])
    },
  )

  it('is the one that this machine knows: a former pair under the same password is refused, with both words', async () => {
    const setup = await setUpPull()
    await setup.send([{ name: 'a.txt', content: 'first' }])
    await setup.run()
    const { pkcs8Bytes } = await generateKeyPair()
    const former = await sealPrivateKey(pkcs8Bytes, password)
    setup.proxy.alterAnswer = (call) => (call.endsWith('/encrypted-key') ? former : undefined)
    const before = setup.proxy.calls.length
    const refused = await setup.run()
    expect(refused.code).toBe(3)
    const known = (await keyOf('ada')).fingerprintWords.join(' ')
    expect(refused.message).toContain(`Known: ${known}`)
    const given = /Yours: (.*)/.exec(refused.message)?.[1] ?? ''
    expect(setup.proxy.calls.slice(before)).toHaveLength(1)
    // Whoever accepts says which.
    expect((await setup.run('--accept-key', known)).code).toBe(3)
    expect((await setup.run('--accept-key', given.toUpperCase())).code).toBe(0)
    expect((await setup.run()).code).toBe(0)
    setup.proxy.alterAnswer = () => undefined
    expect((await setup.run()).code).toBe(3)
  })

  it('leaves nothing secret on the disk', async () => {
    const setup = await setUpPull()
    await setup.send([{ name: 'a.txt', content: 'first' }])
    await setup.run()
    const state = setup.contextOptions.env?.XDG_STATE_HOME ?? ''
    expect((await readdir(join(state, 'sealpost'))).sort()).toEqual(['folders', 'seen', 'trust', 'unopened'])
    const { encryptedPrivateKey } = await sealedKeyOf('ada')
    const savedText = JSON.stringify([await contentByPath(state, true), await contentByPath(setup.dir, true)])
    for (const secret of [password, setup.token, encryptedPrivateKey, setup.token.slice(9, 40)])
      expect(savedText).not.toContain(secret)
  })
})

describe('the API token', () => {
  it.each([[['files:read']], [['key:read']]] as const)(
    'with %s alone is refused, by what it lacks',
    async (scopes) => {
      const setup = await setUpPull({ scopes })
      await setup.send([{ name: 'a.txt', content: 'first' }])
      const { code, message } = await setup.run()
      expect([code, message]).toEqual([3, expect.stringContaining('files:read and key:read')])
      expect(message).not.toContain(setup.token)
    },
  )

  it('that is revoked, mistyped or none is said to be', async () => {
    const setup = await setUpPull()
    await setup.owner.browser.delete('/api/auth/api-tokens/1')
    expect(await setup.run()).toMatchObject({
      code: 3,
      message: expect.stringContaining('was revoked') as string,
    })
    const file = await writeSecretFile('Bearer x')
    expect(await setup.run('--token-file', file)).toMatchObject({ code: 1 })
  })

  it('goes to the server of the address alone, and over https where it is not this machine', async () => {
    const { contextOptions, dir } = await setUpPull()
    for (const address of [
      'http://files.example.org/folders/view/7',
      'https://files.example.org/dashboard',
      'ftp://x/folders/view/7',
    ])
      expect(await runPull(testContext(['pull', address, dir], contextOptions)), address).toMatchObject({
        code: 1,
      })
  })
})
