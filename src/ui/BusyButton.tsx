import Button, { type ButtonProps } from '@mui/material/Button'

/** A button that cannot be pressed while something runs, and keeps the focus meanwhile: a disabled one loses it. */
export function BusyButton({ busy, onClick, ...props }: Omit<ButtonProps, 'className'> & { busy: boolean }) {
  return (
    <Button
      {...props}
      aria-disabled={busy}
      {...(busy && { className: 'Mui-disabled' })}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
