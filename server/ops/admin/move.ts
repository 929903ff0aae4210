import { type Config, ConfigError, readConfig, requireKnownSettings } from '../../config/config.ts'
import { moveInstallation, type MoveHandlers, type MoveResult } from '../move/moveInstallation.ts'
import { describeInstallation } from '../move/movePlan.ts'
import { hasDatabase } from '../../services.ts'
import { toStartError } from '../../startErrors.ts'
import { type Command, AdminCommandError, type CommandContext } from './command.ts'
import { totalsInWords, createProgress, describeFile } from './progress.ts'

export const moveCommand: Command = {
  name: 'move',
  usage: '--to FILE [--damaged leave]',
  description: 'moves database, files or both to where the settings in FILE say; no server may run',
  options: ['to', 'damaged'],
  async run({ config, targetSettings, print }, _args, { to: file, damaged }) {
    if (
      file === undefined ||
      targetSettings === undefined ||
      (damaged !== undefined && damaged !== 'leave')
    ) {
      throw new AdminCommandError('Usage: sealpost-admin move --to FILE [--damaged leave]')
    }
    if (!hasDatabase(config)) {
      throw new AdminCommandError(
        `There is no Sealpost database in ${config.dataDir}. Name the settings of the server by --env-file FILE, or set DATA_DIR.`,
      )
    }
    const target = readTargetConfig(file, targetSettings, config)
    print(`From: ${describeInstallation(config)}`)
    print(`To:   ${describeInstallation(target)}`)
    const progress = createProgress(print)
    let totals = { files: 0, bytes: 0 }
    const handlers: MoveHandlers = {
      onPlan(plan, counted) {
        totals = counted
        print(plan.store ? `${totalsInWords(totals)} to move.` : 'The files stay where they are.')
      },
      onProgress: (count) => progress.update(count, totals),
    }
    const moved = await moveInstallation(config, target, damaged === 'leave', handlers)
      .catch((error: unknown) => {
        throw toAdminError(error, config, target)
      })
      .finally(progress.stop)
    printMoveResult(print, moved, file)
  },
}

/** Settings of the target. A file keeps passwords out of the process list. */
function readTargetConfig(file: string, settings: Readonly<Record<string, string>>, from: Config): Config {
  try {
    const config = readConfig({ DATA_DIR: from.dataDir, ...settings }, from.distDir, Object.keys(settings))
    requireKnownSettings(config, Object.keys(settings))
    return config
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError([`In ${file}: ${error.message}`]) : error
  }
}

function printMoveResult(print: CommandContext['print'], moved: MoveResult, file: string): void {
  const { damages, uploads, partsLeft, rows } = moved
  for (const { file: damaged, how } of damages) print(`Damaged: ${describeFile(damaged)}: ${how}`)
  if (!moved.isFinished) {
    throw new AdminCommandError(
      `${damages.length} files are damaged where they are; all others are moved. Restore them from a backup and repeat ` +
        'the command, or finish without their bytes: --damaged leave. Their rows, and what is left of them, stay.',
    )
  }
  if (moved.files > 0) print(`${totalsInWords(moved)} moved, each read back and compared.`)
  if (uploads > 0)
    print(
      `${uploads} unfinished uploads go on; of these, ${partsLeft} parts that cannot be moved are sent again.`,
    )
  if (rows > 0) print(`${rows.toLocaleString('en')} rows moved.`)
  print(`Done. Start the servers with the settings in ${file}. Nothing was removed where it was.`)
}

/** Converts an error of a move. It is unknown whether source or target failed, so both are tried. */
function toAdminError(error: unknown, from: Config, to: Config): unknown {
  const knownError = [to, from]
    .map((one) => toStartError(error, one))
    .find((one) => one instanceof ConfigError)
  if (knownError !== undefined) return knownError
  return new AdminCommandError(
    `The move has stopped: ${String(error)}. Repeat the command: it goes on where it was. What is moved is whole where it was.`,
  )
}
