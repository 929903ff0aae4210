/** True on touch devices, where files are not dragged and are mostly pictures. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches

/** Key in session storage; apart from sentInTab.ts, which few tabs load. */
export const sentInTabKey = 'sealpost-sent-in-tab'
