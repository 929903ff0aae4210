// Signs the list of served files, by a key that is kept offline, and packs both with the command line:
// node scripts/release.ts [--secret-key FILE | --signature FILE], after a build
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { verifyMinisign } from '../core/crypto/index.ts'
import { releaseKey } from '../contract/releaseKey.ts'
import { integrityList } from '../contract/schemas/integrity.ts'

const listFile = 'dist/integrity.json'
const signatureFile = `${listFile}.minisig`

const { values } = parseArgs({
  options: { 'secret-key': { type: 'string' }, signature: { type: 'string' } },
})
const { 'secret-key': secretKey, signature } = values
const content = readFileSync(listFile)
const { version, build } = integrityList.parse(JSON.parse(content.toString()))
const comment = `sealpost ${version} ${build}`
const sign = ['-S', '-m', listFile, '-x', signatureFile, '-t', comment]

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

if (execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }) !== '')
  fail('A release is built from a commit: there are changes that are not committed.')
console.log(`${listFile}: version ${version}, build ${build}`)
console.log(`SHA-256: ${createHash('sha256').update(content).digest('hex')}`)
if (secretKey === undefined && signature === undefined)
  fail(
    `Not signed. Where the key is, compare the SHA-256 and run\n  minisign -S -m integrity.json -t '${comment}'\nand then here\n  npm run release -- --signature integrity.json.minisig`,
  )
if (releaseKey === null) fail('contract/releaseKey.ts has no public key: a signature could not be verified.')
// minisign asks for the password of the key itself.
if (secretKey !== undefined) execFileSync('minisign', [...sign, '-s', secretKey], { stdio: 'inherit' })
const made = readFileSync(signature ?? signatureFile, 'utf8')
// Nothing that does not verify is left where it would be packed.
rmSync(signatureFile, { force: true })
try {
  const signed = await verifyMinisign(content, made, releaseKey)
  if (signed !== comment) fail(`The signature is of '${signed}', and not of '${comment}'.`)
} catch (error) {
  fail(`The signature is not used. ${error instanceof Error ? error.message : String(error)}`)
}
writeFileSync(signatureFile, made)
console.log(`Signed: ${comment}`)
await import('./packCli.ts')
