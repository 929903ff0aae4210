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

/** @param request says what is asked for @throws CommandError 'usage' without a terminal */
export function requireTerminal({ terminal }: { readonly terminal: Terminal }, request: string): void {
  if (!terminal.canAsk) throw usageError(`${request} There is no terminal to ask for it at.`)
}

/** Asks a yes-or-no question. @throws CommandError 'refused' with the text `refusal` unless the answer is yes */
export async function requireConfirmation(
  terminal: Terminal,
  question: string,
  refusal: string,
): Promise<void> {
  const answer = await terminal.ask(`${question} [y/N]`)
  if (!/^\s*y(es)?\s*$/i.test(answer)) throw refusedError(refusal)
}

/** The controlling terminal. Standard input is not used, as it may be data. @param signal aborts waiting for input */
export const controllingTerminal = (signal: AbortSignal): Terminal => ({
  get canAsk() {
    return withTerminal(() => true) ?? false
  },
  ask: async (question, isSecret = false) => {
    signal.throwIfAborted()
    const answer = await withTerminal((streams) => readLine(question, isSecret, signal, streams))
    if (answer === undefined) throw usageError(`${question} There is no terminal to ask at.`)
    return answer
  },
})

interface TerminalStreams {
  readonly input: ReadStream
  readonly output: WriteStream
}

/** Runs work with the terminal, and closes it afterwards. @returns undefined without a terminal */
function withTerminal<T>(work: (streams: TerminalStreams) => T): T | undefined {
  const [inputPath, outputPath] =
    process.platform === 'win32' ? ['\\\\.\\CONIN$', '\\\\.\\CONOUT$'] : ['/dev/tty', '/dev/tty']
  const descriptors: number[] = []
  try {
    descriptors.push(openSync(inputPath, 'r+'), openSync(outputPath, 'r+'))
  } catch {
    descriptors.forEach((descriptor) => closeSync(descriptor))
    return undefined
  }
  const input = new ReadStream(descriptors[0] ?? 0)
  const output = new WriteStream(descriptors[1] ?? 1)
  const close = () => {
    input.destroy()
    output.destroy()
  }
  const result = work({ input, output })
  if (result instanceof Promise) void result.finally(close).catch(() => undefined)
  else close()
  return result
}

function readLine(
  question: string,
  isSecret: boolean,
  signal: AbortSignal,
  { input, output }: TerminalStreams,
): Promise<string> {
  output.write(`${question} `)
  // Readline echoes input through this; secrets are not echoed.
  const echo = new Writable({
    write: (text, _, onWritten) => {
      if (!isSecret) output.write(text as Buffer)
      onWritten()
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
    const close = () => lines.close()
    signal.addEventListener('abort', close)
    lines.once('SIGINT', close)
    lines.once('close', () => {
      signal.removeEventListener('abort', close)
      output.write(isSecret ? '\n' : '')
      if (signal.aborted) reject(signal.reason as Error)
      else if (!isAnswered) reject(usageError('Nothing was answered.'))
    })
  })
}
