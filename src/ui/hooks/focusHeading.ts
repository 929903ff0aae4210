/** Focuses a heading, unless an input other than a checkbox has the focus: somebody may be typing. */
export function focusHeading(selector = 'h1'): void {
  if (document.activeElement?.matches('input:not([type=checkbox]),textarea,select')) return
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
}

/** Call before an operation: the returned function focuses a heading if the path is still the same. */
export function prepareHeadingFocus(): (selector?: string) => void {
  const { pathname } = location
  return (selector) => {
    if (location.pathname === pathname) focusHeading(selector)
  }
}
