// Installs what `npm run release` made, in fresh Debian systems and here, sends and fetches a folder with each, updates and
// removes: node scripts/packages/check.ts [--suite bookworm] [--before FILE.deb] [deb | archive | image | npm]…
// As root, with mmdebstrap, and for the image podman and crun.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { releaseFile, signedReleaseFile } from './aptRepository.ts'
import { manifest } from './installation.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { suite: { type: 'string', multiple: true }, before: { type: 'string' } },
})
const releaseFolder = 'dist-release'
const address = 'http://localhost:3000'
const password = 'a-password-of-the-check'
const settings = `ADMIN_PASSWORD=${password} MIN_FREE_BYTES=0`
mkdirSync('.cache', { recursive: true })

/** A system on which programs are installed and run, in a folder of this machine. */
class Place {
  readonly folder: string
  /** Folder of the main job, as this process names it. */
  readonly job: string
  /** The program and arguments that run a script. */
  readonly #commandOf: (script: string) => readonly [string, ...string[]]

  constructor(folder: string, commandOf: (script: string) => readonly [string, ...string[]]) {
    this.folder = folder
    this.job = join(folder, 'job')
    this.#commandOf = commandOf
  }

  /** @returns what it printed @throws Error with that, if the script fails */
  run(script: string): string {
    const [program, ...args] = this.#commandOf(script)
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    if (status === 0) return stdout
    throw new Error(`${script}\nended with ${status}:\n${stdout}${stderr}`)
  }

  start(script: string): ChildProcess {
    const [program, ...args] = this.#commandOf(script)
    return spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
}

/**
 * Makes a Debian system without systemd, with the loopback network of this machine. Each script has mounts of its own, which
 * end with it, and each program replaces the one before it, so signals arrive.
 */
function debianSystem(suite: string): Place {
  const folder = mkdtempSync(join(resolve('.cache'), `debian-${suite}-`))
  must('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates', suite, folder])
  writeFileSync(join(folder, 'etc', 'hosts'), '127.0.0.1 localhost\n')
  const mounts = `mount -t proc proc ${folder}/proc && mount --bind /dev ${folder}/dev`
  const env = 'HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin JOB=/job'
  const inside = `exec chroot ${folder} /usr/bin/env -i ${env} /bin/sh -eu -c "$1"`
  return new Place(folder, (script) => {
    return ['unshare', '--mount', 'sh', '-eu', '-c', `${mounts}; ${inside}`, 'sh', script]
  })
}

/** This machine, with programs in a new folder. */
function thisMachine(): Place {
  const folder = mkdtempSync(join(resolve('.cache'), 'installed-'))
  const env = [
    `PATH=${join(folder, 'bin')}:${process.env.PATH}`,
    `HOME=${folder}`,
    `JOB=${join(folder, 'job')}`,
  ]
  return new Place(folder, (script) => ['/usr/bin/env', ...env, '/bin/sh', '-eu', '-c', script])
}

function must(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${program} ended with ${status}.`)
}

/** The file of `dist-release` whose name matches. */
function artefact(pattern: RegExp): string {
  const name = readdirSync(releaseFolder).find((one) => pattern.test(one))
  if (name === undefined) throw new Error(`${releaseFolder} has no ${pattern.source}: run npm run release.`)
  return resolve(releaseFolder, name)
}

async function untilReady(): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const response = await fetch(`${address}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolveLater) => setTimeout(resolveLater, 200))
  }
  throw new Error('The server does not become ready.')
}

/** From a new account to a folder that was sent and fetched, as docs/command-line.md writes it. */
const mainJob = `
cd "$JOB"
umask 077
sealpost verify-server ${address}
export XDG_STATE_HOME="$JOB/state"
sealpost token new --user admin --password-file password --scope files:read,folders:write,key:read ${address} > token
sealpost key new --user admin --password-file password --backup key-backup.json ${address} > key-words
folder=$(sealpost mkdir --json --token-file token --with-key --password-file password ${address} 'Check' |
  sed -n 's/.*"address":"\\([^"]*\\)".*/\\1/p')
sealpost links --upload --token-file token "$folder" > link
sealpost send --link-file link sent
sealpost pull --token-file token --password-file password "$folder" arrived
(cd sent && sha256sum $(find . -type f | sort)) > sums
(cd arrived/sent && sha256sum -c --quiet ../../sums)
# Programs have hung at their end.
for n in 1 2 3 4 5 6 7 8 9 10; do
  timeout -s KILL 60 sealpost pull --token-file token --password-file password "$folder" "arrived-$n"
done
`

