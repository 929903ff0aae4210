import { createTheme, type PaletteOptions, type Theme } from '@mui/material/styles'
import { isPageAddress } from '../../contract/shownLook.ts'
import { lookInPage, lookStorageKey, type ShownLook, setLook } from './look.ts'
import { themeOptions } from './theme.ts'

/**
 * [Note: The look of a page]
 * The server writes the look into the page, with its time, so that it is there before the first paint. A page
 * cached by the service worker is as old as the application; a look that this browser has stored since then
 * is newer, and wins. The look is validated: texts are rendered as text, a colour has six digits, the logo is
 * a path of this server, an address is a web or mail address.
 */
export function initLook(): void {
  const pageLook = parsed(lookInPage())
  const storedLook = parsed(stored())
  if (timeOf(storedLook) > timeOf(pageLook)) {
    applyLook(storedLook)
    return
  }
  const look = applyLook(pageLook)
  // Stores the default look, too: a cached page may have the former one.
  if (stored() !== null || Object.values(look).some((value) => value !== null))
    store(JSON.stringify(pageLook))
}

/** Applies a look to this window. */
export function applyLook(value: unknown): ShownLook {
  const look = readLook(value)
  setLook({ ...look, theme: look.tones && accentedTheme(look.tones) })
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

// Without storage, an offline page has the look with which it was cached.
function stored(): string | null {
  try {
    return localStorage.getItem(lookStorageKey)
  } catch {
    return null
  }
}

function store(text: string): void {
  try {
    localStorage.setItem(lookStorageKey, text)
  } catch {
    // As above.
  }
}

/** Validates a look. */
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

/** The theme with the operator's accent in readable tones. Semantic colours stay. */
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
