import { defineCall } from './call.ts'
import { z } from './zod.ts'

/** What an administrator has to know of the server to set up folders. */
export const getServerInfo = defineCall('getServerInfo', {
  response: z.object({
    /** Mails are sent to their addressees; false: they are written into the data folder. */
    sends_mail: z.boolean(),
  }),
})

/** Sealed bytes of all folders that count towards the caller's account: a folder counts to the first of its owners. */
export const getOwnSpace = defineCall('getOwnSpace', {
  response: z.object({
    bytes: z.number(),
    /** Null: no limit. */
    quota_bytes: z.number().nullable(),
  }),
})

export const getApiDescription = defineCall('getApiDescription', { response: z.record(z.string(), z.unknown()) })
