import { expect, it } from 'vitest'
import { createApiToken } from '../../../../contract/schemas/apiTokens.ts'
import { scopes } from '../../../../contract/scopes.ts'
import {
  apiTokenSchema,
  chosenScopes,
  tokenLifetimes,
  initialTokenFields,
  offeredScopes,
} from '../../../../src/features/profile/apiTokens/apiTokenFields.ts'

const filledFields = { ...initialTokenFields, name: ' nightly ', days: '30', password: 'x' } as const

it('a token needs a name, an end and the password', () => {
  const wrong = apiTokenSchema.safeParse(initialTokenFields).error?.issues.map(({ path }) => path[0])
  expect(wrong).toEqual(['name', 'days', 'password'])
  expect(apiTokenSchema.parse(filledFields).name).toBe('nightly')
})

it('every end and every scope that is offered is one that the server takes', () => {
  for (const days of Object.keys(tokenLifetimes)) {
    const body = { password: 'x', name: 'a', scopes: [...offeredScopes], expires_in_days: Number(days) }
    expect(createApiToken.body.safeParse(body).success, days).toBe(true)
  }
  expect(scopes).toEqual(expect.arrayContaining([...offeredScopes]))
  expect(chosenScopes(filledFields)).toEqual(['files:read'])
})
