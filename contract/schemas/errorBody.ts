import { z } from './zod.ts'

/** Key of the text in contract/errors.ts, if it is there. Later servers may send others. */
export const errorCode = z.string().optional()

/** Every error body: a sentence, or for 422 a list of problems by field. */
export const errorBody = z.object({
  detail: z.union([
    z.string(),
    z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string(), type: z.string() })),
  ]),
  code: errorCode,
})
export type ErrorBody = z.output<typeof errorBody>
