import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Does work unless it has succeeded before with the same inputs.
 * @param {string} stamp path of a file that has the key of the last success; none while the work is being done
 * @param {string} key names the inputs
 * @param {() => boolean} isDone whether its results are there
 * @param {() => void} work
 */
export function runUnlessCurrent(stamp, key, isDone, work) {
  if (isDone() && existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return
  rmSync(stamp, { force: true })
  work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, key)
}
