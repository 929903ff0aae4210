import type { FastifyBaseLogger } from 'fastify'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { createScrubber } from './ops/maintenance/scrubber.ts'
import {
  allowsSeveralServers,
  type Config,
  ConfigError,
  readConfig,
  requireKnownSettings,
  UnavailableError,
} from './config/config.ts'
import { applyEnvironmentAndUser } from './config/environmentFile.ts'
import { errorCode } from '../contract/systemErrors.ts'
import { exitCodeOf, toStartError } from './startErrors.ts'
import type { Services } from './context.ts'
import { loggerOptions } from './logging.ts'
import { unknownSettingText } from './config/unknownSettings.ts'
import { describeVersion, version } from './version.ts'
import { ensureFirstUser, lockDataFolder, openServices } from './services.ts'

const usage = 'Usage: sealpost-server [--version | --healthcheck] [--env-file FILE]'
const help = `${usage}

Starts the server with the settings of its environment, or of FILE.

  --version      prints version, build and commit
  --healthcheck  ends with 0 if the server with these settings is healthy, else with 1
`
const sweepIntervalMs = 3600 * 1000
const noticesIntervalMs = 10_000
const scrubIntervalMs = 600_000

/** Starts the server, and stops it at SIGTERM. @param packageDir folder of the installation, which has the built pages */
export async function serve(args: readonly string[], packageDir: string): Promise<void> {
  try {
    if (args.includes('--help') || args.includes('-h')) {
      process.stdout.write(help)
      return
    }
    if (args.includes('--version')) {
      process.stdout.write(`sealpost-server ${describeVersion(packageDir)}\n`)
      return
    }
    const { rest, namesInFile } = applyEnvironmentAndUser(args)
    if (rest.length > 0) throw new ConfigError([`Unknown: ${rest.join(' ')}. ${usage}`])
    await startServer(packageDir, namesInFile)
  } catch (error) {
    const mistakes =
      error instanceof ConfigError ? error.mistakes : [`Sealpost could not start: ${String(error)}`]
    process.stderr.write(`${mistakes.join('\n')}\n`)
    process.exit(exitCodeOf(error))
  }
}

async function startServer(packageDir: string, namesInFile: readonly string[]): Promise<void> {
  // Files in the data folder are private, even if the folder itself is accessible to others.
  process.umask(0o077)
  const config = readConfig(process.env, packageDir, namesInFile)
  requireKnownSettings(config, namesInFile)
  const startedAt = new Date()
  const { lock, services } = await lockAndOpenServices(config)
  const { metrics: metricsEndpoint, scrubRate } = config
  const metrics = metricsEndpoint && (await import('./prometheus/metrics.ts')).createMetrics(services)
  const app = buildApp({
    services: { ...services, ...(metrics && { meters: metrics.meters }) },
    distDir: config.distDir,
    logger: loggerOptions(config.logLevel),
  })
  const { migrationCopyPath } = services.database
  if (migrationCopyPath !== undefined)
    app.log.info({ copy: migrationCopyPath }, 'the database was copied before it was brought up to date')
  // Printed before anything can fail: it is shown only once.
  const generatedPassword = await ensureFirstUser(services.db, config)
  if (generatedPassword !== undefined) printGeneratedPassword(config, generatedPassword)
  // Needs the disk space of two copies. The server works without it.
  await services.database
    .compact()
    .catch((error: unknown) =>
      app.log.warn({ err: error }, 'the database could not be rewritten; the next start tries again'),
    )
  const announce = process.stdout.isTTY ? announceOnTerminal : announceInLog(app.log)
  if (config.unknownSettings.length > 0) announce(config.unknownSettings.map(unknownSettingText))
  await allowPagesOrigin(config, services, announce)
  // Before the server accepts requests: a port in use ends the start.
  const metricsAddress =
    metricsEndpoint &&
    (await metrics?.listen(metricsEndpoint).catch((error: unknown) => {
      throw listenError(error, metricsEndpoint, 'METRICS_')
    }))
  // May fail on a full disk. A later sweep frees space.
  const sweep = (renewedBefore?: Date) =>
    app.housekeeping
      .sweep(renewedBefore)
      .catch((error: unknown) => app.log.error({ err: error }, 'sweep failed'))
  const scrubber =
    scrubRate === undefined
      ? undefined
      : createScrubber({ ...services, bytesPerSecond: scrubRate, log: app.log })
  const timers = [
    setInterval(() => void sweep(), sweepIntervalMs),
    setInterval(() => void app.notices.run(), noticesIntervalMs),
    setInterval(() => void scrubber?.run(), scrubIntervalMs),
  ]

  const shutDown = async () => {
    if (app.isDraining) return
    app.isDraining = true
    timers.forEach(clearInterval)
    const scrubbed = scrubber?.close()
    await delay(config.shutdownDrainSeconds * 1000)
    // Otherwise a connection whose last request ends now would be kept alive.
    setInterval(() => app.server.closeIdleConnections(), 50).unref()
    await Promise.race([app.close(), delay(config.shutdownGraceSeconds * 1000, undefined, { ref: false })])
    app.server.closeAllConnections()
    // `app.close` has not done this if requests had to be cut off.
    await app.downloadRecorder.flush()
    await app.auditBuffer.flush()
    metrics?.close()
    // Do not wait for a store that does not respond.
    await Promise.race([scrubbed, delay(1000)])
    await services.database.close()
    lock?.release()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void shutDown())

  // The address is announced below, in words.
  app.log.level = config.logLevel === 'info' ? 'warn' : config.logLevel
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw listenError(error, config)
  })
  app.log.level = config.logLevel
  const { port } = app.server.address() as AddressInfo
  // If no other server uses the data folder, work that began before this start has ended.
  await sweep(allowsSeveralServers(config) ? undefined : startedAt)
  if (app.isDraining) return
  announce(startLines(config, port, services.mailer.destination, metricsAddress))
}

