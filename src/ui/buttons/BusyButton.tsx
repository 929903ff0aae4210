import Button, { type ButtonProps } from '@mui/material/Button'

/** A button that ignores clicks while `busy` but stays focused; a disabled one would lose the focus. */
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
