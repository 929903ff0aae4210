import { execFile } from 'node:child_process'
import { createPublicKey, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { FileKeys, FileRecord, Folder } from '../../contract/schemas/folders.ts'
import { get } from '../../cli/get/get.ts'
import {
  openLinkBox,
  openPrivateKey,
  personalKeyOf,
  readKeyBackup,
  sealPrivateKey,
} from '../../core/crypto/index.ts'
import { backupFileText } from '../../src/features/profile/backup/backupFile.ts'
import { testContext } from '../cli/testContext.ts'
import { openSealed, sha256 } from '../core/seal/openSealed.ts'
import { fingerprint } from '../../server/security/publicKeys.ts'
import { addUser } from '../../server/security/userPasswords.ts'
import { startServerWithFiles, uploadFiles } from './links.ts'
import { scratchFolder } from './scratchFolder.ts'
import { newTokenClient } from './tokenClient.ts'
import { password, recipientKey, recipientPrivateKey, startTestServer } from './testServer.ts'
import { iv } from './uploads.ts'

const apiDocument = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
/** The first example in this language below a heading of docs/api.md. */
function codeExample(heading: string, language: string): string {
  const below = apiDocument.slice(apiDocument.indexOf(`\n${heading}\n`))
  const code = new RegExp('```' + language + '\n([^]*?)```').exec(below)?.[1]
  if (!apiDocument.includes(`\n${heading}\n`) || code === undefined) throw new Error(`no example: ${heading}`)
  return code
}

const execFileAsync = promisify(execFile)

it('the example of listing and deleting does so', async () => {
  const { server, browser, folder, ids } = await startServerWithFiles()
  expect(ids).toHaveLength(2)
  const { token } = await newTokenClient(browser, ['files:read', 'files:delete'])
  const env = { PATH: process.env.PATH, SEALPOST: await server.listen(), SEALPOST_TOKEN: token }
  const { stdout } = await execFileAsync('sh', ['-c', codeExample('### Listing and deleting', 'sh')], { env })
  expect(JSON.parse(stdout)).toEqual({ errors: [] })
  expect((await browser.get(`/api/folders/${folder.id}/files`)).json()).toEqual([])
})

it('the example of keeping files takes their dates away', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  const folder = await browser.createFolder({ retention_days: 7 })
  await uploadFiles(server.app, browser, folder, [{ name: 'a.txt' }, { name: 'b.txt' }])
  const dates = async () =>
    (await browser.get(`/api/folders/${folder.id}/files`))
      .json<FileRecord[]>()
      .map(({ expires_at }) => typeof expires_at)
  expect(await dates()).toEqual(['string', 'string'])
  const { token } = await newTokenClient(browser, ['files:read', 'files:delete'])
  const env = { PATH: process.env.PATH, SEALPOST: await server.listen(), SEALPOST_TOKEN: token }
  const { stdout } = await execFileAsync('sh', ['-c', codeExample('### Files by date', 'sh')], { env })
  expect(JSON.parse(stdout)).toEqual({ errors: [] })
  expect(await dates()).toEqual(['undefined', 'undefined'])
})

