import { createTheme, type PaletteOptions, type Theme } from '@mui/material/styles'
import { surfaces, type Scheme, type Tone } from '../../../contract/accent.ts'
import { currentLook, setLook } from './look.ts'
import { readLook, type ShownLook } from './readLook.ts'
import { type SchemePreference, shownScheme } from './scheme.ts'
import { moreContrastQuery, moreContrastInDark, moreContrast, themeOptions } from './theme.ts'

/** Validates a look, and applies what is valid of it to this window. @returns the applied look */
export function applyLook(value: unknown): ShownLook {
  const look = readLook(value)
  setLook({ ...look, theme: themeOf(look, shownScheme()), isKnown: true })
  return look
}

/** Applies light, dark or the system's colours to this window. */
export function applyScheme(scheme: SchemePreference): void {
  const look = currentLook()
  setLook({ ...look, theme: themeOf(look, scheme) })
  const metas = document.head.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')
  const { light, dark } = themeOptions.colorSchemes
  for (const meta of metas) {
    const metaScheme = scheme === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : scheme
    meta.content = { light, dark }[metaScheme].palette.background?.default ?? ''
  }
  const native = document.head.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')
  if (native) native.content = scheme === 'system' ? 'light dark' : scheme
}

/** The theme with the operator's accent in readable tones, and the person's scheme; null for the default theme. */
function themeOf({ tones }: Pick<ShownLook, 'tones'>, scheme: SchemePreference): Theme | null {
  if (tones === null && scheme === 'system') return null
  const { colorSchemes, components } = themeOptions
  const palettes = {
    light: { palette: withAccent(colorSchemes.light.palette, tones?.light, 'light') },
    dark: { palette: withAccent(colorSchemes.dark.palette, tones?.dark, 'dark') },
  }
  if (scheme === 'system') return createTheme({ ...themeOptions, colorSchemes: palettes })
  const { styleOverrides } = components.MuiCssBaseline
  const contrast = { [moreContrastQuery]: moreContrast[scheme], [moreContrastInDark]: moreContrast[scheme] }
  return createTheme({
    ...themeOptions,
    components: { ...components, MuiCssBaseline: { styleOverrides: { ...styleOverrides, ...contrast } } },
    // One scheme alone depends on no media query.
    cssVariables: { cssVarPrefix: themeOptions.cssVariables.cssVarPrefix },
    colorSchemes: { [scheme]: palettes[scheme] },
    defaultColorScheme: scheme,
  })
}

/** Opacities of the tint of focused elements, in hex. */
const focusTints = { light: '1f', dark: '29' }
const inHex = (opacity: number): string =>
  Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')

function withAccent(palette: PaletteOptions, tone: Tone | undefined, scheme: Scheme): PaletteOptions {
  if (tone === undefined) return palette
  const { ink, tint } = surfaces[scheme]
  return {
    ...palette,
    primary: { main: tone.main, dark: tone.hover, contrastText: ink },
    action: {
      ...palette.action,
      selected: `${tone.main}${inHex(tint)}`,
      focus: `${tone.main}${focusTints[scheme]}`,
    },
  }
}
