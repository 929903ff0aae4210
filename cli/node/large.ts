import { KiB } from '../../contract/limits.ts'
import { letGo } from '../../src/transfer/letGo.ts'
import type { Bytes } from '../../src/transfer/ports.ts'

const largeBytes = 64 * KiB

/** Its memory serves again at once, still warm. What is small the collector gets to, for less than this call costs. */
export function letGoOfLarge(bytes: Bytes): void {
  if (bytes.length >= largeBytes) letGo(bytes)
}
