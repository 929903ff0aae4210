/** Whether fingers are what is pointed with: nothing is dragged and dropped then, and pictures are what is sent most. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches

/** In the storage of the tab: see sentInTab.ts, which few tabs load. */
export const sentInTabKey = 'sealpost-sent-in-tab'
