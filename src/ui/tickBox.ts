import { forcedColours } from './theme.ts'

/** A check box that is not a component, for lists of thousands: the browser's own are brown on dark pages. */
export const tickBox = {
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
  // What is drawn is left out there.
  [forcedColours]: { appearance: 'auto', '&::before': { display: 'none' } },
} as const
