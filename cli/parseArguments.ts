import { parseArgs } from 'node:util'
import { commonOptions, type OptionSpec } from './commandOptions.ts'
import type { CommandSpec } from './commands.ts'
import type { Context } from './context.ts'
import { usageError } from './exitCodes.ts'
import { errorMessage } from './texts.ts'

/** Parses what follows a command's name. @throws CommandError 'usage' for unknown options */
export function parseArguments(
  command: CommandSpec,
  argv: readonly string[],
): Pick<Context, 'args' | 'options'> {
  const specs: readonly OptionSpec[] = [...command.options, ...commonOptions]
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      strict: true,
      options: Object.fromEntries(
        specs.map(({ name, short, placeholder, isRepeatable = false }) => [
          name,
          {
            type: placeholder === undefined ? ('boolean' as const) : ('string' as const),
            multiple: isRepeatable,
            ...(short !== undefined && { short }),
          },
        ]),
      ),
    })
    return { args: positionals, options: values }
  } catch (error) {
    const reason = errorMessage(error).split('. ', 1)[0]
    throw usageError(`${reason}. 'sealpost ${command.name} --help' lists the options.`)
  }
}
