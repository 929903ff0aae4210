// Type-checks every room with the platform it runs on: the formats and workers without the DOM, the server
// without a browser, the screens without Node. What has not changed since the last run is not looked at again.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const tsc = join('node_modules', 'typescript', 'bin', 'tsc')
for (const project of ['src/crypto', 'src', 'workers', 'server', 'cli', '.']) {
  const known = join(
    '.cache',
    'types',
    `${project === '.' ? 'tests' : project.replaceAll('/', '-')}.tsbuildinfo`,
  )
  const args = ['-p', project, '--incremental', '--tsBuildInfoFile', known]
  const { status } = spawnSync(process.execPath, [tsc, ...args], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
