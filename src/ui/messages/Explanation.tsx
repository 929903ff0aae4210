import Typography, { type TypographyProps } from '@mui/material/Typography'

/** A paragraph that explains what stands above or below it. */
export const Explanation = (props: Omit<TypographyProps, 'variant' | 'color'>) => (
  <Typography variant="body2" color="textSecondary" {...props} />
)
