import { parseArgs } from 'node:util'
import { type CommandSpec, commonOptions } from './commands.ts'
import type { Options } from './context.ts'
import { usageError } from './exitCodes.ts'
import { errorMessage } from './texts.ts'

interface Parsed {
  readonly args: readonly string[]
  readonly options: Options
}

/** Parses what follows a command's name. @throws CommandError 'usage' for unknown options */
export function parse(command: CommandSpec, argv: readonly string[]): Parsed {
  const specs = [...command.options, ...commonOptions]
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      strict: true,
      options: Object.fromEntries(
        specs.map(({ name, short, value, isMany = false }) => [
          name,
          {
            type: value === undefined ? ('boolean' as const) : ('string' as const),
            multiple: isMany,
            ...(short !== undefined && { short }),
          },
        ]),
      ),
    })
    return { args: positionals, options: values as Options }
  } catch (error) {
    const said = errorMessage(error).split('. ', 1)[0]
    throw usageError(`${said}. 'sealpost ${command.name} --help' says what there is.`)
  }
}
