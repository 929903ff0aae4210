import type { PaletteOptions, ThemeOptions } from '@mui/material/styles'
import type {} from '@mui/material/themeCssVarsAugmentation'
import type { CSSProperties } from 'react'

/** Text variants besides MUI's; no other sizes are used. */
interface OwnVariants {
  /** Secondary text: hints, facts of a list, tags. */
  small: CSSProperties
  /** Fingerprints, hashes and links. */
  mono: CSSProperties
  /** The product's name. */
  brand: CSSProperties
  /** Digits that are typed from another screen. */
  code: CSSProperties
}

declare module '@mui/material/styles' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how MUI's themes are extended
  interface TypographyVariants extends OwnVariants {}
  // oxlint-disable-next-line typescript/no-empty-object-type -- how MUI's themes are extended
  interface TypographyVariantsOptions extends Partial<OwnVariants> {}
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    small: true
    mono: true
  }
}

/**
 * [Note: The look in tokens]
 * Ink on paper, with one accent for actions. Red is for the mark and for destructive actions, amber for what
 * needs the user, green for what is verified or stored. Borders rather than shadows, 8 px corners, a 4 px
 * grid.
 */
const light: PaletteOptions = {
  primary: { main: '#2747b8', dark: '#1d3796', light: '#5570d6', contrastText: '#ffffff' },
  error: { main: '#b3261e', dark: '#8f1d17', light: '#d9695c', contrastText: '#ffffff' },
  warning: { main: '#8a5800', dark: '#6d4500', light: '#b97a10', contrastText: '#ffffff' },
  success: { main: '#1b6b45', dark: '#145235', light: '#3d8f68', contrastText: '#ffffff' },
  info: { main: '#3d4963', dark: '#2b354b', light: '#6a7690', contrastText: '#ffffff' },
  text: { primary: '#141b2e', secondary: '#565e71', disabled: '#8b91a0' },
  background: { default: '#faf9f6', paper: '#ffffff' },
  divider: '#e4e1d9',
  action: { hover: '#141b2e0a', selected: '#2747b814', focus: '#2747b81f', disabledBackground: '#141b2e14' },
}

const dark: PaletteOptions = {
  primary: { main: '#9db1ff', dark: '#7f98f5', light: '#bccaff', contrastText: '#0f1422' },
  error: { main: '#ff9086', dark: '#f26d61', light: '#ffb1a9', contrastText: '#1d0f12' },
  warning: { main: '#e9b85c', dark: '#c99a41', light: '#f2cd87', contrastText: '#1d1608' },
  success: { main: '#74cda0', dark: '#54ad81', light: '#9addbb', contrastText: '#0b1a13' },
  info: { main: '#b3bdd3', dark: '#8f9ab3', light: '#ccd4e5', contrastText: '#0f1422' },
  text: { primary: '#f4f2ec', secondary: '#a7aec0', disabled: '#6d7488' },
  background: { default: '#0f1422', paper: '#171d2e' },
  divider: '#2b3349',
  action: { hover: '#f4f2ec0d', selected: '#9db1ff1f', focus: '#9db1ff29', disabledBackground: '#f4f2ec14' },
}

export const sansFontFamily =
  "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
const mono = "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'Liberation Mono', monospace"

/** Style of sizes, rates and times in columns, not of prose: hyphens become wide, too. */
export const tabularNumbers = { fontVariantNumeric: 'tabular-nums' } as const

/** Style of surfaces above the page in dark mode: lighter, as shadows are hard to see. */
const raised = { backgroundColor: '#1f273c', borderColor: '#3a4460' }

/** The system's few colours replace the page's; backgrounds and shadows are not drawn. */
export const forcedColours = '@media (forced-colors: active)'
/** Style of shapes that consist of a background. */
export const filledInForcedColours = { backgroundColor: 'Highlight', forcedColorAdjust: 'none' } as const

/** Style for users who prefer more contrast: no grey text, and visible borders. */
export const moreContrast = {
  light: {
    'html:root': {
      '--sp-palette-text-secondary': '#2b3246',
      '--sp-palette-text-disabled': '#565e71',
      '--sp-palette-divider': '#141b2e',
    },
  },
  dark: {
    'html:root': {
      '--sp-palette-text-secondary': '#e2e4ea',
      '--sp-palette-text-disabled': '#a7aec0',
      '--sp-palette-divider': '#f4f2ec',
    },
  },
}
export const moreContrastQuery = '@media (prefers-contrast: more)'
export const moreContrastInDark = `${moreContrastQuery} and (prefers-color-scheme: dark)`

/** Hyphenates only long words that do not fit on a line of their own. */
export const hyphenation = { hyphens: 'auto', hyphenateLimitChars: '14 6 6' } as const

const pxToRem = (size: number) => `${size / 16}rem`
export const focusRing = { outline: '2px solid var(--sp-palette-primary-main)', outlineOffset: 2 }

/** Style of a positioned control: a finger reaches it within 44 px around its middle. Takes no room. */
export const touchTarget = {
  '@media (pointer: coarse)': {
    '&::after': { content: '""', position: 'absolute', inset: 'min(0px, (100% - 44px) / 2)' },
  },
} as const

