import { defineCall } from '../call.ts'
import { idParams, isoTime, password } from './fields.ts'
import { apiTokenLength, apiTokenPattern, maxApiTokenDays, maxApiTokenNameLength } from '../limits.ts'
import { scopes } from '../scopes.ts'
import { z } from './zod.ts'

export const apiToken = z.object({
  id: z.number(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  created_at: isoTime,
  expires_at: isoTime,
  last_used_at: isoTime.nullable().describe('To about a minute; null: it was never used.'),
})
export type ApiToken = z.output<typeof apiToken>

export const listApiTokens = defineCall('listApiTokens', { response: z.array(apiToken) })

export const createApiToken = defineCall('createApiToken', {
  body: z.object({
    password,
    name: z.string().trim().min(1, 'Field required.').max(maxApiTokenNameLength),
    scopes: z
      .array(z.enum(scopes))
      .min(1, 'Choose at least one.')
      .max(scopes.length)
      .refine((chosen) => new Set(chosen).size === chosen.length, 'A scope stands there twice.'),
    expires_in_days: z.number().int().min(1).max(maxApiTokenDays),
  }),
  response: z.object({
    token: z.string().length(apiTokenLength).regex(apiTokenPattern),
    api_token: apiToken,
  }),
})

export const deleteApiToken = defineCall('deleteApiToken', { params: idParams })
