import { KiB, MiB } from '../contract/limits.ts'

/** Of a request line and all headers, with cookies and the query: what Node takes by itself. */
export const maxHeaderBytes = 16 * KiB
/** Those beyond are not looked at. */
export const maxHeaders = 2000
/** Of one `:name` segment of a path, as it stands in the address. */
export const maxParamLength = 200
/** Of a body that is held whole, where a call says nothing else. */
export const maxBodyBytes = MiB
/** Whoever has passed no gate has little held for them: a name, a password, a few numbers. */
export const strangersBodyBytes = 64 * KiB
/** A connection without a request is kept for the next one. */
export const keepAliveMs = 72_000
