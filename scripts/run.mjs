// Every script of package.json begins here, in syntax that Node 16 reads: `node scripts/run.mjs COMMAND`. Where this Node is too
// old, the pinned one is fetched and goes on with the command. The commands themselves are in commands.mjs.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { fetchNode, pinnedFolder } from './pinnedNode.mjs'
import { configExitCode, isSupported, runInstead } from './supportedNode.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const words = process.argv.slice(2)

if (words[0] === 'admin') administrate(words.slice(1))
else if (isSupported()) {
  const { runCommand } = await import('./commands.mjs')
  await runCommand(words)
} else runUnderPinnedNode()

/** Fetches, installs and builds nothing: it is run as the server's user, too, who may not write here. */
function administrate(options) {
  const program = join('dist-server', 'admin.js')
  if (existsSync(program)) return runInstead(process.execPath, [program, ...options])
  console.error('Sealpost is not built yet. Run npm start, or npm run setup, first.')
  process.exit(configExitCode)
}

function runUnderPinnedNode() {
  const { path, problem } = fetchNode(pinnedFolder)
  if (path === undefined) {
    console.error(`\n${problem}`)
    process.exit(1)
  }
  // Programs that look for `node` and `npm` find these.
  const separator = process.platform === 'win32' ? ';' : ':'
  const env = { ...process.env, PATH: [dirname(path), process.env.PATH].join(separator) }
  runInstead(path, [fileURLToPath(import.meta.url), ...words], env)
}
