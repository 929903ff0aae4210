import { createTheme, type PaletteOptions, type Theme } from '@mui/material/styles'
import { setLook } from './look.ts'
import { readLook, type ShownLook } from './readLook.ts'
import { themeOptions } from './theme.ts'

/** Applies a look to this window. */
export function applyLook(value: unknown): ShownLook {
  const look = readLook(value)
  setLook({ ...look, theme: look.tones && accentedTheme(look.tones), isKnown: true })
  return look
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
