import { spawnSync } from 'node:child_process'
import type { Measured } from '../results.ts'
import type { Scenario } from './scenario.ts'

const algorithms = [
  { id: 'openssl-sha256', algorithm: 'sha256' },
  { id: 'openssl-aes', algorithm: 'aes-256-gcm' },
] as const

/** What one core of this machine could do with its own instructions. */
export const openssl: Scenario = {
  name: 'openssl',
  what: 'for orientation: SHA-256 and AES-256-GCM of `openssl speed` on one core',
  run: () => {
    const measured = algorithms.flatMap(({ id, algorithm }): Measured[] => {
      const args = ['speed', '-seconds', '1', '-bytes', '16384', '-evp', algorithm]
      const { stdout, status } = spawnSync('openssl', args, { encoding: 'utf8' })
      const kilobytes = /([\d.]+)k\s*$/.exec(stdout)?.[1]
      return status === 0 && kilobytes !== undefined ? [{ id, values: [Number(kilobytes) / 1000] }] : []
    })
    const note = measured.length === 0 ? { note: 'openssl is not installed' } : {}
    return Promise.resolve({ size: '16 KiB', measured, ...note })
  },
}
