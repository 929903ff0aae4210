import { z } from './zod.ts'

/** Every error body: one sentence, or for 422 a list of what is wrong with which field. */
export const errorBody = z.object({
  detail: z.union([
    z.string(),
    z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string(), type: z.string() })),
  ]),
})
export type ErrorBody = z.output<typeof errorBody>
