import type { RawAnswer } from '../ports.ts'

export const noAnswer: RawAnswer = { status: 0, statusText: '', retryAfter: null, text: '' }

export const isGood = ({ status }: RawAnswer): boolean => status >= 200 && status < 300

/** Whatever else may answer in the server's place does so with a page of its own, and 200. */
export const isPartStored = ({ status }: RawAnswer): boolean => status === 204

/** Likewise: a store that has taken a part says nothing to it. */
export const isTakenByStore = ({ status, text }: RawAnswer): boolean => status === 200 && text === ''
