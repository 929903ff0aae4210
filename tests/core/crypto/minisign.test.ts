import { execFileSync, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verifyMinisign } from '../../../core/crypto/index.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { newMinisignKey } from '../../../e2e/minisignKey.ts'

const content = Buffer.from('{"v":1}\n')
const signingKey = newMinisignKey()
const signature = signingKey.sign(content, 'sealpost 0.1.0')

describe('a signature of minisign', () => {
  it('is verified with its comment, by the whole file of the key or its line', async () => {
    expect(await verifyMinisign(content, signature, signingKey.publicKey)).toBe('sealpost 0.1.0')
    const line = signingKey.publicKey.split('\n')[1] ?? ''
    expect(await verifyMinisign(content, signature.replaceAll('\n', '\r\n'), line)).toBe('sealpost 0.1.0')
  })

  it('fails if any byte of the content is changed', async () => {
    for (let at = 0; at < content.length; at++) {
      const changed = Buffer.from(content)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(verifyMinisign(changed, signature, signingKey.publicKey)).rejects.toThrow('does not match')
    }
  })

  it.each([
    ['of another key', () => newMinisignKey().sign(content), /another key/],
    ['with another comment', () => signature.replace('0.1.0', '0.1.1'), /comment of the signature/],
    ['without a comment', () => signature.replace('trusted comment: sealpost', 'sealpost'), /no signature/],
    ['with more behind it', () => `${signature}more\n`, /no signature/],
    ['cut', () => signature.split('\n').slice(0, 2).join('\n'), /no signature/],
    ['empty', () => '', /no signature/],
    ['of the older form', () => signature.replace(/\nRU/, '\nRW'), /older form/],
  ])('%s is refused', async (_, make, message) => {
    await expect(verifyMinisign(content, make(), signingKey.publicKey)).rejects.toThrow(message)
  })

  it('is not looked at with what is no key', async () => {
    for (const text of ['', 'RWQ', signature])
      await expect(verifyMinisign(content, signature, text)).rejects.toThrow('no public key')
  })
})

/** True if the minisign program is installed (Debian package `minisign`). */
const hasMinisign = spawnSync('minisign', ['-v']).status === 0

describe.runIf(hasMinisign)('the program minisign', () => {
  it('makes signatures that are verified here', async () => {
    const folder = await scratchFolder()
    const secret = join(folder, 'secret')
    const open = join(folder, 'open')
    const file = join(folder, 'file')
    await writeFile(file, content)
    execFileSync('minisign', ['-G', '-W', '-s', secret, '-p', open], { stdio: 'ignore' })
    execFileSync('minisign', ['-S', '-s', secret, '-m', file, '-t', 'from minisign'], { stdio: 'ignore' })
    const made = await readFile(`${file}.minisig`, 'utf8')
    expect(await verifyMinisign(content, made, await readFile(open, 'utf8'))).toBe('from minisign')
  })

  it('verifies signatures that the tests make', async () => {
    const file = join(await scratchFolder(), 'file')
    await writeFile(file, content)
    await writeFile(`${file}.minisig`, signature)
    await writeFile(`${file}.pub`, signingKey.publicKey)
    const verified = spawnSync('minisign', ['-V', '-m', file, '-p', `${file}.pub`], { encoding: 'utf8' })
    expect(verified.stdout).toContain('Trusted comment: sealpost 0.1.0')
    expect(verified.status).toBe(0)
  })
})
