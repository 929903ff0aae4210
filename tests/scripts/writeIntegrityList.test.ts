import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { IntegrityList } from '../../contract/schemas/integrity.ts'
import { newMinisignKey } from '../../e2e/minisignKey.ts'
import { copyReleaseSignature } from '../../scripts/writeIntegrityList.ts'
import { scratchFolder } from '../server/scratchFolder.ts'

const signing = newMinisignKey()
const list: IntegrityList = { v: 1, version: '0.2.0', build: 'a'.repeat(16), headers: [], files: [] }
const comment = `sealpost 0.2.0 ${list.build}`
const content = Buffer.from(JSON.stringify(list))

/** A build of these sources with a committed signature. @returns why it is left out, and what lies beside the list */
async function built(signature: string, key: string | null = signing.publicKey) {
  const root = await scratchFolder()
  const dist = join(root, 'dist')
  for (const folder of [dist, join(root, 'releases')]) await mkdir(folder)
  await writeFile(join(root, 'releases', '0.2.0.minisig'), signature)
  await writeFile(join(dist, 'integrity.json'), content)
  const beside = join(dist, 'integrity.json.minisig')
  await writeFile(beside, 'of another build')
  const why = await copyReleaseSignature(root, dist, list, key)
  return { why, beside: existsSync(beside) ? await readFile(beside, 'utf8') : null }
}

it('a build of a release has its signature', async () => {
  const signature = signing.sign(content, comment)
  expect(await built(signature)).toEqual({ why: null, beside: signature })
})

it.each([
  ['of another list', signing.sign(Buffer.from('{}'), comment), signing.publicKey, /does not match/],
  ['of another key', newMinisignKey().sign(content, comment), signing.publicKey, /another key/],
  ['of another version', signing.sign(content, 'sealpost 0.1.0'), signing.publicKey, /'sealpost 0\.1\.0'/],
  ['that is none', '', signing.publicKey, /no signature/],
  ['without a key of releases', signing.sign(content, comment), null, /no public key/],
] as const)('a signature %s is left out, and it is said', async (_, signature, key, message) => {
  const { why, beside } = await built(signature, key)
  expect(why).toMatch(message)
  expect(beside).toBeNull()
})

it('a build of a version without a signature has none', async () => {
  const root = await scratchFolder()
  expect(await copyReleaseSignature(root, root, list, signing.publicKey)).toBeNull()
})
