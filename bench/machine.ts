import { spawnSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'
import type { Machine } from './results.ts'

export function thisMachine(): Machine {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 1e9),
    system: `${type()} ${release()}`,
    node: process.version,
    commit: status === 0 ? stdout.trim() : null,
  }
}
