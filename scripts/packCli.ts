// The command line, built and as a tarball to install: node scripts/packCli.ts
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { completionScript, type Shell, shells } from '../cli/completion.ts'
import { manualPage } from '../cli/manual.ts'
import { integrityFile, integritySignatureFile } from '../contract/integrityFiles.ts'

const folder = 'dist-cli'
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
const { version, description, license, engines } = readJson('package.json')

/**
 * `npm update` asks the registry for a newer version of whatever is installed, by its name, and installs what it finds,
 * whoever has put it there. So this has a name that nobody can take: the registry refuses new ones with capitals.
 */
const name = 'Sealpost-CLI'

const completionFiles: Readonly<Record<Shell, string>> = {
  bash: 'sealpost.bash',
  zsh: '_sealpost',
  fish: 'sealpost.fish',
}

await build({ configFile: 'vite.cli.config.ts', logLevel: 'warn' })
mkdirSync(join(folder, 'man'), { recursive: true })
mkdirSync(join(folder, 'completions'), { recursive: true })
writeFileSync(join(folder, 'man', 'sealpost.1'), manualPage(String(version)))
for (const shell of shells)
  writeFileSync(join(folder, 'completions', completionFiles[shell]), completionScript(shell))
copyFileSync('LICENSE', join(folder, 'LICENSE'))
copyFileSync(join('docs', 'command-line.md'), join(folder, 'README.md'))
// What `sealpost verify-server` compares with: of the pages that were built before, and signed at a release.
const lists = [integrityFile, integritySignatureFile]
for (const list of lists) {
  rmSync(join(folder, list), { force: true })
  if (existsSync(join('dist', list))) copyFileSync(join('dist', list), join(folder, list))
}
writeFileSync(
  join(folder, 'package.json'),
  `${JSON.stringify(
    {
      ...{
        name,
        version,
        private: true,
        description: `${String(description)}: the command line`,
        license,
        engines,
      },
      ...{ type: 'module', bin: { sealpost: 'bin/sealpost.js' }, man: ['man/sealpost.1'] },
      files: ['bin', 'man', 'completions', 'README.md', 'LICENSE', ...lists],
    },
    null,
    2,
  )}\n`,
)
// npm packs modes as they are, which follow the umask: the tarball must not depend on it.
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
  if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644)
chmodSync(join(folder, 'bin', 'sealpost.js'), 0o755)
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const packed = execFileSync(npm, ['pack', '--silent'], {
  cwd: folder,
  encoding: 'utf8',
  shell: npm === 'npm.cmd',
}).trim()
console.log(join(folder, packed))
