import { languages } from '../languages.ts'
import { z } from './zod.ts'

/** integrity.json: what a build sends to browsers, so that anybody can compare a server with it. */

const served = z.strictObject({
  /** See `isTokenPath`. */
  path: z.string().regex(/^\/[!-~]*$/),
  /** Accept-Language that it is sent for; absent if it is the same for all. */
  language: z.enum(languages).optional(),
  /** SHA-256 of the content, in hex; of the web app manifest without what operators set (core/integrity/webManifest.ts). */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Index in `headers`. */
  headers: z.int().nonnegative(),
})
export type ServedFile = z.output<typeof served>

export const maxListedFiles = 2000

export const integrityList = z.strictObject({
  v: z.literal(1),
  version: z.string().regex(/^[\w.+-]{1,50}$/),
  /** The first 16 digits of the SHA-256 of the other members as JSON. */
  build: z.string().regex(/^[0-9a-f]{16}$/),
  /** Sets of response headers, each by lower-case name. */
  headers: z.array(z.record(z.string(), z.string())).max(50),
  /** Pages, their parts and all other files. */
  files: z.array(served).min(1).max(maxListedFiles),
})
export type IntegrityList = z.output<typeof integrityList>
