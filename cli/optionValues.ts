import type { Context } from './context.ts'

/** The value of an option that occurs once. */
export function textOption({ options }: Pick<Context, 'options'>, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** The values of an option that may occur several times; undefined if it does not occur. */
export function listOption(
  { options }: Pick<Context, 'options'>,
  name: string,
): readonly string[] | undefined {
  const values = options[name]
  return typeof values === 'object' ? values : undefined
}
