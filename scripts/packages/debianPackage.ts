// The Debian package of an installation, with unit, settings and manual pages.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { serverFlags } from '../supportedNode.mjs'
import { programPage } from './programPage.ts'
import { type Machine, makeInstallation, manifest, normalise, sourceTime } from './installation.ts'

/** The folder of a clone, as `deploy/` and the documentation name it, and that of the package, which takes its place. */
const cloneFolder = '/opt/sealpost'
const packageFolder = '/usr/lib/sealpost'
const node = `${packageFolder}/runtime/bin/node`
const maintainerScripts = ['postinst', 'prerm', 'postrm']

const programs = {
  sealpost: [node, `${packageFolder}/dist-cli/bin/sealpost.js`],
  'sealpost-admin': [node, `${packageFolder}/dist-server/admin.js`],
  'sealpost-server': [node, ...serverFlags, `${packageFolder}/dist-server/main.js`],
} as const

/** @returns path of the package in `toFolder` */
export function makeDebianPackage(machine: Machine, workFolder: string, toFolder: string): string {
  const root = join(workFolder, `debian-${machine.debian}`)
  rmSync(root, { recursive: true, force: true })
  makeInstallation(machine, workFolder, join(root, packageFolder))
  addPrograms(root)
  addSettingsAndUnit(root)
  addDocumentation(root)
  normalise(root)
  addControl(root, machine)
  const path = join(toFolder, `sealpost_${manifest.version}_${machine.debian}.deb`)
  execFileSync('dpkg-deb', ['-Zxz', '--root-owner-group', '--build', root, path], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(sourceTime) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return path
}

function write(root: string, path: string, content: string | Buffer, mode = 0o644): void {
  const to = join(root, path)
  mkdirSync(join(to, '..'), { recursive: true })
  writeFileSync(to, content)
  chmodSync(to, mode)
}

const inPackage = (text: string): string => text.replaceAll(cloneFolder, packageFolder)

function addPrograms(root: string): void {
  for (const [name, command] of Object.entries(programs))
    write(root, `/usr/bin/${name}`, `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`, 0o755)
  const cli = join(root, packageFolder, 'dist-cli')
  const completions = {
    'sealpost.bash': '/usr/share/bash-completion/completions/sealpost',
    _sealpost: '/usr/share/zsh/vendor-completions/_sealpost',
    'sealpost.fish': '/usr/share/fish/vendor_completions.d/sealpost.fish',
  }
  for (const [name, path] of Object.entries(completions))
    write(root, path, readFileSync(join(cli, 'completions', name)))
  const page = (name: string, section: 1 | 8, content: string) =>
    write(root, `/usr/share/man/man${section}/${name}.${section}.gz`, gzipped(content))
  page('sealpost', 1, readFileSync(join(cli, 'man', 'sealpost.1'), 'utf8'))
  for (const [name, script] of [
    ['sealpost-admin', 'admin.js'],
    ['sealpost-server', 'main.js'],
  ] as const) {
    const help = execFileSync(process.execPath, [join('dist-server', script), '--help'], { encoding: 'utf8' })
    page(name, 8, programPage(name, help))
  }
  for (const name of ['man', 'completions', 'README.md', 'LICENSE'])
    rmSync(join(cli, name), { recursive: true, force: true })
  // They are run by the programs above, and not by a Node of the system.
  for (const script of ['dist-cli/bin/sealpost.js', 'dist-server/admin.js', 'dist-server/main.js'])
    chmodSync(join(root, packageFolder, script), 0o644)
}

function addSettingsAndUnit(root: string): void {
  write(root, '/usr/share/sealpost/sealpost.env', readFileSync(join('deploy', 'sealpost.env')))
  const unit = readFileSync(join('deploy', 'sealpost.service'), 'utf8')
    .replace(`file://${cloneFolder}/docs/`, 'file:///usr/share/doc/sealpost/')
    .replace('/etc/systemd/system/', '/usr/lib/systemd/system/')
    .replace('# The Node that npm run setup has put there.\n', '')
  write(root, '/usr/lib/systemd/system/sealpost.service', inPackage(unit))
  for (const name of readdirSync('deploy').filter((one) => /^(?:Caddyfile|.*\.(?:conf|yml))$/.test(one)))
    write(root, `/usr/share/doc/sealpost/examples/${name}`, readFileSync(join('deploy', name)))
}

function addDocumentation(root: string): void {
  const folder = join(root, 'usr', 'share', 'doc', 'sealpost')
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync('docs').filter((one) => one === 'operations' || one.endsWith('.md')))
    cpSync(join('docs', name), join(folder, name), { recursive: true })
  copyFileSync('CHANGELOG.md', join(folder, 'CHANGELOG.md'))
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.md'),
  ))
    writeFileSync(
      join(folder, name),
      asInstalled(readFileSync(join(folder, name), 'utf8'), name.includes('/')),
    )
  const date = execFileSync('date', ['-u', '-R', '-d', `@${sourceTime}`], { encoding: 'utf8' }).trim()
  const entry = `sealpost (${manifest.version}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- ${maintainer()}  ${date}\n`
  write(root, '/usr/share/doc/sealpost/changelog.gz', gzipped(entry))
  write(root, '/usr/share/doc/sealpost/copyright', copyright(root))
  write(
    root,
    '/usr/share/lintian/overrides/sealpost',
    readFileSync(join('deploy', 'debian', 'lintian-overrides')),
  )
}

