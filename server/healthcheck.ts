import { isIPv6 } from 'node:net'
import { type Config, ConfigError, readConfig } from './config/config.ts'
import { applyEnvironmentFile } from './config/environmentFile.ts'

const timeoutMs = 4000
const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

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

async function doesAnswer({ host, port }: Config): Promise<boolean> {
  const address = loopback[host] ?? host
  const url = `http://${isIPv6(address) ? `[${address}]` : address}:${port}/healthz`
  return fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
