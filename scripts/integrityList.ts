import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Writes integrity.json: SHA-256 and headers of everything that the server sends of this build, for `sealpost
 * verify-server`. They are those of the server's own code.
 */
export function integrityList(): Plugin {
  let root = ''
  let folder = ''
  return {
    name: 'integrity-list',
    apply: 'build',
    configResolved(config) {
      root = config.root
      folder = resolve(root, config.build.outDir)
    },
    // After all other files.
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        // Imported by Node itself, so that the server's code is loaded for this alone, and can load more.
        const file = pathToFileURL(join(root, 'scripts/servedFiles.ts')).href
        const { listServed } = (await import(file)) as typeof import('./servedFiles.ts')
        const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
          version: string
        }
        const list = await listServed(folder, version)
        await writeFile(join(folder, 'integrity.json'), `${JSON.stringify(list, null, 1)}\n`)
      },
    },
  }
}
