// All that people install, into dist-release, of what was built. Twice from one commit it has the same bytes.
// Needs Linux with dpkg-deb, tar and xz, and makes packages for other processors, too.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { integrityFile, integritySignatureFile } from '../../contract/integrityFiles.ts'
import { makeAptRepository } from './aptRepository.ts'
import { makeCliArchive, makeServerArchive } from './archives.ts'
import { makeDebianPackage } from './debianPackage.ts'
import { makeImage } from './image.ts'
import { machines } from './installation.ts'
import { makeNpmPackage } from './npmPackage.ts'
import { makeSboms } from './sbom.ts'

export const releaseFolder = 'dist-release'
const workFolder = join('.cache', 'packages')

const ofMachines = {
  deb: makeDebianPackage,
  archive: makeServerArchive,
  cli: makeCliArchive,
  image: makeImage,
} as const
type Kind = keyof typeof ofMachines | 'npm'

/** @returns paths of the files for Docker Compose, without what builds the image from sources */
const copyComposeFiles = (): string[] =>
  Object.entries({
    'compose.yaml': 'compose.yaml',
    'compose-several.yaml': 'deploy/several/compose.yaml',
  }).map(([name, from]) => {
    const path = join(releaseFolder, name)
    writeFileSync(path, readFileSync(from, 'utf8').replace(/^ +build: .*\n/gm, ''))
    return path
  })

/** @returns paths of the list of what a server sends, and of its signature if there is one */
const copyIntegrityList = (): string[] =>
  [integrityFile, integritySignatureFile]
    .filter((name) => existsSync(join('dist', name)))
    .map((name) => {
      const path = join(releaseFolder, name)
      copyFileSync(join('dist', name), path)
      return path
    })

/** @param kinds all, if empty. @param processor Debian's name of one; all, if undefined */
export function makePackages(kinds: readonly string[], processor: string | undefined): void {
  const unknown = kinds.filter((kind) => kind !== 'npm' && !Object.hasOwn(ofMachines, kind))
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(' ')}.`)
  const chosen = machines.filter(({ debian }) => processor === undefined || processor === debian)
  if (chosen.length === 0)
    throw new Error(`Machines are ${machines.map(({ debian }) => debian).join(' and ')}.`)
  // Modes of what is packed do not follow the umask, those of folders that npm makes do.
  process.umask(0o022)
  for (const folder of [workFolder, releaseFolder]) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }
  const isWanted = (kind: Kind) => kinds.length === 0 || kinds.includes(kind)
  const made = [
    ...Object.entries(ofMachines)
      .filter(([kind]) => isWanted(kind as Kind))
      .flatMap(([, make]) => chosen.map((machine) => make(machine, workFolder, releaseFolder))),
    ...(isWanted('deb') ? makeAptRepository(releaseFolder) : []),
    ...(isWanted('npm') ? [makeNpmPackage(workFolder, releaseFolder)] : []),
    ...makeSboms(releaseFolder),
    ...(isWanted('image') ? copyComposeFiles() : []),
    ...copyIntegrityList(),
  ]
  rmSync(workFolder, { recursive: true, force: true })
  const sums = made.map((path) => {
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
    console.log(`${hash}  ${path}  ${(statSync(path).size / 1e6).toFixed(1)} MB`)
    return `${hash}  ${basename(path)}\n`
  })
  writeFileSync(join(releaseFolder, 'SHA256SUMS'), sums.join(''))
}
