import { createTheme, type Theme } from '@mui/material/styles'
import { themeOptions } from './theme.ts'

let theme: Theme | undefined

/** The theme of servers without a look of their own, created by the first call: that takes a task (src/first/firstScript.ts). */
export const defaultTheme = (): Theme => (theme ??= createTheme(themeOptions))
