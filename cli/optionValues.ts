import type { z } from 'zod'
import { GiB, KiB, MiB } from '../contract/limits.ts'
import type { OptionName } from './commandOptions.ts'
import type { Context } from './context.ts'
import { usageError } from './exitCodes.ts'

/** True if an option without a value occurs. */
export const flagOption = ({ options }: Pick<Context, 'options'>, name: OptionName): boolean =>
  options[name] === true

/** The value of an option that may occur once; undefined if it does not occur. */
export function textOption({ options }: Pick<Context, 'options'>, name: OptionName): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** The values of an option that may occur several times; undefined if it does not occur. */
export function listOption(
  { options }: Pick<Context, 'options'>,
  name: OptionName,
): readonly string[] | undefined {
  const values = options[name]
  return typeof values === 'object' ? values : undefined
}

/** Returns a valid text. @param argument its name in errors @throws CommandError 'usage' for one that the server would refuse */
export function checkedText(schema: z.ZodType, argument: string, text: string): string {
  const { error } = schema.safeParse(text)
  if (error) throw usageError(`${argument}: ${error.issues[0]?.message}`)
  return text
}

interface IntegerRange {
  readonly min: number
  readonly max: number
  /** The counted things, as the error names them: 'whole seconds'. */
  readonly unit: string
}

/** The value of an option that takes a whole number; undefined if it does not occur. @throws CommandError 'usage' */
export function integerOption(
  context: Pick<Context, 'options'>,
  name: OptionName,
  { min, max, unit }: IntegerRange,
): number | undefined {
  const text = textOption(context, name)
  if (text === undefined) return undefined
  const value = parseDigits(text)
  if (value === undefined || value < min || value > max)
    throw usageError(`--${name} takes ${unit}, from ${min} to ${max}.`)
  return value
}

/** The number that some decimal digits are; undefined for any other text, such as '0x1e'. */
export const parseDigits = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined

const byteUnits: Readonly<Record<string, number>> = { K: KiB, M: MiB, G: GiB }

/** The bytes of '500', '500K', '2M' or '1G'; undefined for any other text. */
export function parseBytes(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,12})([KMG]?)$/i.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits) * (byteUnits[unit.toUpperCase()] ?? 1)
}
