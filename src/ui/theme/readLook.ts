import { isPageAddress } from '../../../contract/shownLook.ts'
import type { Look } from '../../../contract/schemas/look.ts'

/** The operator's look, as far as pages show it. */
export type ShownLook = Pick<
  Look,
  'name' | 'greeting' | 'imprint_url' | 'privacy_url' | 'support' | 'logo' | 'tones'
>

type UnknownRecord = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is UnknownRecord => typeof value === 'object' && value !== null

/** Validates a look, which comes from the server or from storage. */
export function readLook(value: unknown): ShownLook {
  const from = isObject(value) ? value : {}
  return {
    name: textOf(from.name),
    greeting: textOf(from.greeting),
    imprint_url: webAddressOf(from.imprint_url),
    privacy_url: webAddressOf(from.privacy_url),
    support: supportOf(from.support),
    logo: logoOf(from.logo),
    tones: tonesOf(from.tones),
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const webAddressOf = (value: unknown): string | null => {
  const text = textOf(value)
  return text !== null && isPageAddress(text) ? text : null
}

const supportOf = (value: unknown): string | null => {
  const text = textOf(value)
  return text !== null && /^[^\s:@]+@[^\s:/?#@]+$/.test(text) ? text : webAddressOf(value)
}

function logoOf(value: unknown): ShownLook['logo'] {
  if (!isObject(value)) return null
  const { path, width, height } = value
  const isOurs = typeof path === 'string' && /^\/look\/logo-[0-9a-f]+\.png$/.test(path)
  if (!isOurs || typeof width !== 'number' || typeof height !== 'number') return null
  return width > 0 && height > 0 ? { path, width, height } : null
}

function tonesOf(value: unknown): ShownLook['tones'] {
  const [light, dark] = isObject(value) ? [readableTone(value.light), readableTone(value.dark)] : []
  return light && dark ? { light, dark } : null
}

function readableTone(value: unknown): { main: string; hover: string } | null {
  if (!isObject(value)) return null
  const { main, hover } = value
  const isColour = (one: unknown): one is string => typeof one === 'string' && /^#[0-9a-f]{6}$/.test(one)
  return isColour(main) && isColour(hover) ? { main, hover } : null
}
