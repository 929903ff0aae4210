import { KiB, MiB } from '../../contract/limits.ts'

/*
 * Limits of HTTP requests of any kind. Those of single calls are in contract/limits.ts; that of an upload form is
 * `maxRequestBytes` in server/uploads/uploadForm.ts.
 */

/** Maximum size of the request line and all headers, including cookies and the query: Node's default. */
export const maxHeaderBytes = 16 * KiB
/** Maximum number of headers; Node ignores further ones. */
export const maxHeaders = 2000
/** Maximum length of a `:name` segment of a path, as it is in the URL. */
export const maxParamLength = 200
/** Default maximum size of a body that is read whole. */
export const maxBodyBytes = MiB
/** Default maximum body size of public calls: a name, a password, a few numbers. */
export const maxVisitorBodyBytes = 64 * KiB
/** Keep-alive timeout of a connection without a request, in milliseconds. */
export const keepAliveMs = 72_000
