import { isRunHere } from '../scripts/supportedNode.mjs'

if (isRunHere(import.meta.url)) {
  console.log(process.argv.slice(2).join(' '))
  process.exitCode = 7
}
