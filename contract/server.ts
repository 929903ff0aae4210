import { defineCall } from './call.ts'
import { z } from './zod.ts'

/** What an administrator has to know of the server to set up folders. */
export const getServerInfo = defineCall('getServerInfo', {
  response: z.object({
    /** Mails are sent to their addressees; false: they are written into the data folder. */
    sends_mail: z.boolean(),
  }),
})
