import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { inheritedEnvironment } from './serverProcess.ts'

const packageDir = fileURLToPath(new URL('../..', import.meta.url))

/** The command as `npm run admin --` starts it. */
export const runAdmin = (folder: string, ...args: string[]) => runAdminWith(folder, {}, ...args)

/** The same with settings of the server. */
export async function runAdminWith(folder: string, env: Record<string, string>, ...args: string[]) {
  const child = spawnAdmin(folder, env, ...args)
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

/** The command, begun. */
export const spawnAdmin = (folder: string, env: Record<string, string>, ...args: string[]) =>
  spawn(process.execPath, ['dist-server/admin.js', ...args], {
    cwd: packageDir,
    env: { ...inheritedEnvironment(), DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
