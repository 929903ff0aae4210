import { fileURLToPath } from 'node:url'
import { isRunHere } from '../scripts/supportedNode.mjs'

/** The program of the server. What it needs is loaded only by a Node that it runs on. */
if (isRunHere(import.meta.url)) {
  const { serve } = await import('./serve.ts')
  await serve(process.argv.slice(2), fileURLToPath(new URL('..', import.meta.url)))
}
