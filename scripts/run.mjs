// Every script of package.json begins here, in syntax that Node 16 reads: `node scripts/run.mjs COMMAND`. Where this Node is too
// old, the pinned one is fetched and goes on with the command. The commands themselves are in commands.mjs.
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { fetchNode } from './pinnedNode.mjs'
import { isSupported, runInstead } from './supportedNode.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

if (isSupported()) {
  const { runCommand } = await import('./commands.mjs')
  await runCommand(process.argv.slice(2))
} else {
  const { path, problem } = fetchNode(join('.cache', 'node'))
  if (path === undefined) {
    console.error(`\n${problem}`)
    process.exit(1)
  }
  // Programs that look for `node` and `npm` find these.
  const separator = process.platform === 'win32' ? ';' : ':'
  const env = { ...process.env, PATH: [dirname(path), process.env.PATH].join(separator) }
  runInstead(path, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], env)
}
