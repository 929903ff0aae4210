import { fileURLToPath } from 'node:url'
import { ensureSupportedNode } from '../scripts/supportedNode.mjs'

/** Entry point of the administration CLI. Its modules are imported only if this version of Node is supported. */
if (ensureSupportedNode(import.meta.url)) {
  const { runAdmin } = await import('./ops/admin/runAdmin.ts')
  await runAdmin(process.argv.slice(2), fileURLToPath(new URL('..', import.meta.url)))
}
