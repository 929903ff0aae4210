import { type Config, ConfigError, readConfig } from './config/config.ts'
import { applyEnvironmentFile } from './config/environmentFile.ts'
import { localOrigin } from './config/localOrigin.ts'

const timeoutMs = 4000

/** True if the server with these settings on this machine responds to /healthz with 200. Prints invalid settings. */
export async function isHealthy(args: readonly string[], packageDir: string): Promise<boolean> {
  try {
    const { namesInFile } = applyEnvironmentFile(args)
    return await isHealthzOk(readConfig(process.env, packageDir, namesInFile))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.mistakes.join('\n')}\n`)
    return false
  }
}

const isHealthzOk = (config: Config): Promise<boolean> =>
  fetch(`${localOrigin(config)}/healthz`, { signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  )
