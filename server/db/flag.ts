/** A boolean in a column. */
export type Flag = 0 | 1

export const fromFlag = (flag: Flag): boolean => flag === 1
export const toFlag = (value: boolean): Flag => (value ? 1 : 0)
