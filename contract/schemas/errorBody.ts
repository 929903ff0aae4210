import { z } from './zod.ts'

/** Key of the text in contract/errors.ts, where it is one of these. A later server may know more of them. */
export const errorCode = z.string().optional()

/** Every error body: one sentence, or for 422 a list of what is wrong with which field. */
export const errorBody = z.object({
  detail: z.union([
    z.string(),
    z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string(), type: z.string() })),
  ]),
  code: errorCode,
})
export type ErrorBody = z.output<typeof errorBody>