/** Locks the data folder first, so that a second server started by mistake changes nothing. @throws ConfigError */
export async function lockAndOpenServices(config: Config) {
  try {
    const lock = allowsSeveralServers(config) ? undefined : await lockDataFolder(config)
    return { lock, services: await openServices(config) }
  } catch (error) {
    throw toStartError(error, config)
  }
}

function printGeneratedPassword({ adminUsername }: Config, password: string): void {
  const lines = [`  User name  ${adminUsername}`, `  Password   ${password}`, '']
  process.stdout.write(`\n${lines.join('\n')}\nThis password is shown only once.\n`)
}

/** Allows the pages' origin in the store's CORS rules. Where that fails, pages upload through the server. */
async function allowPagesOrigin(
  { publicOrigin }: Config,
  { blobs }: Services,
  announce: Announce,
): Promise<void> {
  if (publicOrigin === undefined) return
  const advice = await blobs.directUploads?.allowOrigin(publicOrigin)
  if (advice !== undefined) announce([advice])
}

type Announce = (lines: readonly string[]) => void

const announceOnTerminal: Announce = (lines) => void process.stdout.write(`\n${lines.join('\n')}\n\n`)

/** Logs messages at every log level if there is no terminal. */
const announceInLog = (log: FastifyBaseLogger): Announce => {
  const always = log.child({}, { level: 'info' })
  return (lines) => {
    for (const line of lines) always.info({ version, node: process.versions.node }, line)
  }
}

function startLines(
  config: Config,
  port: number,
  mailDestination: string,
  metricsAddress: string | undefined,
): string[] {
  const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(config.host) ? 'localhost' : config.host
  const lines = [`Sealpost is ready: ${config.publicOrigin ?? `http://${host}:${port}`}`]
  if (config.smtp === undefined) {
    lines.push(`No SMTP server is set: mails are written to ${mailDestination}.`)
  }
  if (metricsAddress !== undefined) lines.push(`Figures for Prometheus are at ${metricsAddress}.`)
  return lines
}

function listenError(
  error: unknown,
  { host, port }: { host: string; port: number },
  prefix: 'METRICS_' | '' = '',
): unknown {
  const code = errorCode(error)
  if (code === 'EADDRINUSE') {
    return new UnavailableError([`Port ${port} is in use already. Set ${prefix}PORT to a free one.`])
  }
  if (code === 'EACCES') {
    return new ConfigError([`This user may not listen on port ${port}. Set ${prefix}PORT to one above 1023.`])
  }
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)) {
    return new UnavailableError([`${prefix}HOST ${host} is not an address of this machine.`])
  }
  return error
}
