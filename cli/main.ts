import { setFlagsFromString } from 'node:v8'
import { shownLines } from '../contract/shownText.ts'
import { commands } from './commands.ts'
import type { Context } from './context.ts'
import { completionScript, shells } from './completion.ts'
import { CommandError, exitCodes, type ExitCode, exitCodeOf } from './exitCodes.ts'
import { completionHelp, generalHelp, commandHelp } from './help.ts'
import { nodePrimitives } from './platform/nodePrimitives.ts'
import { version } from './package.ts'
import { parseArguments } from './parseArguments.ts'
import { jsonLine, jsonReporter } from './reporters/jsonReporter.ts'
import { LineReporter } from './reporters/lineReporter.ts'
import type { Reporter } from './reporter.ts'
import { isLink, shownWithoutKeys } from './secrets.ts'
import { controllingTerminal } from './terminal.ts'
import { errorCode } from '../contract/systemErrors.ts'
import { setPrimitives } from '../core/crypto/index.ts'
import { FaultError } from '../core/faults/fault.ts'
import { faultOf } from '../core/faults/faultOf.ts'
import { faultText } from '../i18n/errorText.ts'

// Sealed and opened data is outside of V8's small heap. Incremental marking, which it would trigger all the
// time, takes a tenth of the processor.
setFlagsFromString('--no-incremental-marking')
setPrimitives(nodePrimitives)

/** Exit codes by signal, as shells report them. */
const signalExitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Exit code after SIGPIPE: the reader has closed. */
const sigpipeExitCode = 141

const writeOut = (text: string) => void process.stdout.write(text)
const writeErr = (text: string) => void process.stderr.write(text)

async function main(argv: readonly string[]): Promise<number> {
  const [name = '', ...rest] = argv[0] === 'help' && argv[1] !== undefined ? [argv[1], '--help'] : argv
  if (name === '' || name === '--help' || name === '-h' || name === 'help') {
    ;(name === '' ? writeErr : writeOut)(generalHelp())
    return name === '' ? exitCodes.usage : exitCodes.success
  }
  if (name === '--version' || name === '-V') return print(`${version}\n`)
  if (name === 'completion') {
    if (rest.includes('--help') || rest.includes('-h')) return print(completionHelp())
    const shell = shells.find((one) => one === rest[0])
    if (shell) return print(completionScript(shell))
    writeErr(`Say for which shell: ${shells.join(', ')}.\n`)
    return exitCodes.usage
  }
  const command = commands.find((one) => one.name === name)
  if (!command) {
    // The link is not repeated: it contains keys.
    const problem = isLink(name)
      ? 'A link is no command.'
      : `There is no command '${shownWithoutKeys(name)}'.`
    writeErr(`${problem} 'sealpost --help' names those there are.\n`)
    return exitCodes.usage
  }
  let report: Reporter | undefined
  // Programs get unparsable arguments reported as JSON, too.
  let isJson = rest.includes('--json')
  try {
    const { args, options } = parseArguments(command, rest)
    if (options.help === true) return print(commandHelp(command))
    isJson = options.json === true
    report = isJson ? jsonReporter(writeOut) : createLineReporter(options)
    const context: Context = {
      ...{ args, options, report, env: process.env, signal: termination.signal },
      terminal: controllingTerminal(termination.signal),
    }
    const run = await command.load()
    const code = await run(context)
    report.close()
    return termination.code ?? code
  } catch (error) {
    return reportError(error, isJson, report)
  }
}

function print(text: string): ExitCode {
  writeOut(text)
  return exitCodes.success
}

const createLineReporter = ({ quiet, verbose }: Context['options']) =>
  new LineReporter({
    ...{ write: writeErr, writeResult: writeOut, isWatched: process.stderr.isTTY && quiet !== true },
    isVerbose: verbose === true && quiet !== true,
    columns: () => process.stderr.columns,
    now: () => performance.now(),
  })

/** Reports the error that ended a command, and returns the exit code. */
function reportError(error: unknown, isJson: boolean, report: Reporter | undefined): number {
  report?.close()
  // A signal or a closed pipe needs no report.
  if (termination.code !== null && !(error instanceof CommandError)) return termination.code
  const { exitCode: itsCode, message } = describeError(error)
  const exitCode = termination.code ?? itsCode
  if (isJson) {
    const line = { event: 'error', file: null, bytes: null, total: null, message, exit: exitCode }
    writeOut(jsonLine(line))
  } else writeErr(`${shownLines(message)}\n`)
  return exitCode
}

function describeError(error: unknown): { exitCode: ExitCode; message: string } {
  if (error instanceof CommandError) return error
  const fault = faultOf(error)
  // An unexpected error is no refusal, but a local problem, which its message names.
  const exitCode = error instanceof FaultError ? exitCodeOf(fault) : exitCodes.someFailed
  return { exitCode, message: faultText(fault) }
}

/** Ends the program: the first signal leaves work resumable, the second ends at once. */
class Termination {
  readonly #control = new AbortController()
  code: number | null = null

  /** Called first, so that it also handles signals before a command begins. */
  listen(): void {
    for (const [name, code] of Object.entries(signalExitCodes)) {
      process.on(name, () => {
        if (this.code !== null) process.exit(code)
        this.#end(code)
      })
    }
    process.stdout.on('error', (error: Error) => {
      // A reader that closes early, such as `head`, needs no message.
      const isPipe = errorCode(error) === 'EPIPE'
      if (!isPipe && this.code === null) writeErr(`Standard output takes nothing: ${error.message}\n`)
      this.#end(isPipe ? sigpipeExitCode : exitCodes.someFailed)
    })
    // A closed stderr is no reason to end.
    process.stderr.on('error', () => undefined)
  }

  #end(code: number): void {
    if (this.code !== null) return
    this.code = code
    this.#control.abort()
  }

  get signal(): AbortSignal {
    return this.#control.signal
  }
}

const termination = new Termination()
termination.listen()
process.exitCode = await main(process.argv.slice(2))
// Keep-alive connections and the engine's timers must not keep it running.
// Errors of standard output are reported after the write.
process.stdout.write('', () => setImmediate(() => process.exit(termination.code ?? process.exitCode)))
