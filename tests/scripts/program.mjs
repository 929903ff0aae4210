import { ensureSupportedNode } from '../scripts/supportedNode.mjs'

if (ensureSupportedNode(import.meta.url)) {
  console.log(process.argv.slice(2).join(' '))
  process.exitCode = 7
}
