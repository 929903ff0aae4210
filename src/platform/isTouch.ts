/** True on touch devices, where files are not dragged and are mostly pictures. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches
