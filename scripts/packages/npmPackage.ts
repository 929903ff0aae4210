// Server, administration and command line as a package for npm, which installs their packages in the locked versions.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { copyBuilt, manifest, manifestOf, normalise } from './installation.ts'

/** A name that nobody can take (scripts/packCli.ts says why). */
const name = 'Sealpost'

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: true }>>
}

/** @returns path of the tarball in `toFolder` */
export function makeNpmPackage(workFolder: string, toFolder: string): string {
  const folder = join(workFolder, 'npm')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  copyBuilt(folder)
  writeFileSync(
    join(folder, 'package.json'),
    manifestOf({
      name,
      bin: {
        sealpost: 'dist-cli/bin/sealpost.js',
        'sealpost-admin': 'dist-server/admin.js',
        'sealpost-server': 'dist-server/main.js',
      },
      man: ['dist-cli/man/sealpost.1'],
      files: ['dist', 'dist-server', 'dist-cli', 'npm-shrinkwrap.json'],
    }),
  )
  writeFileSync(join(folder, 'npm-shrinkwrap.json'), `${JSON.stringify(productionLock(), null, 2)}\n`)
  normalise(folder)
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(toFolder)], {
    cwd: folder,
    encoding: 'utf8',
  })
  return join(toFolder, packed.trim())
}

/** The lock file without the packages of development. */
function productionLock() {
  const { packages, ...rest } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile
  const { version, license, engines, dependencies } = manifest
  const kept = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev === undefined)
  const root = { name, version, license, dependencies, engines }
  return { ...rest, name, packages: { '': root, ...Object.fromEntries(kept) } }
}
