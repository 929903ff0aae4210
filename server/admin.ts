import { fileURLToPath } from 'node:url'
import { isRunHere } from '../scripts/supportedNode.mjs'

/** The program of the administration. What it needs is loaded only by a Node that it runs on. */
if (isRunHere(import.meta.url)) {
  const { administrate } = await import('./ops/admin/main.ts')
  await administrate(process.argv.slice(2), fileURLToPath(new URL('..', import.meta.url)))
}
