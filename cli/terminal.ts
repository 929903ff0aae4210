import { closeSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { ReadStream, WriteStream } from 'node:tty'
import { refusedError, usageError } from './exitCodes.ts'

/** How often a person is asked for the same at the terminal. */
export const maxTerminalAttempts = 3

export interface Terminal {
  /** True if there is a terminal to ask at, whatever the standard streams are. */
  readonly canAsk: boolean
  /** Reads a line. @param isSecret disables echo @throws CommandError 'usage'; the signal's reason */
  ask(question: string, isSecret?: boolean): Promise<string>
}

/** Asks a question to be answered with yes. @throws CommandError 'refused', with `refusal`, for any other answer */
export async function requireConfirmation(
  terminal: Terminal,
  question: string,
  refusal: string,
): Promise<void> {
  const answer = await terminal.ask(`${question} [y/N]`)
  if (!/^\s*y(es)?\s*$/i.test(answer)) throw refusedError(refusal)
}

/** The controlling terminal, so that standard input may be data. @param signal aborts waiting for input */
export const controllingTerminal = (signal: AbortSignal): Terminal => ({
  get canAsk() {
    return withTerminal(() => true) ?? false
  },
  ask: async (question, isSecret = false) => {
    signal.throwIfAborted()
    const answer = await withTerminal((...terminal) => readLine(question, isSecret, signal, terminal))
    if (answer === undefined) throw usageError(`${question} There is no terminal to ask at.`)
    return answer
  },
})

function withTerminal<T>(use: (input: ReadStream, output: WriteStream) => T): T | undefined {
  const [inputPath, outputPath] =
    process.platform === 'win32' ? ['\\\\.\\CONIN$', '\\\\.\\CONOUT$'] : ['/dev/tty', '/dev/tty']
  const opened: number[] = []
  try {
    opened.push(openSync(inputPath, 'r+'), openSync(outputPath, 'r+'))
  } catch {
    opened.forEach((descriptor) => closeSync(descriptor))
    return undefined
  }
  const [input, output] = [new ReadStream(opened[0] ?? 0), new WriteStream(opened[1] ?? 1)]
  const end = () => {
    input.destroy()
    output.destroy()
  }
  const result = use(input, output)
  if (result instanceof Promise) void result.finally(end).catch(() => undefined)
  else end()
  return result
}

function readLine(
  question: string,
  isSecret: boolean,
  signal: AbortSignal,
  [input, output]: [ReadStream, WriteStream],
): Promise<string> {
  output.write(`${question} `)
  // Readline echoes input through this; secrets are not echoed.
  const echo = new Writable({
    write: (text, _, done) => {
      if (!isSecret) output.write(text as Buffer)
      done()
    },
  })
  const lines = createInterface({ input, output: echo, terminal: true, historySize: 0 })
  return new Promise((resolve, reject) => {
    let isAnswered = false
    lines.once('line', (line) => {
      isAnswered = true
      lines.close()
      resolve(line)
    })
    const end = () => lines.close()
    signal.addEventListener('abort', end)
    lines.once('SIGINT', end)
    lines.once('close', () => {
      signal.removeEventListener('abort', end)
      output.write(isSecret ? '\n' : '')
      if (signal.aborted) reject(signal.reason as Error)
      else if (!isAnswered) reject(usageError('Nothing was answered.'))
    })
  })
}
