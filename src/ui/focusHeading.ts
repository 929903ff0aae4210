/** Moves the focus to a heading, when the focused element is gone. */
export function focusHeading(selector = 'h1'): void {
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
}
