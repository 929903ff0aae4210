// Signs the list of served files, by a key that is kept offline, and makes what people install, after a build:
// node scripts/release.ts [--secret-key FILE | --signature FILE] [--machine amd64] [deb | archive | cli | image | npm]…
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { releaseKey } from '../contract/releaseKey.ts'
import { integrityFile, integritySignatureFile } from '../contract/integrityFiles.ts'
import { integrityList } from '../contract/schemas/integrity.ts'
import { releaseFile, signedReleaseFile } from './packages/aptRepository.ts'
import { makePackages, releaseFolder } from './packages/all.ts'
import { verifyReleaseSignature, committedSignaturePath, releaseComment } from './releaseSignature.ts'

const listFile = join('dist', integrityFile)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'secret-key': { type: 'string' },
    signature: { type: 'string' },
    machine: { type: 'string' },
  },
})
const { 'secret-key': secretKey, signature, machine } = values
const content = readFileSync(listFile)
const list = integrityList.parse(JSON.parse(content.toString()))
const comment = releaseComment(list)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

const commandOf = (file: string, what: string): string =>
  `  minisign -S -s sealpost.key -m ${file} -t '${what}'`

/** @returns content of the signature; minisign asks for the password of the key itself */
function sign(key: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sealpost-'))
  const file = join(folder, integritySignatureFile)
  try {
    execFileSync('minisign', ['-S', '-s', key, '-m', listFile, '-x', file, '-t', comment], {
      stdio: 'inherit',
    })
    return readFileSync(file, 'utf8')
  } catch {
    return fail('minisign did not sign the list.')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function storeSignature(newSignature: string, key: string): Promise<void> {
  await verifyReleaseSignature(content, list, newSignature, key).catch((error: unknown) =>
    fail(`The signature is not used. ${error instanceof Error ? error.message : String(error)}`),
  )
  const committed = committedSignaturePath(list.version)
  mkdirSync(dirname(committed), { recursive: true })
  for (const file of [committed, join('dist', integritySignatureFile)]) writeFileSync(file, newSignature)
  console.log(
    `Signed: ${comment}\nCommit ${committed}: servers that are built from these sources send it. Then npm run release makes what people install.`,
  )
}

// Signatures are no sources, and one may lie here already.
const changed = ['status', '--porcelain', '--', '.', ':(exclude)*.minisig']
if (execFileSync('git', changed, { encoding: 'utf8' }) !== '')
  fail('A release is built from a commit: there are changes that are not committed.')
const sections = Array.from(readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\S+)/gm), ([, name]) => name)
if (!sections.includes(list.version)) fail(`CHANGELOG.md has no section ${list.version}.`)
console.log(`${listFile}: version ${list.version}, build ${list.build}`)
console.log(`SHA-256: ${createHash('sha256').update(content).digest('hex')}`)
if (secretKey === undefined && signature === undefined) {
  if (!existsSync(join('dist', integritySignatureFile)))
    console.log(
      `Not signed. Where the key is, compare the SHA-256 and run\n${commandOf(integrityFile, comment)}\nand then here\n  npm run release -- --signature ${integritySignatureFile}`,
    )
  // The command line contains the list.
  await import('./packCli.ts')
  makePackages(positionals, machine)
  console.log(
    `Sign ${releaseFolder}/SHA256SUMS, too:\n${commandOf('SHA256SUMS', `sealpost ${list.version}`)}\n` +
      `and, with the key of the repository, ${releaseFolder}/${releaseFile}:\n  gpg --clearsign -o ${signedReleaseFile} ${releaseFile}`,
  )
} else if (releaseKey === null)
  fail('contract/releaseKey.ts has no public key: a signature could not be verified.')
else
  await storeSignature(
    secretKey === undefined ? readFileSync(String(signature), 'utf8') : sign(secretKey),
    releaseKey,
  )
