import Typography from '@mui/material/Typography'
import { type ComponentType, lazy } from 'react'
import { errorText } from '../../i18n/errorText.ts'

/**
 * Loads a component when it is first rendered. If that fails, a sentence takes its place, and the page with what was
 * entered stays. @param name its export
 */
export const lazyWithErrorText = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) =>
  lazy<ComponentType<Props>>(async () => {
    try {
      return { default: (await load())[name] }
    } catch (error) {
      return { default: () => <Typography variant="body2">{errorText(error)}</Typography> }
    }
  })