/** Base for themes with another accent (applyTheme.ts). */
export const themeOptions = {
  cssVariables: { cssVarPrefix: 'sp', colorSchemeSelector: 'media' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: sansFontFamily,
    h1: {
      fontSize: pxToRem(28),
      lineHeight: 1.25,
      fontWeight: 650,
      letterSpacing: '-0.02em',
      // Long words in titles are hyphenated by the rules of their language.
      ...hyphenation,
      '@media (max-width: 359.95px)': { fontSize: pxToRem(24) },
    },
    h2: { fontSize: pxToRem(20), lineHeight: 1.35, fontWeight: 620, letterSpacing: '-0.012em' },
    h3: { fontSize: pxToRem(16), lineHeight: 1.4, fontWeight: 620, letterSpacing: '-0.006em' },
    body1: { fontSize: pxToRem(16), lineHeight: 1.55 },
    body2: { fontSize: pxToRem(14), lineHeight: 1.5 },
    subtitle2: { fontSize: pxToRem(13), lineHeight: 1.45, fontWeight: 560 },
    caption: { fontSize: pxToRem(12), lineHeight: 1.45 },
    small: { fontSize: pxToRem(13), lineHeight: 1.45 },
    mono: { fontFamily: mono, fontSize: pxToRem(13), lineHeight: 1.5 },
    brand: { fontSize: pxToRem(17), lineHeight: 1.5, fontWeight: 650, letterSpacing: '-0.02em' },
    code: {
      fontSize: pxToRem(24),
      lineHeight: 1,
      letterSpacing: '0.4em',
      fontVariantNumeric: 'tabular-nums',
    },
    button: {
      fontSize: pxToRem(14),
      lineHeight: 1.4,
      fontWeight: 560,
      textTransform: 'none',
      letterSpacing: 0,
    },
  },
  transitions: {
    duration: {
      shortest: 120,
      shorter: 150,
      short: 180,
      standard: 200,
      complex: 200,
      enteringScreen: 180,
      leavingScreen: 140,
    },
  },
  components: {
    // Transitions would keep the browser painting, at the expense of the transfer.
    MuiLinearProgress: {
      styleOverrides: {
        // Forced colours drop backgrounds, of which a bar consists.
        root: { height: 4, borderRadius: 2, [forcedColours]: { border: '1px solid CanvasText' } },
        bar: { transition: 'none', [forcedColours]: filledInForcedColours },
      },
    },
    MuiCssBaseline: {
      styleOverrides: {
        // Where window controls overlay the page, sticky elements stay below them.
        ':root': {
          '--titlebar': '0px',
          '@media (display-mode: window-controls-overlay)': {
            '--titlebar': 'env(titlebar-area-height, 0px)',
          },
        },
        html: { overflowY: 'scroll', scrollPaddingTop: 'var(--titlebar)' },
        // Below the header, whose buttons stay reachable.
        '.notistack-SnackbarContainer': { marginTop: 'calc(var(--titlebar) + 48px)' },
        body: { fontSize: pxToRem(14), overflowWrap: 'break-word' },
        // Focused for screen readers only: these elements are not interactive.
        ':is(h1, h2, h3, main)[tabindex="-1"]:focus': { outline: 'none' },
        '::selection': { backgroundColor: 'rgba(var(--sp-palette-primary-mainChannel) / 0.2)' },
        [moreContrastQuery]: moreContrast.light,
        [moreContrastInDark]: moreContrast.dark,
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            animationIterationCount: '1 !important',
            transitionDuration: '0.01ms !important',
            scrollBehavior: 'auto !important',
          },
        },
      },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&.Mui-focusVisible, &:focus-visible': focusRing, ...touchTarget } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, variant: 'outlined' },
      styleOverrides: {
        // Buttons keep their text on one line, except on narrow pages.
        root: {
          minHeight: 40,
          paddingInline: 16,
          flexShrink: 0,
          maxWidth: '100%',
          whiteSpace: 'nowrap',
          '@media (max-width: 399.95px)': { whiteSpace: 'normal', textWrap: 'balance' },
        },
        outlined: {
          borderColor: 'var(--sp-palette-divider)',
          '&:not(.MuiButton-colorError, .Mui-disabled)': { color: 'var(--sp-palette-text-primary)' },
        },
        // Forced colours drop its background, its only shape.
        contained: {
          [forcedColours]: { border: '2px solid ButtonText', '&.Mui-disabled': { borderColor: 'GrayText' } },
        },
        sizeSmall: { minHeight: 32, paddingInline: 10, fontSize: pxToRem(13) },
        sizeLarge: { minHeight: 48, paddingInline: 22, fontSize: pxToRem(16) },
      },
    },
    MuiStack: { defaultProps: { useFlexGap: true } },
    MuiIconButton: { styleOverrides: { root: { borderRadius: 8 } } },
    MuiLink: {
      defaultProps: { underline: 'hover' },
      styleOverrides: { root: { borderRadius: 4, fontWeight: 560, '&:focus-visible': focusRing } },
    },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialog: {
      defaultProps: { fullWidth: true, maxWidth: 'xs' },
      styleOverrides: {
        paper: ({ theme }) => ({
          border: '1px solid var(--sp-palette-divider)',
          borderRadius: 12,
          boxShadow: '0 16px 48px #0a0f1f38',
          margin: 16,
          width: 'calc(100% - 32px)',
          maxHeight: 'calc(100% - 32px)',
          // The form's content scrolls above the buttons, unless the window is very low.
          '@media (min-height: 480px)': {
            '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
          },
          ...theme.applyStyles('dark', raised),
        }),
      },
    },
    MuiBackdrop: {
      styleOverrides: {
        root: { backgroundColor: '#0a0f1f73' },
        invisible: { backgroundColor: 'transparent' },
      },
    },
    MuiDialogTitle: {
      defaultProps: { variant: 'h2' },
      styleOverrides: { root: { padding: '24px 24px 8px', overflowWrap: 'anywhere' } },
    },
    // Same padding below a title and at the top of a form.
    MuiDialogContent: {
      styleOverrides: {
        root: ({ theme }) => ({
          padding: '8px 24px 16px',
          '.MuiDialogTitle-root + &': { paddingTop: 8 },
          '--surface': 'var(--sp-palette-background-paper)',
          ...theme.applyStyles('dark', { '--surface': raised.backgroundColor }),
          // A line where content is scrolled out of sight; its cover scrolls with the content.
          background: [
            'linear-gradient(var(--surface), var(--surface)) top / 100% 2px no-repeat local',
            'linear-gradient(var(--surface), var(--surface)) bottom / 100% 2px no-repeat local',
            'linear-gradient(var(--sp-palette-divider), var(--sp-palette-divider)) top / 100% 1px no-repeat',
            'linear-gradient(var(--sp-palette-divider), var(--sp-palette-divider)) bottom / 100% 1px no-repeat',
          ].join(', '),
        }),
      },
    },
    MuiDialogActions: {
      styleOverrides: {
        root: { padding: '8px 24px 24px', gap: 8, flexWrap: 'wrap' },
        spacing: { '& > :not(style) ~ :not(style)': { marginLeft: 0 } },
      },
    },
    // Labels are above their fields: they stay readable, and nothing moves while typing.
    MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
    MuiInputLabel: {
      // No asterisks: optional fields say so.
      defaultProps: { shrink: true, required: false },
      styleOverrides: {
        root: {
          position: 'static',
          transform: 'none',
          fontSize: pxToRem(13),
          fontWeight: 560,
          lineHeight: 1.45,
          marginBottom: 6,
          color: 'var(--sp-palette-text-primary)',
          whiteSpace: 'normal',
          '&.Mui-focused, &.Mui-error': { color: 'var(--sp-palette-text-primary)' },
        },
      },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          backgroundColor: 'var(--sp-palette-background-paper)',
          minHeight: 40,
          '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--sp-palette-text-disabled)' },
        },
        // A control's edge needs 3:1 against the page; a card's border does not.
        notchedOutline: {
          top: 0,
          borderColor: 'var(--sp-palette-text-disabled)',
          '& legend': { display: 'none' },
        },
        input: {
          height: 'auto',
          lineHeight: '24px',
          paddingBlock: 8,
          // Phones zoom in on smaller text.
          fontSize: pxToRem(16),
          '@media (min-width: 600px)': { fontSize: pxToRem(14) },
        },
      },
    },
    MuiFormHelperText: {
      styleOverrides: { root: { marginInline: 0, marginTop: 6, fontSize: pxToRem(13), lineHeight: 1.45 } },
    },
    MuiFormControlLabel: { styleOverrides: { label: { fontSize: pxToRem(14) } } },
    MuiTableCell: {
      styleOverrides: {
        root: {
          borderColor: 'var(--sp-palette-divider)',
          padding: '10px 12px',
          fontSize: pxToRem(14),
          lineHeight: 1.45,
        },
        head: {
          fontSize: pxToRem(12),
          fontWeight: 560,
          color: 'var(--sp-palette-text-secondary)',
          backgroundColor: 'var(--sp-palette-background-paper)',
          whiteSpace: 'nowrap',
        },
      },
    },
    MuiTableSortLabel: { styleOverrides: { root: { minHeight: 24 } } },
    MuiMenu: {
      styleOverrides: {
        paper: ({ theme }) => ({
          border: '1px solid var(--sp-palette-divider)',
          boxShadow: '0 8px 24px #0a0f1f29',
          marginTop: 4,
          ...theme.applyStyles('dark', raised),
        }),
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: { fontSize: pxToRem(14), minHeight: 36, '@media (pointer: coarse)': { minHeight: 44 } },
      },
    },
    MuiTooltip: {
      styleOverrides: {
        tooltip: {
          fontSize: pxToRem(12),
          backgroundColor: 'var(--sp-palette-text-primary)',
          color: 'var(--sp-palette-background-default)',
        },
      },
    },
  },
} satisfies ThemeOptions
