import { parseArgs } from 'node:util'
import { userCommands } from './users.ts'
import { type Command, AdminCommandError, type CommandContext } from './command.ts'
import { backupCommand } from './backup.ts'
import { checkCommand } from './check.ts'
import { doctorCommand } from './doctor.ts'
import { testMailCommand } from './testMail.ts'
import { migrateCommand } from './migrate.ts'
import { moveCommand } from './move.ts'
import { operatorCommand } from './operator.ts'
import { quotaCommand } from './quota.ts'
import { restoreCommand } from './restore.ts'
import { scrubCommand } from './scrub.ts'
import { singleSignOnCommands } from './singleSignOn.ts'
import { stateCommand } from './state.ts'
import { sweepCommand } from './sweep.ts'
import { commandLineActor, createAudit } from '../../audit/audit.ts'
import { verifyCommand } from './verify.ts'
import { type Config, ConfigError, readConfig } from '../../config/config.ts'
import { exitCodeOf, toStartError } from '../../startErrors.ts'
import type { Database } from '../../db/database.ts'
import { applyEnvironmentFile, readEnvironmentFile, switchToOwner } from '../../config/environmentFile.ts'
import { requireMoveFinished } from '../../db/installation/moveState.ts'
import { hasDatabase, openDatabase, openRecordedBlobStore } from '../../services.ts'

const program = process.env.npm_lifecycle_event === 'admin' ? 'npm run admin --' : 'sealpost-admin'

/** All subcommands. A server may be running on the same data folder. */
export const commands: readonly Command[] = [
  ...userCommands,
  ...singleSignOnCommands,
  operatorCommand,
  quotaCommand,
  stateCommand,
  testMailCommand,
  doctorCommand,
  ...[backupCommand, restoreCommand, verifyCommand, checkCommand, scrubCommand],
  sweepCommand,
  migrateCommand,
  moveCommand,
]

interface CommandEnvironment {
  env: Readonly<Record<string, string | undefined>>
  namesInFile?: readonly string[]
  packageDir: string
  print: (line: string) => void
  /** Gives up the rights of root, before anything is opened. */
  switchUser?: () => void
}

/** Runs a command, or prints help. @param args without `--env-file` @throws an error for `errorMessageOf` */
export async function runCommand(
  args: readonly string[],
  { env, namesInFile, packageDir, print, switchUser }: CommandEnvironment,
): Promise<void> {
  if (asksForHelp(args)) {
    print(helpOn(commands.find(({ name }) => args.includes(name))))
    return
  }
  const [name, ...rest] = args
  const command = commands.find((command) => command.name === name)
  if (command === undefined) {
    throw new AdminCommandError(name === undefined ? usage() : `There is no command ${name}.\n\n${usage()}`)
  }
  const { positionals, options, flags } = readArguments(command, rest)
  // It has passwords: root alone may be able to read it.
  const targetSettings = options.to === undefined ? undefined : readEnvironmentFile(options.to)
  switchUser?.()
  const config = readConfig(env, packageDir, namesInFile)
  let opened: Database | undefined
  const open = async () => (opened ??= await openExistingDatabase(config))
  const context: CommandContext = {
    config,
    ...(targetSettings && { targetSettings }),
    print,
    async openDatabase() {
      const { db } = await open()
      await requireMoveFinished(db)
      return db
    },
    record: createAudit({ ...config, now: () => new Date() }).recorder(commandLineActor),
    async openInstallation() {
      const { db } = await open()
      return { db, store: await openRecordedBlobStore(config, db, true) }
    },
    migrate: async () => {
      const { appliedMigrations, migrationCopyPath } = await open()
      if (migrationCopyPath !== undefined) print(`A copy of the database as it was: ${migrationCopyPath}`)
      return appliedMigrations
    },
  }
  try {
    await command.run(context, positionals, options, flags)
  } finally {
    await opened?.close()
  }
}

function readArguments(command: Command, args: string[]) {
  const { options: names = [], flags: flagNames = [] } = command
  const known = {
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    ...Object.fromEntries(flagNames.map((name) => [name, { type: 'boolean' as const }])),
  }
  try {
    const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true })
    const options = Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
    const flags = new Set(flagNames.filter((name) => values[name] === true))
    const optional = positionals.length - (command.argumentCount ?? 0)
    if (optional >= 0 && optional <= (command.optionalArgumentCount ?? 0))
      return { positionals, options, flags }
  } catch {
    // The usage text below is clearer than the parser's message.
  }
  throw new AdminCommandError(usageOf(command))
}

/** Opens the database only if it exists: a missing one is more likely a forgotten DATA_DIR than a new installation. */
async function openExistingDatabase(config: Config): Promise<Database> {
  if (!hasDatabase(config)) {
    throw new AdminCommandError(
      `There is no Sealpost database in ${config.dataDir}. Name the settings of the server by --env-file FILE or set DATA_DIR, and start the server first.`,
    )
  }
  return openDatabase(config).catch((error: unknown) => {
    throw toStartError(error, config)
  })
}

const usageOf = ({ name, usage }: Command): string => `Usage: ${program} ${name} ${usage}`.trimEnd()

const helpOn = (command: Command | undefined): string =>
  command === undefined
    ? `${usage()}\n\n${program} COMMAND --help says what is typed after one. FILE holds settings of the server.`
    : `${usageOf(command)}\n\n${command.description.replace(/^./, (letter) => letter.toUpperCase())}.`

function usage(): string {
  const lines = commands.map(
    ({ name, usage, description }) => [`${name} ${usage}`.trimEnd(), description] as const,
  )
  const width = Math.max(...lines.map(([typed]) => typed.length))
  return [
    `Usage: ${program} [--env-file FILE] COMMAND`,
    '',
    ...lines.map(([typed, description]) => `  ${typed.padEnd(width)}  ${description}`),
  ].join('\n')
}

const asksForHelp = (args: readonly string[]) => args.some((arg) => arg === '--help' || arg === '-h')

export const errorMessageOf = (error: unknown): string =>
  error instanceof AdminCommandError || error instanceof ConfigError
    ? error.message
    : `That did not work: ${String(error)}`

/** @param packageDir folder of the installation */
export async function runAdmin(args: readonly string[], packageDir: string): Promise<void> {
  // Exit silently if the reader, such as `head`, closes the pipe.
  process.stdout.on('error', () => process.exit(1))
  process.umask(0o077)
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  try {
    // Help needs neither settings nor a database.
    const { rest, namesInFile } = asksForHelp(args)
      ? { rest: args, namesInFile: [] }
      : applyEnvironmentFile(args)
    await runCommand(rest, { env: process.env, namesInFile, packageDir, print, switchUser: switchToOwner })
  } catch (error) {
    process.stderr.write(`${errorMessageOf(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}
