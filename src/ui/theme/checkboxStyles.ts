import { forcedColours } from './theme.ts'

/** Styles for a native checkbox, light enough for lists of thousands. Browsers' own do not fit dark pages. */
export const checkboxStyles = {
  appearance: 'none',
  flex: 'none',
  width: 16,
  height: 16,
  margin: 0,
  border: '1.5px solid var(--sp-palette-text-secondary)',
  borderRadius: '3px',
  '&:checked, &:indeterminate': {
    borderColor: 'var(--sp-palette-primary-main)',
    backgroundColor: 'var(--sp-palette-primary-main)',
  },
  '&:checked::before, &:indeterminate::before': {
    content: '""',
    display: 'block',
    height: '100%',
    backgroundColor: 'var(--sp-palette-primary-contrastText)',
    clipPath: 'polygon(14% 50%, 26% 38%, 42% 54%, 74% 20%, 87% 32%, 42% 79%)',
  },
  '&:indeterminate::before': { clipPath: 'inset(42% 18%)' },
  '&:disabled': { opacity: 0.4 },
  // Forced colours drop what is drawn here.
  [forcedColours]: { appearance: 'auto', '&::before': { display: 'none' } },
} as const
