import { type Config, ConfigError, readConfig } from './config/config.ts'
import { applyEnvironmentFile } from './config/environmentFile.ts'
import { localAddress } from './config/localAddress.ts'

const timeoutMs = 4000

/** True if the server with the same settings on this machine answers /healthz with 200. Says which settings are wrong. */
export async function isHealthy(args: readonly string[], packageDir: string): Promise<boolean> {
  try {
    const { namesInFile } = applyEnvironmentFile(args)
    return await doesAnswer(readConfig(process.env, packageDir, namesInFile))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.mistakes.join('\n')}\n`)
    return false
  }
}

const doesAnswer = (config: Config): Promise<boolean> =>
  fetch(`${localAddress(config)}/healthz`, { signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  )
