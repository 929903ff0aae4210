import { KiB, MiB } from '../../contract/limits.ts'

/** Bytes of a request line and all headers, with cookies and the query: as many as Node takes by itself. */
export const maxHeaderBytes = 16 * KiB
/** Headers of a request that are looked at. */
export const maxHeaders = 2000
/** Characters of one `:name` segment of a path, as it stands in the address. */
export const maxParamLength = 200
/** Bytes of a body that is held whole, where a call says nothing else. */
export const maxBodyBytes = MiB
/** Bytes of a body of those who have passed no gate: a name, a password, a few numbers. */
export const strangersBodyBytes = 64 * KiB
/** Milliseconds that a connection without a request is kept for the next one. */
export const keepAliveMs = 72_000