it('the examples lead from an account and its password to files that are opened', async () => {
  const server = await startTestServer()
  await addUser(server.services.db, 'ada', 'correct horse battery', new Date().toISOString())
  const [origin, root] = [await server.listen(), await scratchFolder()]
  const secret = { SEALPOST_PASSWORD: 'correct horse battery' }
  const begun = await runProgram(root, '### From nothing', [origin, 'ada', join(root, 'backup.json')], secret)
  const [fragment = ''] = /#k=\S{43}/.exec(begun.stderr) ?? []
  const env = { ...secret, SEALPOST: origin, SEALPOST_TOKEN: begun.stdout.trim() }

  const made = await execFileAsync('sh', ['-c', codeExample('### Making a folder', 'sh')], {
    env: { PATH: process.env.PATH, ...env },
  })
  const folder = JSON.parse(made.stdout) as Folder
  expect(folder).toMatchObject({ title: 'Tax 2026', allowed_emails: ['ada@example.org'] })
  // The example asks for a code by mail, which no program reads.
  const opened = await fetch(`${origin}/api/folders/${folder.id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${env.SEALPOST_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: folder.title, require_email_verification: false }),
  })
  expect(opened.status).toBe(200)

  await writeFile(join(root, 'report.pdf'), 'a report')
  const upload = `${origin}/upload/${folder.link_token}${fragment}`
  await runProgram(root, '## Uploading', [upload, join(root, 'report.pdf')], {})
  await runProgram(root, '## Downloading and opening', [origin, String(folder.id), join(root, 'got')], env)
  const [name = ''] = await readdir(join(root, 'got'))
  expect(await readFile(join(root, 'got', name), 'utf8')).toBe('a report')

  const backup = readKeyBackup(await readFile(join(root, 'backup.json'), 'utf8'))
  if ('problem' in backup) throw new Error(backup.problem)
  const { fingerprint: opener } = await personalKeyOf(
    await openPrivateKey(backup.sealed, secret.SEALPOST_PASSWORD),
  )
  expect(fragment).toBe(`#k=${opener}`)
})

/** Runs an example, written into a file of this folder, as somebody would who has copied it. */
async function runProgram(root: string, heading: string, args: string[], env: Record<string, string>) {
  const program = join(root, 'program.mts')
  await writeFile(program, codeExample(heading, 'ts'))
  return execFileAsync(process.execPath, [program, ...args], { env: { PATH: process.env.PATH, ...env } })
}

it('the example of a link names the key by which the pages make theirs', async () => {
  const root = await scratchFolder()
  const pem = join(root, 'public-key.pem')
  const key = createPublicKey({ key: Buffer.from(recipientKey, 'base64'), format: 'der', type: 'spki' })
  await writeFile(pem, key.export({ format: 'pem', type: 'spki' }))
  const { stdout } = await runProgram(root, '## Links', ['https://files.example.org', 'TOKEN', pem], {})
  expect(stdout.trim()).toBe(`https://files.example.org/upload/TOKEN#k=${fingerprint(recipientKey)}`)
})

const fileContents = [
  Buffer.from('a few bytes'),
  randomBytes(3 * 262_144 - 5),
  Buffer.alloc(0),
  // In parts: one request of the example takes 8 MiB.
  randomBytes(9 * 1024 * 1024),
]

/** A folder whose link asks for a password, and the contents in files that can be sent there. */
async function prepareUpload() {
  const server = await startTestServer()
  const browser = await server.signIn()
  const folder = await browser.createFolder({ link_password: 'a password' })
  const origin = await server.listen()
  const root = await scratchFolder()
  const paths = fileContents.map((_, i) => join(root, `file ${i}.bin`))
  for (const [i, path] of paths.entries()) await writeFile(path, fileContents[i] ?? '')
  const runUploadExample = (fragment: string) =>
    runProgram(root, '## Uploading', [`${origin}/upload/${folder.link_token}${fragment}`, ...paths], {
      LINK_PASSWORD: 'a password',
    })
  return { server, browser, folder, origin, root, runUploadExample }
}

it('the example of uploading sends files that their owner opens, and takes no other key than the link names; that of downloading opens them, and saves nothing that was changed', async () => {
  const { server, browser, folder, origin, root, runUploadExample } = await prepareUpload()
  await expect(runUploadExample(`#k=${'A'.repeat(43)}`)).rejects.toThrow('another key than the link names')
  expect(await server.storedFiles()).toEqual([])

  const { stdout } = await runUploadExample(`#k=${fingerprint(recipientKey)}`)
  expect(stdout.trim().split('\n')).toEqual(fileContents.map((bytes, i) => `${sha256(bytes)}  file ${i}.bin`))
  const { rows } = await sql<{ n: number }>`select count(*) as n from upload`.execute(server.services.db)
  expect(Number(rows[0]?.n), 'uploads in parts').toBe(1)
  const listed = (await browser.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()
  expect(listed.map(({ original_filename }) => original_filename).sort()).toEqual(
    fileContents.map((_, i) => `file ${i}.bin`),
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
    expect(sha256(opened.plain)).toBe(sha256(fileContents[index] ?? Buffer.of(1)))
    expect(opened.manifest).toMatchObject({ name: `file ${index}.bin`, count: 4, size: opened.plain.length })
    expect(opened.manifest.root === undefined).toBe(opened.plain.length <= 262_144)
  }

  const sealed = await sealPrivateKey(new Uint8Array(recipientPrivateKey), password)
  const stored = await browser.put('/api/auth/users/me/encrypted-key', sealed)
  expect(stored.statusCode).toBe(200)
  const { token } = await newTokenClient(browser, ['files:read', 'key:read'])
  const target = join(root, 'opened')
  const download = (secret: string) =>
    runProgram(root, '## Downloading and opening', [origin, String(folder.id), target], {
      SEALPOST_TOKEN: token,
      SEALPOST_PASSWORD: secret,
    })

  await expect(download(`${password} `)).rejects.toThrow('The password is wrong.')
  const { stdout: opened } = await download(password)
  expect(opened.trim().split('\n')).toHaveLength(fileContents.length)
  const saved = (await readdir(target)).sort((a, b) => a.slice(-6).localeCompare(b.slice(-6)))
  const hashes = await Promise.all(saved.map(async (name) => sha256(await readFile(join(target, name)))))
  expect(hashes).toEqual(fileContents.map(sha256))
  expect(saved.map((name) => name.replace(/^[0-9]+ /, ''))).toEqual(
    fileContents.map((_, i) => `file ${i}.bin`),
  )

  await rm(target, { recursive: true })
  await server.services.db.updateTable('file').set({ encryption_iv: iv }).execute()
  await expect(download(password)).rejects.toThrow()
  expect(await readdir(target)).toEqual([])
})

it(
  'the example of sharing prints a link that opens what it sent, by a client made from the description',
  { tags: 'thorough' },
  async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    const origin = await server.listen()
    const root = await scratchFolder()
    const sealed = await sealPrivateKey(new Uint8Array(recipientPrivateKey), 'of that day')
    const key = { sealed, fingerprint: fingerprint(recipientKey) }
    await writeFile(join(root, 'backup.json'), backupFileText('admin', key, new Date()))
    await writeFile(join(root, 'client.mts'), codeExample('### The client', 'ts'))
    await copyFile(new URL('../../e2e/sealing.ts', import.meta.url), join(root, 'sealing.ts'))
    const content = randomBytes(3 * 262_144 + 7)
    await writeFile(join(root, 'a file.bin'), content)
    const share = (token: string) =>
      runProgram(
        root,
        '## Sharing',
        [origin, String(folder.id), join(root, 'backup.json'), join(root, 'a file.bin')],
        { SEALPOST_TOKEN: token, SEALPOST_PASSWORD: 'of that day' },
      )
    const { token: unable } = await newTokenClient(browser, ['files:read'])
    await expect(share(unable)).rejects.toThrow('tokenScope')

    const { token } = await newTokenClient(browser, ['files:read', 'links:write'])
    const { stdout } = await share(token)
    const got = join(root, 'got')
    expect(await get(testContext(['get', stdout.trim(), got], { env: { XDG_STATE_HOME: root } }))).toBe(0)
    expect(sha256(await readFile(join(got, 'a file.bin')))).toBe(sha256(content))
    // Its maker's browser can copy it again.
    const linkToken = new URL(stdout).pathname.split('/').at(-1) ?? ''
    const box = (await browser.get(`/api/download/links/${linkToken}/sealed`)).json<{ sealed_link: string }>()
    const { root: secret } = await personalKeyOf(new Uint8Array(recipientPrivateKey))
    expect(await openLinkBox({ secret, generation: 0 }, box.sealed_link)).toMatchObject({ token: linkToken })
  },
)
