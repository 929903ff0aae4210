import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { FileKeys, FileRecord } from '../../contract/folders.ts'
import { openSealed, sha256 } from '../src/transfer/seal/opening.ts'
import { fingerprint } from '../../server/security/fingerprint.ts'
import { withFiles } from './links.ts'
import { scratchFolder } from './scratch.ts'
import { newScript } from './scripts.ts'
import { recipientKey, recipientPrivateKey, startTestServer } from './testServer.ts'

const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
/** The first example in this language below a heading of docs/api.md. */
function example(heading: string, language: string): string {
  const below = page.slice(page.indexOf(`\n${heading}\n`))
  const code = new RegExp('```' + language + '\n([^]*?)```').exec(below)?.[1]
  if (!page.includes(`\n${heading}\n`) || code === undefined) throw new Error(`no example: ${heading}`)
  return code
}

const run = promisify(execFile)

it('the example of listing and deleting does so', async () => {
  const { server, browser, folder, ids } = await withFiles()
  expect(ids).toHaveLength(2)
  const { token } = await newScript(browser, ['files:read', 'files:delete'])
  const env = { PATH: process.env.PATH, SEALPOST: await server.listen(), SEALPOST_TOKEN: token }
  const { stdout } = await run('sh', ['-c', example('### Listing and deleting', 'sh')], { env })
  expect(JSON.parse(stdout)).toEqual({ errors: [] })
  expect((await browser.get(`/api/folders/${folder.id}/files`)).json()).toEqual([])
})

it('the example of uploading sends files that their owner opens, and takes no other key than the link names', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  const folder = await browser.createFolder({ link_password: 'a password' })
  const origin = await server.listen()
  const root = await scratchFolder()
  const program = join(root, 'upload.mts')
  await writeFile(program, example('## Uploading', 'ts'))
  const contents = [Buffer.from('a few bytes'), randomBytes(3 * 262_144 - 5), Buffer.alloc(0)]
  const paths = contents.map((_, i) => join(root, `file ${i}.bin`))
  for (const [i, path] of paths.entries()) await writeFile(path, contents[i] ?? '')
  const send = (fragment: string) =>
    run(
      process.execPath,
      [
        'node_modules/tsx/dist/cli.mjs',
        program,
        `${origin}/upload/${folder.link_token}${fragment}`,
        ...paths,
      ],
      { env: { PATH: process.env.PATH, LINK_PASSWORD: 'a password' } },
    )

  await expect(send(`#k=${'A'.repeat(43)}`)).rejects.toThrow('another key than the link names')
  expect(await server.storedFiles()).toEqual([])

  const { stdout } = await send(`#k=${fingerprint(recipientKey)}`)
  expect(stdout.trim().split('\n')).toEqual(contents.map((bytes, i) => `${sha256(bytes)}  file ${i}.bin`))
  const listed = (await browser.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()
  expect(listed.map(({ original_filename }) => original_filename).sort()).toEqual(
    contents.map((_, i) => `file ${i}.bin`),
  )
  const keys = await browser.post('/api/folders/files/keys', { file_ids: listed.map(({ id }) => id) })
  const opener = await crypto.subtle.importKey(
    'pkcs8',
    new Uint8Array(recipientPrivateKey),
    { name: 'RSA-OAEP', hash: 'SHA-256' },
    false,
    ['decrypt'],
  )
  for (const { id, encrypted_key, encryption_iv, manifest } of keys.json<FileKeys[]>()) {
    const { rawPayload } = await browser.get(`/api/folders/download/${id}`)
    const fields = {
      hash: '',
      encryptedKeyB64: encrypted_key,
      ivB64: encryption_iv,
      manifestB64: manifest ?? '',
    }
    const opened = await openSealed(new Blob([new Uint8Array(rawPayload)]), fields, opener)
    const index = opened.manifest.index
    expect(sha256(opened.plain)).toBe(sha256(contents[index] ?? Buffer.of(1)))
    expect(opened.manifest).toMatchObject({ name: `file ${index}.bin`, count: 3, size: opened.plain.length })
    expect(opened.manifest.root === undefined).toBe(opened.plain.length <= 262_144)
  }
})
