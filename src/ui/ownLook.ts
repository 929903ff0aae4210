import { createTheme, type PaletteOptions, type Theme } from '@mui/material/styles'
import { isPageAddress } from '../../contract/shownLook.ts'
import { lookInPage, lookMark, type ShownLook, wear } from './look.ts'
import { themeOptions } from './theme.ts'

/**
 * [Note: The look of a page]
 *
 * The server writes it into the page, with the time, so that it is there before the first thing is drawn. A page that
 * the service worker has kept is as old as the application: what this browser has seen since is newer, and counts. What
 * is believed of it is how things look: texts are shown as texts, a colour is six digits, the logo a path of this
 * server, an address one of the web or of mail.
 */
export function beginLook(): void {
  const told = parsed(lookInPage())
  const kept = parsed(stored())
  if (timeOf(kept) > timeOf(told)) {
    takeLook(kept)
    return
  }
  const look = takeLook(told)
  // Also that it is as it comes again: the page that was kept may have the look of before.
  if (stored() !== null || Object.values(look).some((value) => value !== null)) store(JSON.stringify(told))
}

/** It is this from now on, in this window. */
export function takeLook(value: unknown): ShownLook {
  const look = readLook(value)
  wear({ ...look, theme: look.tones && accentedTheme(look.tones) })
  return look
}

type Unknown = Readonly<Record<string, unknown>>

function parsed(text: string | null): Unknown {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const isObject = (value: unknown): value is Unknown => typeof value === 'object' && value !== null
const timeOf = ({ at }: Unknown): number => (typeof at === 'string' ? Date.parse(at) || 0 : 0)

// Without storage a page without a network looks as it did when it was kept.
function stored(): string | null {
  try {
    return localStorage.getItem(lookMark)
  } catch {
    return null
  }
}

function store(text: string): void {
  try {
    localStorage.setItem(lookMark, text)
  } catch {
    // As above.
  }
}

/** Of anything. */
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
  const [light, dark] = isObject(value) ? [toneOf(value.light), toneOf(value.dark)] : []
  return light && dark ? { light, dark } : null
}

function toneOf(value: unknown): { main: string; hover: string } | null {
  if (!isObject(value)) return null
  const { main, hover } = value
  const isColour = (one: unknown): one is string => typeof one === 'string' && /^#[0-9a-f]{6}$/.test(one)
  return isColour(main) && isColour(hover) ? { main, hover } : null
}

/** The theme with the accent, in the tones that can be read. What has a meaning keeps its colour. */
function accentedTheme({ light, dark }: NonNullable<ShownLook['tones']>): Theme {
  const { colorSchemes } = themeOptions
  return createTheme({
    ...themeOptions,
    colorSchemes: {
      light: { palette: accented(colorSchemes.light.palette, light, '#ffffff', ['14', '1f']) },
      dark: { palette: accented(colorSchemes.dark.palette, dark, '#0f1422', ['1f', '29']) },
    },
  })
}

const accented = (
  palette: PaletteOptions,
  { main, hover }: { main: string; hover: string },
  contrastText: string,
  [selected, focus]: readonly [string, string],
): PaletteOptions => ({
  ...palette,
  primary: { main, dark: hover, contrastText },
  action: { ...palette.action, selected: `${main}${selected}`, focus: `${main}${focus}` },
})
