/** Moves the focus to a heading when the focused element is gone, but never out of a text field. */
export function focusHeading(selector = 'h1'): void {
  if (document.activeElement?.matches('input:not([type=checkbox]),textarea,select')) return
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
}

/** @returns moves the focus to a heading after an asynchronous call, unless another page is open by then */
export function headingFocus(): (selector?: string) => void {
  const { pathname } = location
  return (selector) => {
    if (location.pathname === pathname) focusHeading(selector)
  }
}
