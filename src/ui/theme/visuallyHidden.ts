/** Hidden from sight, but read by screen readers. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const

/** A button with an icon and a `.label`, of which phones show the icon alone. */
export const iconOnPhones = {
  minWidth: 40,
  px: { xs: 1, sm: 2 },
  '@media (max-width: 599.95px)': {
    '& > .label': visuallyHidden,
    '& > .MuiButton-startIcon': { m: 0 },
  },
} as const
