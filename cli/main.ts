import { setFlagsFromString } from 'node:v8'
import { shownLines } from '../contract/shownText.ts'
import { commands, type CommandSpec } from './commands.ts'
import type { Context } from './context.ts'
import { completionScript, shells } from './completion.ts'
import { CommandError, exitCodes, type ExitCode, exitCodeOf } from './exitCodes.ts'
import { completionHelp, generalHelp, commandHelp } from './help.ts'
import { nodePrimitives } from './platform/nodePrimitives.ts'
import { version } from './package.ts'
import { flagOption } from './optionValues.ts'
import { parseArguments } from './parseArguments.ts'
import { jsonErrorLine, jsonReporter } from './reporters/jsonReporter.ts'
import { LineReporter } from './reporters/lineReporter.ts'
import type { Reporter } from './reporter.ts'
import { isLink, shownWithoutKeys } from './secrets.ts'
import { controllingTerminal } from './terminal.ts'
import { errorCode } from '../contract/systemErrors.ts'
import { setPrimitives } from '../core/crypto/index.ts'
import { FaultError } from '../core/faults/fault.ts'
import { faultOf } from '../core/faults/faultOf.ts'
import { withoutSecrets } from '../core/faults/withoutSecrets.ts'
import { faultText } from '../i18n/errorText.ts'

// Sealed and opened data is outside of V8's small heap, and would trigger incremental marking all the time, which
// takes a tenth of the processor.
setFlagsFromString('--no-incremental-marking')
setPrimitives(nodePrimitives)

/** Exit codes by signal, as shells report them. */
const signalExitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Exit code after SIGPIPE: the reader has closed. */
const sigpipeExitCode = 141

const writeOut = (text: string) => void process.stdout.write(text)
const writeError = (text: string) => void process.stderr.write(text)

/** Runs the program. @returns its exit code */
async function main(argv: readonly string[]): Promise<number> {
  const [name = '', ...rest] = argv[0] === 'help' && argv[1] !== undefined ? [argv[1], '--help'] : argv
  const builtInExitCode = runBuiltIn(name, rest)
  if (builtInExitCode !== null) return builtInExitCode
  const command = commands.find((candidate) => candidate.name === name)
  if (command) return runCommand(command, rest)
  // The link is not repeated: it contains keys.
  const problem = isLink(name)
    ? 'A link is not a command.'
    : `There is no command '${shownWithoutKeys(name)}'.`
  writeError(`${problem} See 'sealpost --help' for the commands.\n`)
  return exitCodes.usage
}

/** Runs help, version or completion. @returns null for any other name */
function runBuiltIn(name: string, args: readonly string[]): ExitCode | null {
  switch (name) {
    case '':
      writeError(generalHelp())
      return exitCodes.usage
    case '--help':
    case '-h':
    case 'help':
      return print(generalHelp())
    case '--version':
    case '-V':
      return print(`${version}\n`)
    case 'completion':
      return printCompletion(args)
    default:
      return null
  }
}

function printCompletion(args: readonly string[]): ExitCode {
  if (args.includes('--help') || args.includes('-h')) return print(completionHelp())
  const shell = shells.find((candidate) => candidate === args[0])
  if (shell) return print(completionScript(shell))
  writeError(`Name a shell: ${shells.join(', ')}.\n`)
  return exitCodes.usage
}

/** Runs a command. @param argv what follows its name @returns its exit code, or that of the signal that ended it */
async function runCommand(command: CommandSpec, argv: readonly string[]): Promise<number> {
  let reporter: Reporter | undefined
  // Invalid arguments are reported as JSON, too.
  const output = { isJson: argv.includes('--json'), showsStack: argv.includes('--verbose') }
  try {
    const { args, options } = parseArguments(command, argv)
    if (flagOption({ options }, 'help')) return print(commandHelp(command))
    output.isJson = flagOption({ options }, 'json')
    output.showsStack = flagOption({ options }, 'verbose')
    reporter = output.isJson ? jsonReporter(writeOut) : createLineReporter(options)
    const context: Context = {
      ...{ args, options, report: reporter, env: process.env, signal: termination.signal },
      terminal: controllingTerminal(termination.signal),
    }
    const run = await command.load()
    const exitCode = await run(context)
    reporter.close()
    return termination.exitCode ?? exitCode
  } catch (error) {
    reporter?.close()
    return reportError(error, output)
  }
}

function print(text: string): ExitCode {
  writeOut(text)
  return exitCodes.success
}

function createLineReporter(options: Context['options']): LineReporter {
  const isQuiet = flagOption({ options }, 'quiet')
  return new LineReporter({
    ...{ write: writeError, writeResult: writeOut, showsProgress: process.stderr.isTTY && !isQuiet },
    isVerbose: flagOption({ options }, 'verbose') && !isQuiet,
    columns: () => process.stderr.columns,
    now: () => performance.now(),
  })
}

/** Reports the error that ended a command, and returns the exit code. */
function reportError(
  error: unknown,
  { isJson, showsStack }: { isJson: boolean; showsStack: boolean },
): number {
  // A signal or a closed pipe needs no report.
  if (termination.exitCode !== null && !(error instanceof CommandError)) return termination.exitCode
  const { exitCode: errorExitCode, message } = describeError(error)
  const exitCode = termination.exitCode ?? errorExitCode
  if (isJson) writeOut(jsonErrorLine(message, exitCode))
  else writeError(`${shownLines(message)}\n`)
  const isExpected = error instanceof CommandError || error instanceof FaultError
  if (showsStack && !isExpected && error instanceof Error)
    writeError(`${shownLines(withoutSecrets(error.stack ?? ''))}\n`)
  return exitCode
}

function describeError(error: unknown): { exitCode: ExitCode; message: string } {
  if (error instanceof CommandError) return error
  const fault = faultOf(error)
  // An unexpected error is not a refusal by the server, but a local problem.
  const exitCode = error instanceof FaultError ? exitCodeOf(fault) : exitCodes.someFailed
  return { exitCode, message: faultText(fault) }
}

/** Ends the program: the first signal leaves work resumable, the second ends at once. */
class Termination {
  readonly #controller = new AbortController()
  /** Null until a signal or an error of standard output ends the program. */
  exitCode: number | null = null

  /** Call it first, so that signals before a command are handled, too. */
  listen(): void {
    for (const [signalName, exitCode] of Object.entries(signalExitCodes)) {
      process.on(signalName, () => {
        if (this.exitCode !== null) process.exit(exitCode)
        this.#end(exitCode)
      })
    }
    process.stdout.on('error', (error: Error) => {
      // A reader that closes early, such as `head`, needs no message.
      const isClosedPipe = errorCode(error) === 'EPIPE'
      if (!isClosedPipe && this.exitCode === null)
        writeError(`Standard output cannot be written: ${error.message}\n`)
      this.#end(isClosedPipe ? sigpipeExitCode : exitCodes.someFailed)
    })
    // A command continues if standard error is closed.
    process.stderr.on('error', () => undefined)
  }

  #end(exitCode: number): void {
    if (this.exitCode !== null) return
    this.exitCode = exitCode
    this.#controller.abort()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }
}

const termination = new Termination()
termination.listen()
process.exitCode = await main(process.argv.slice(2))
// Keep-alive connections and timers of V8 must not keep the program running.
// It exits after a write, since errors of standard output are reported then.
process.stdout.write('', () => setImmediate(() => process.exit(termination.exitCode ?? process.exitCode)))
