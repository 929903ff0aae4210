/** Where the focus goes when what had it is gone: the heading of the page, or of a part of it. */
export function focusHeading(selector = 'h1'): void {
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
}