/** A page with the paths of the package, and links that lead to its files. */
function asInstalled(text: string, isOperations: boolean): string {
  const up = isOperations ? '../' : ''
  const ofRoot = isOperations ? '../../' : '../'
  return inPackage(text)
    .replaceAll('/usr/local/bin/sealpost', '/usr/bin/sealpost')
    .replaceAll(`](${ofRoot}CHANGELOG.md`, `](${up}CHANGELOG.md`)
    .replaceAll(`](${ofRoot}deploy/`, `](${up}examples/`)
}

/** The licence of the program, and where those of packages, pages and Node are. */
function copyright(root: string): string {
  const licence = readFileSync('LICENSE', 'utf8')
  rmSync(join(root, packageFolder, 'LICENSE'))
  return `${licence}
${packageFolder}/node_modules contains packages with their licences, ${packageFolder}/dist/licences.md and
${packageFolder}/dist-cli/bin/licences.md those of what pages and command line contain, and
${packageFolder}/runtime/LICENSE that of Node.
`
}

function addControl(root: string, { debian }: Machine): void {
  const kilobytes = Math.ceil(sizeOf(root) / 1024)
  write(
    root,
    '/DEBIAN/control',
    `Package: sealpost
Version: ${manifest.version}
Architecture: ${debian}
Maintainer: ${maintainer()}
Installed-Size: ${kilobytes}
Depends: adduser, libc6 (>= 2.34), libgcc-s1, libstdc++6 (>= 12)
Recommends: ca-certificates, tzdata
Suggests: nginx | caddy | apache2
Section: net
Priority: optional
Description: ${manifest.description.replace(/^E/, 'e')}
 An administrator makes folders and hands out links. Whoever has a link sends
 files or whole folders, which are encrypted in the browser before they leave
 the machine; only the administrator can open them, and the server cannot.
 .
 The package contains server, administration and command line, and the Node
 that they run on.
`,
  )
  for (const name of maintainerScripts)
    write(root, `/DEBIAN/${name}`, readFileSync(join('deploy', 'debian', name)), 0o755)
}

const maintainer = (): string => process.env.DEBIAN_MAINTAINER ?? 'Sealpost <sealpost@localhost>'

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0))
    .reduce((sum, size) => sum + size, 0)

/** `gzip -9n`: without name and time. */
const gzipped = (text: string): Buffer => gzipSync(text, { level: 9 })
