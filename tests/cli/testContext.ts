import { commands } from '../../cli/commands.ts'
import type { Context } from '../../cli/context.ts'
import type { ReportEvent } from '../../cli/reporter.ts'
import { exitCodes, CommandError } from '../../cli/exitCodes.ts'
import { parseArguments } from '../../cli/parseArguments.ts'

export interface TestContext extends Context {
  /** What was told, in order. */
  readonly events: readonly ReportEvent[]
  /** What was asked, in order. */
  readonly questions: readonly string[]
}

export interface ContextOptions {
  /** One answer a question, in order; without any there is no terminal. */
  readonly answers?: readonly (string | (() => Promise<string>))[]
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** What is told, when it is. */
  readonly onEvent?: (event: ReportEvent) => void
}

/** A command line as it would be typed, its terminal somebody who answers. */
export function testContext(line: readonly string[], contextOptions: ContextOptions = {}): TestContext {
  const [name, ...argv] = line
  const command = commands.find((one) => one.name === name)
  if (!command) throw new Error(`There is no command ${name ?? ''}.`)
  const { args, options } = parseArguments(command, argv)
  const answers = [...(contextOptions.answers ?? [])]
  const events: ReportEvent[] = []
  const questions: string[] = []
  return {
    ...{ args, options, events, questions, env: contextOptions.env ?? {} },
    signal: contextOptions.signal ?? new AbortController().signal,
    report: {
      emit: (event) => {
        events.push(event)
        contextOptions.onEvent?.(event)
      },
      close: () => undefined,
    },
    terminal: {
      canAsk: contextOptions.answers !== undefined,
      ask: (question) => {
        questions.push(question)
        const answer = answers.shift()
        if (answer === undefined)
          return Promise.reject(new CommandError(exitCodes.usage, `Nobody answers: ${question}`))
        return typeof answer === 'string' ? Promise.resolve(answer) : answer()
      },
    },
  }
}

type EventOfKind<E extends ReportEvent['event']> = Extract<ReportEvent, { event: E }>

export const eventsOf = <E extends ReportEvent['event']>(
  { events }: Pick<TestContext, 'events'>,
  event: E,
): EventOfKind<E>[] => events.filter((one): one is EventOfKind<E> => one.event === event)

/** All sentences for people. */
export const messagesOf = ({ events }: TestContext): string =>
  events.flatMap((one) => ('message' in one ? [one.message] : [])).join('\n')
