import { defineCall } from '../call.ts'
import { operatorRules } from './operatorRules.ts'
import { z } from './zod.ts'

export const getServerInfo = defineCall('getServerInfo', {
  response: z.object({
    sends_mail: z
      .boolean()
      .describe('Mails are sent to their addressees; false: they are written into the data folder.'),
    rules: operatorRules.describe('What the operator requires of folders and download links.'),
  }),
})

export const getOwnSpace = defineCall('getOwnSpace', {
  response: z.object({
    bytes: z.number(),
    quota_bytes: z.number().nullable().describe('Null: no limit.'),
    trashed_folders: z
      .number()
      .optional()
      .describe('How many folders the caller can restore; absent for none.'),
  }),
})

export const getApiDescription = defineCall('getApiDescription', {
  response: z.record(z.string(), z.unknown()),
})
