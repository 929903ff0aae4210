import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorMessageOf, runCommand } from '../../server/ops/admin/runAdmin.ts'
import { exitCodeOf } from '../../server/startErrors.ts'

const packageDir = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a command of the administration in this process. @returns its exit code and output */
export const runAdminInProcess = (folder: string, ...args: string[]) =>
  runAdminInProcessWith(folder, {}, ...args)

/** The same with settings of the server. */
export async function runAdminInProcessWith(folder: string, env: Record<string, string>, ...args: string[]) {
  let out = ''
  const print = (line: string) => void (out += `${line}\n`)
  try {
    await runCommand(args, { env: { DATA_DIR: join(folder, 'data'), ...env }, packageDir, print })
    return { code: 0, out, err: '' }
  } catch (error) {
    return { code: exitCodeOf(error), out, err: `${errorMessageOf(error)}\n` }
  }
}
