import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { sealPrivateKey } from '../../../../core/crypto/index.ts'
import { backupFileText } from '../../../../src/features/profile/backup/backupFile.ts'
import { pkcs8Of } from '../pull/setUpPull.ts'
import { sha256Of } from '../../get/sharedFiles.ts'
import { hashOfFile } from '../setUpSend.ts'
import { fetchByLink, setUpShare } from './setUpShare.ts'

const documentation = readFileSync(new URL('../../../../docs/command-line.md', import.meta.url), 'utf8')
const script = /```sh\n(#!\/bin\/sh\n# send-to-customer[^]*?)```/.exec(documentation)?.[1] ?? ''

it('the script of the page sends a customer a file, and prints its link', async () => {
  const { localDir, writeLocalFile, token, proxy, owner, contextOptions } = await setUpShare({
    scopes: ['files:read', 'folders:write', 'key:read', 'links:write'],
  })
  expect(script.trim().split('\n').length).toBeLessThanOrEqual(11)
  const content = Buffer.alloc(700_000, 'a file')
  const file = await writeLocalFile('the file.bin', content)
  await mkdir(join(localDir, '.sealpost'))
  const sealed = await sealPrivateKey(pkcs8Of('ada'), 'of that day')
  const backup = backupFileText('ada', { sealed, fingerprint: owner.key.fingerprint }, new Date())
  for (const [name, text] of [
    ['token', token],
    ['backup.json', backup],
    ['password', 'of that day'],
  ] as const)
    await writeLocalFile(`.sealpost/${name}`, text)
  const program = async (name: string, body: string) =>
    writeFile(join(localDir, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  await program('sealpost', `exec ${process.execPath} ${resolve('cli/main.ts')} "$@"`)
  await program('mail', `echo "to $3" > ${join(localDir, 'mail.txt')}; cat >> ${join(localDir, 'mail.txt')}`)
  await program('send-to-customer', script.replace('https://files.example.org', proxy.origin))
  const env = { ...contextOptions.env, HOME: localDir, PATH: `${localDir}:${process.env.PATH ?? ''}` }
  const { stdout } = await promisify(execFile)(
    join(localDir, 'send-to-customer'),
    [file, 'customer@example.org'],
    { env },
  )
  expect(stdout).toMatch(/^http\S+\/download\/[\w-]{22}#\S+\n$/)
  expect(await readFile(join(localDir, 'mail.txt'), 'utf8')).toBe(
    `to customer@example.org\nFor two weeks you can fetch it here: ${stdout}`,
  )
  const dir = await fetchByLink(stdout.trim())
  expect(await hashOfFile(join(dir, 'the file.bin'))).toBe(sha256Of(content))
})
