// Archives for machines without Debian packages or without a network: all of it, and the command line alone.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { serverFlags } from '../supportedNode.mjs'
import { fetchNodeOf } from '../pinnedNode.mjs'
import { type Machine, makeInstallation, manifest, normalise, sourceTime } from './installation.ts'

/** A program that finds the installation beside itself, also through symbolic links. */
const launcher = (command: string): string => `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")/..
exec "$here/runtime/bin/node" ${command} "$@"
`

const ofServer = {
  sealpost: '"$here/dist-cli/bin/sealpost.js"',
  'sealpost-admin': '"$here/dist-server/admin.js"',
  'sealpost-server': `${serverFlags.join(' ')} "$here/dist-server/main.js"`,
}

/** Server, administration and command line. @returns path of the archive */
export function makeServerArchive(machine: Machine, workFolder: string, toFolder: string): string {
  const folder = join(workFolder, `sealpost-${manifest.version}-${machine.os}-${machine.cpu}`)
  makeInstallation(machine, workFolder, folder)
  for (const name of ['deploy', 'docs', 'CHANGELOG.md'])
    cpSync(name, join(folder, name), { recursive: true, filter: (path) => !path.endsWith('images') })
  return pack(folder, ofServer, toFolder)
}

/** The command line alone. @returns path of the archive */
export function makeCliArchive(machine: Machine, workFolder: string, toFolder: string): string {
  const folder = join(workFolder, `sealpost-cli-${manifest.version}-${machine.os}-${machine.cpu}`)
  rmSync(folder, { recursive: true, force: true })
  cpSync('dist-cli', join(folder, 'dist-cli'), { recursive: true, filter: (path) => !path.endsWith('.tgz') })
  fetchNodeOf(machine, join(folder, 'runtime'))
  return pack(folder, { sealpost: ofServer.sealpost }, toFolder)
}

function pack(folder: string, programs: Readonly<Record<string, string>>, toFolder: string): string {
  mkdirSync(join(folder, 'bin'))
  for (const [name, command] of Object.entries(programs))
    writeFileSync(join(folder, 'bin', name), launcher(command), { mode: 0o755 })
  normalise(folder)
  const path = join(toFolder, `${basename(folder)}.tar.xz`)
  const always = ['--sort=name', `--mtime=@${sourceTime}`, '--owner=0', '--group=0', '--numeric-owner']
  execFileSync('tar', [...always, '-C', dirname(folder), '-cJf', path, basename(folder)], {
    env: { ...process.env, XZ_OPT: '-6 -T0' },
  })
  return path
}
