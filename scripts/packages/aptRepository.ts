// Makes a folder with Debian packages a flat repository of apt, which any host of files can serve.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machines, sourceTime } from './installation.ts'

export const releaseFile = 'Release'
/** What apt reads: `Release` with a signature around it. */
export const signedReleaseFile = 'InRelease'

/** @returns paths of the lists in `folder` */
export function makeAptRepository(folder: string): string[] {
  const list = (args: readonly string[]) =>
    execFileSync('apt-ftparchive', args, { cwd: folder, encoding: 'utf8' })
  const write = (name: string, content: string) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const packages = write('Packages', list(['packages', '.']))
  const about = {
    Origin: 'Sealpost',
    Label: 'Sealpost',
    Suite: 'stable',
    Architectures: machines.map(({ debian }) => debian).join(' '),
  }
  const options = Object.entries(about).flatMap(([name, value]) => [
    '-o',
    `APT::FTPArchive::Release::${name}=${value}`,
  ])
  // Of all files of the folder apt asks for this one alone.
  const patterns = [
    '-o',
    'APT::FTPArchive::Release::Default-Patterns=',
    '-o',
    'APT::FTPArchive::Release::Patterns::=Packages',
  ]
  const release = list([...options, ...patterns, 'release', '.'])
  const date = new Date(sourceTime * 1000).toUTCString().replace('GMT', 'UTC')
  return [packages, write(releaseFile, release.replace(/^Date: .*$/m, `Date: ${date}`))]
}
