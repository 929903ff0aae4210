import Button, { type ButtonProps } from '@mui/material/Button'
import { t } from '../../../i18n/t.ts'

export const CancelButton = (props: Omit<ButtonProps, 'variant' | 'children'>) => (
  <Button {...props}>{t('ui.cancel')}</Button>
)
