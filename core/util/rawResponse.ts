import type { RawResponse } from '../ports.ts'

export const noResponse: RawResponse = { status: 0, statusText: '', retryAfter: null, text: '' }

export const isSuccess = ({ status }: RawResponse): boolean => status >= 200 && status < 300

/** True for 204 only: proxies and captive portals answer with a page and 200. */
export const isPartStored = ({ status }: RawResponse): boolean => status === 204

/** True for something else than the server's JSON: the page of a proxy, or of a network's sign-in. */
export const isHtml = ({ text }: RawResponse): boolean => /^\s*</.test(text)

/** True for an empty 200, by which a store accepts a part. */
export const isTakenByStore = ({ status, text }: RawResponse): boolean => status === 200 && text === ''
