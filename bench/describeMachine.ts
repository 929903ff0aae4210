import { spawnSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'
import { thisBuild } from '../e2e/server.ts'
import type { MachineDescription } from './results.ts'

/** @param build that is measured: its commit, and the Node that runs its server */
export function describeMachine(build = thisBuild): MachineDescription {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: build.folder,
    encoding: 'utf8',
  })
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 1e9),
    system: `${type()} ${release()}`,
    node: spawnSync(build.node, ['--version'], { encoding: 'utf8' }).stdout.trim(),
    commit: status === 0 ? stdout.trim() : null,
  }
}
