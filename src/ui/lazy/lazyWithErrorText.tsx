import Typography from '@mui/material/Typography'
import { type ComponentType, lazy, useEffect, useState } from 'react'
import { errorText } from '../../../i18n/errorText.ts'

/**
 * Loads a component when it is first rendered. If that fails, a sentence takes its place, and the page with what was
 * entered stays; the next mount tries again, which helps where the browser fetches a failed module anew (Chromium from
 * 156, Firefox from 154); elsewhere a reload does. @param name its export
 */
export function lazyWithErrorText<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  const attempt = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return { default: (await load())[name] }
      } catch (error) {
        return { default: () => <ErrorText error={error} /> }
      }
    })
  let nextAttempt = attempt()

  /** Lets the next mount load again. Earlier, React would: it mounts a component that suspended anew. */
  function ErrorText({ error }: { error: unknown }) {
    useEffect(() => () => void (nextAttempt = attempt()), [])
    return <Typography variant="body2">{errorText(error)}</Typography>
  }

  return function LazyWithErrorText(props: Props) {
    const [Current] = useState(() => nextAttempt)
    return <Current {...props} />
  }
}
