// Type-checks every room with the platform it runs on: the formats and workers without the DOM, the server
// without a browser, the screens without Node.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const tsc = join('node_modules', 'typescript', 'bin', 'tsc')
for (const project of ['src/crypto', 'src', 'workers', 'server', '.']) {
  const { status } = spawnSync(process.execPath, [tsc, '-p', project], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