function prepareJob({ job }: Place): void {
  rmSync(job, { recursive: true, force: true })
  mkdirSync(join(job, 'sent', 'inner'), { recursive: true })
  writeFileSync(join(job, 'password'), password, { mode: 0o600 })
  writeFileSync(join(job, 'sent', 'large.bin'), randomBytes(21 * 1024 * 1024))
  for (let i = 0; i < 20; i++) writeFileSync(join(job, 'sent', 'inner', `${i}.bin`), randomBytes(8192))
}

/** Starts the server, does something, and ends it as a service manager does. */
async function withServer<T>(place: Place, command: string, work: () => T): Promise<T> {
  const server = place.start(command)
  const ended = new Promise((ends) => server.on('exit', ends))
  try {
    await untilReady()
    return work()
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

const doMainJob = (place: Place, path = '') => timed('main job', () => place.run(`${path}\n${mainJob}`))

async function checkDebianPackage(root: Place): Promise<void> {
  const install = (file: string) => {
    cpSync(file, join(root.folder, 'tmp', 'sealpost.deb'))
    root.run('apt-get install -q -y --reinstall --allow-downgrades /tmp/sealpost.deb')
  }
  const serve = `${settings} exec sealpost-server --env-file /etc/sealpost.env`
  const latest = artefact(/_amd64\.deb$/)
  root.run('apt-get update -q')
  timed('apt install', () => install(values.before ?? latest))
  prepareJob(root)
  await withServer(root, serve, () => doMainJob(root))
  timed('apt install over it', () => install(latest))
  console.log(`  ${root.run('sealpost-server --version').trim()}`)
  const listFolders = () => root.run(`cd /job && sealpost ls --token-file token ${address} | grep -q Check`)
  await withServer(root, serve, listFolders)
  root.run('sealpost-admin --env-file /etc/sealpost.env check')
  if (values.before !== undefined) {
    // As docs/operations/install-debian.md writes it. There is a copy if the update has changed the schema.
    root.run(
      'cd /var/lib/sealpost && rm -f *.db-wal *.db-shm && for copy in before-*.db; do [ ! -e "$copy" ] || mv "$copy" sealpost.db; done',
    )
    install(values.before)
    console.log(
      `  the way back: ${root.run('sealpost-admin --env-file /etc/sealpost.env state | grep -i schema').trim()}`,
    )
    await withServer(root, serve, listFolders)
  }
  root.run('apt-get remove -q -y sealpost && test -e /var/lib/sealpost/sealpost.db')
  root.run(
    'DEBIAN_FRONTEND=noninteractive apt-get purge -q -y sealpost && test -e /var/lib/sealpost/sealpost.db',
  )
  root.run('rm -r /var/lib/sealpost /etc/sealpost.env && deluser --quiet --system sealpost')
}

/** The folder as a repository of apt, signed with a key that goes with the check. It is on disk: apt reads it as over HTTP. */
function checkRepository(root: Place): void {
  const folder = '/srv/repository'
  must('mkdir', ['-p', join(root.folder, folder)])
  for (const name of ['Packages', releaseFile, basename(artefact(/_amd64\.deb$/))])
    cpSync(join(releaseFolder, name), join(root.folder, folder, name))
  const home = mkdtempSync(join(resolve('.cache'), 'gpg-'))
  const gpg = ['--homedir', home, '--quiet', '--batch', '--passphrase', '']
  try {
    must('gpg', [...gpg, '--quick-generate-key', 'Check', 'ed25519', 'sign'])
    const key = join(root.folder, 'etc/apt/keyrings/sealpost.asc')
    must('gpg', [...gpg, '--armor', '--output', key, '--export'])
    must('gpg', [
      ...gpg,
      '--clearsign',
      '--output',
      join(root.folder, folder, signedReleaseFile),
      join(root.folder, folder, releaseFile),
    ])
  } finally {
    rmSync(home, { recursive: true })
  }
  writeFileSync(
    join(root.folder, 'etc/apt/sources.list.d/sealpost.list'),
    `deb [signed-by=/etc/apt/keyrings/sealpost.asc] copy:${folder} ./\n`,
  )
  timed('apt install from the repository', () =>
    root.run('apt-get update -q && apt-get install -q -y sealpost && sealpost-server --version'),
  )
  root.run('apt-get remove -q -y sealpost')
  // What its list does not name is refused.
  root.run(`printf x >> ${folder}/$(basename ${folder}/*.deb) && apt-get clean`)
  root.run('if apt-get install -q -y sealpost; then false; else true; fi')
}

async function checkArchive(root: Place): Promise<void> {
  const archive = artefact(/^sealpost-[\d.]+-linux-x64\.tar\.xz$/)
  root.run('apt-get install -q -y libstdc++6')
  timed('tar -x', () => must('tar', ['-xf', archive, '-C', join(root.folder, 'opt')]))
  const path = 'export PATH=$(echo /opt/sealpost-*/bin):$PATH'
  prepareJob(root)
  const start = `${path}; export DATA_DIR=/srv/data ${settings}; exec sealpost-server`
  await withServer(root, start, () => doMainJob(root, path))
  console.log('  the command line alone')
  root.run('rm -r /opt/sealpost-*')
  must('tar', ['-xf', artefact(/^sealpost-cli-[\d.]+-linux-x64\.tar\.xz$/), '-C', join(root.folder, 'opt')])
  root.run(`${path}; sealpost --version`)
}

async function checkNpmPackage(): Promise<void> {
  const here = thisMachine()
  try {
    const file = artefact(/^Sealpost-[\d.]+\.tgz$/)
    timed('npm install -g', () => here.run(`npm install -g --silent --prefix ${here.folder} ${file}`))
    prepareJob(here)
    const start = `export DATA_DIR=${here.folder}/data ${settings}; exec sealpost-server`
    await withServer(here, start, () => doMainJob(here))
  } finally {
    rmSync(here.folder, { recursive: true })
  }
}

/** The command line comes from the archive. */
async function checkImage(): Promise<void> {
  const here = thisMachine()
  try {
    const cli = artefact(/^sealpost-cli-[\d.]+-linux-x64\.tar\.xz$/)
    must('tar', ['-xf', cli, '-C', here.folder, '--strip-components=1'])
    const podman = `podman --root ${here.folder}/images --runroot ${here.folder}/run --storage-driver vfs`
    timed('podman load', () => here.run(`${podman} load -q -i ${artefact(/-amd64\.oci\.tar$/)}`))
    prepareJob(here)
    const limits =
      '--read-only --tmpfs /tmp:size=64m,mode=1777 --cap-drop ALL --security-opt no-new-privileges'
    // Containers in sandboxes without cgroups.
    const sandbox = '--cgroups=disabled --network host --ulimit nofile=4096:4096 --ulimit nproc=4096:4096'
    const run = `${podman} --runtime crun --cgroup-manager cgroupfs run --rm --name check ${limits} ${sandbox}`
    const image = `localhost/sealpost:${manifest.version}`
    const start = `exec unshare --mount sh -c 'umount /sys/fs/cgroup/unified 2>/dev/null; exec ${run} -e ADMIN_PASSWORD=${password} -e MIN_FREE_BYTES=0 -v check:/data ${image}'`
    await withServer(here, start, () => {
      doMainJob(here)
      console.log(`  ${here.run(`${podman} exec check sealpost-server --version`).trim()}`)
      here.run(
        `${podman} exec check sealpost-server --healthcheck && ${podman} exec check sealpost-admin list`,
      )
    })
  } finally {
    rmSync(here.folder, { recursive: true, force: true })
  }
}

function timed<T>(what: string, work: () => T): T {
  const started = performance.now()
  const result = work()
  console.log(`  ${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

const isWanted = (kind: string) => positionals.length === 0 || positionals.includes(kind)

for (const suite of values.suite ?? ['bookworm', 'trixie']) {
  if (!isWanted('deb') && !isWanted('archive')) break
  const root = debianSystem(suite)
  try {
    console.log(`${suite}: Debian package`)
    if (isWanted('deb')) {
      await checkDebianPackage(root)
      checkRepository(root)
    }
    console.log(`${suite}: archive`)
    if (isWanted('archive')) await checkArchive(root)
  } finally {
    rmSync(root.folder, { recursive: true, force: true })
  }
}
if (isWanted('npm')) {
  console.log('package for npm')
  await checkNpmPackage()
}
if (isWanted('image')) {
  console.log('image')
  await checkImage()
}
