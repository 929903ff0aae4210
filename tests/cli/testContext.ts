import { commands } from '../../cli/commands.ts'
import type { Context } from '../../cli/context.ts'
import type { ReportEvent } from '../../cli/reporter.ts'
import { exitCodes, CommandError } from '../../cli/exitCodes.ts'
import { parseArguments } from '../../cli/parseArguments.ts'

export interface TestContext extends Context {
  /** What was told, in order. */
  readonly told: readonly ReportEvent[]
  /** What was asked, in order. */
  readonly asked: readonly string[]
}

export interface Situation {
  /** One answer a question, in order; without any there is no terminal. */
  readonly answers?: readonly (string | (() => Promise<string>))[]
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** What is told, when it is. */
  readonly hear?: (what: ReportEvent) => void
}

/** A command line as it would be typed, its terminal somebody who answers. */
export function testContext(line: readonly string[], situation: Situation = {}): TestContext {
  const [name, ...argv] = line
  const command = commands.find((one) => one.name === name)
  if (!command) throw new Error(`There is no command ${name ?? ''}.`)
  const { args, options } = parseArguments(command, argv)
  const answers = [...(situation.answers ?? [])]
  const told: ReportEvent[] = []
  const asked: string[] = []
  return {
    ...{ args, options, told, asked, env: situation.env ?? {} },
    signal: situation.signal ?? new AbortController().signal,
    report: {
      emit: (what) => {
        told.push(what)
        situation.hear?.(what)
      },
      close: () => undefined,
    },
    terminal: {
      canAsk: situation.answers !== undefined,
      ask: (question) => {
        asked.push(question)
        const answer = answers.shift()
        if (answer === undefined)
          return Promise.reject(new CommandError(exitCodes.usage, `Nobody answers: ${question}`))
        return typeof answer === 'string' ? Promise.resolve(answer) : answer()
      },
    },
  }
}

type Of<E extends ReportEvent['event']> = Extract<ReportEvent, { event: E }>

export const toldEvents = <E extends ReportEvent['event']>({ told }: TestContext, event: E): Of<E>[] =>
  told.filter((one): one is Of<E> => one.event === event)

/** All sentences for people. */
export const toldMessages = ({ told }: TestContext): string =>
  told.flatMap((one) => ('message' in one ? [one.message] : [])).join('\n')
