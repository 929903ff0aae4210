// The image of containers: the program on Debian's C libraries alone, as an OCI archive. As root, with mmdebstrap and buildah.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serverFlags } from '../supportedNode.mjs'
import { type Machine, makeInstallation, manifest, sourceCommit, sourceTime } from './installation.ts'

/** Debian packages that Node and SQLite link to. Certificates and time zones are inside Node. */
const libraries = ['libc6', 'libgcc-s1', 'libstdc++6']
const suite = 'bookworm'
const userId = 1000

const appFolder = '/app'
const node = `${appFolder}/runtime/bin/node`
const programs = {
  sealpost: { script: `${appFolder}/dist-cli/bin/sealpost.js`, flags: [] },
  'sealpost-admin': { script: `${appFolder}/dist-server/admin.js`, flags: [] },
  'sealpost-server': { script: `${appFolder}/dist-server/main.js`, flags: serverFlags },
} as const

/** @returns path of the archive in `toFolder` */
export function makeImage(machine: Machine, workFolder: string, toFolder: string): string {
  const root = resolve(workFolder, `image-${machine.debian}`)
  rmSync(root, { recursive: true, force: true })
  // Unpacked and not configured, so it can be for another processor.
  const base = ['--quiet', '--variant=extract', `--architectures=${machine.debian}`]
  run('mmdebstrap', [...base, `--include=${libraries.join(',')}`, suite, root])
  // Of this machine, and of apt and dpkg all but the list of packages, which scanners read.
  const ofMachine = ['dev', 'etc/fstab', 'etc/hostname', 'etc/resolv.conf']
  for (const path of [...ofMachine, 'etc/apt', 'var/cache', 'var/lib/apt', 'var/log', 'var/lib/dpkg/info'])
    rmSync(join(root, path), { recursive: true, force: true })
  makeInstallation(machine, workFolder, join(root, appFolder))
  addPrograms(root)
  addSystemFiles(root)
  const path = join(toFolder, `sealpost-${manifest.version}-${machine.debian}.oci.tar`)
  run('unshare', ['--mount', 'sh', '-euc', buildScript, 'sh', root, machine.debian, path])
  rmSync(root, { recursive: true })
  return path
}

function run(program: string, args: readonly string[]): void {
  const env = {
    ...process.env,
    ...{ SOURCE_DATE_EPOCH: String(sourceTime), STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' },
  }
  execFileSync(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Programs that run without a shell and without /usr/bin/env. */
function addPrograms(root: string): void {
  mkdirSync(join(root, 'usr', 'bin'), { recursive: true })
  for (const [name, { script, flags }] of Object.entries(programs)) {
    const file = join(root, script)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^#!.*/, `#!${[node, ...flags].join(' ')}`))
    chmodSync(file, 0o755)
    symlinkSync(script, join(root, 'usr', 'bin', name))
  }
  // For scripts, such as the one of deploy/several/compose.yaml.
  symlinkSync(node, join(root, 'usr', 'bin', 'node'))
}

function addSystemFiles(root: string): void {
  const files = {
    'etc/passwd': `root:x:0:0:root:/:/\nsealpost:x:${userId}:${userId}:sealpost:/data:/\n`,
    'etc/group': `root:x:0:\nsealpost:x:${userId}:\n`,
    // Names of /etc/hosts before DNS.
    'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  }
  for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content)
  // A new volume takes owner and mode from here.
  mkdirSync(join(root, 'data'), { mode: 0o700 })
  chownSync(join(root, 'data'), userId, userId)
}

const labels = {
  title: 'Sealpost',
  description: manifest.description,
  version: manifest.version,
  revision: sourceCommit,
  licenses: manifest.license,
}
const settings = { NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data' }

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const options = [
  ...Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`),
  ...Object.entries(labels).map(([name, value]) => `--label=org.opencontainers.image.${name}=${value}`),
  ...[`--user=${userId}:${userId}`, '--workingdir=/data', '--port=3000', '--volume=/data'],
  '--cmd=["sealpost-server"]',
].map(quoted)

/** Arguments: root folder, processor, path of the archive. */
const buildScript = `
container=$(buildah from --arch "$2" scratch)
cp -a "$1/." "$(buildah mount "$container")"
buildah config ${options.join(' ')} "$container"
image=$(buildah commit --quiet --rm --timestamp "$SOURCE_DATE_EPOCH" --format oci "$container")
# An archive that buildah writes has the time of day.
buildah push --quiet "$image" "oci:$1.oci:sealpost:${manifest.version}"
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -C "$1.oci" -cf "$3" .
rm -r "$1.oci"
buildah rmi "$image"
`
