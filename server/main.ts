import { fileURLToPath } from 'node:url'
import { ensureSupportedNode } from '../scripts/supportedNode.mjs'

/** Entry point of the server. Its modules are imported only if this version of Node is supported. */
if (ensureSupportedNode(import.meta.url)) {
  const packageDir = fileURLToPath(new URL('..', import.meta.url))
  const args = process.argv.slice(2)
  // Containers run it twice a minute, so it does not load the server.
  if (args.includes('--healthcheck')) {
    const { isHealthy } = await import('./healthcheck.ts')
    process.exitCode = (await isHealthy(args, packageDir)) ? 0 : 1
  } else {
    const { serve } = await import('./serve.ts')
    await serve(args, packageDir)
  }
}
