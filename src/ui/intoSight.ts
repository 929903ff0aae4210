/** The `ref` of what has come below what is seen, as at the end of a long dialog on a phone. */
export const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
