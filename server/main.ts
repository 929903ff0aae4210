import { fileURLToPath } from 'node:url'
import { ensureSupportedNode } from '../scripts/supportedNode.mjs'

/** Entry point of the server. Its modules are imported only if this version of Node is supported. */
if (ensureSupportedNode(import.meta.url)) {
  const { serve } = await import('./serve.ts')
  await serve(process.argv.slice(2), fileURLToPath(new URL('..', import.meta.url)))
}
