/** A `ref` that scrolls an element into view, such as at the end of a long dialog on a phone. */
export const scrollIntoViewRef = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' })
