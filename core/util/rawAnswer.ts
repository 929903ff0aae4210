import type { RawAnswer } from '../ports.ts'

export const noAnswer: RawAnswer = { status: 0, statusText: '', retryAfter: null, text: '' }

export const isGood = ({ status }: RawAnswer): boolean => status >= 200 && status < 300

/** True for 204 only: proxies and captive portals answer with a page and 200. */
export const isPartStored = ({ status }: RawAnswer): boolean => status === 204

/** True for an empty 200, by which a store accepts a part. */
export const isTakenByStore = ({ status, text }: RawAnswer): boolean => status === 200 && text === ''
