import { describe, expect, it } from 'vitest'
import { z } from '../../../contract/schemas/zod.ts'
import { type InvalidRequestError, maxIssues, validatorCompiler } from '../../../server/http/validation.ts'
import { startTestServer } from '../testServer.ts'

function validationIssues(schema: z.ZodType, value: unknown): InvalidRequestError['issues'] {
  const result = validatorCompiler({ schema })(value)
  return 'error' in result ? result.error.issues : []
}

describe('what is wrong with a request', () => {
  it('is looked for in lists until there is enough of it', () => {
    let looked = 0
    const wrong = z.custom(() => {
      looked++
      return false
    })
    const many = Array<number>(100_000).fill(0)
    for (const [schema, value] of [
      [z.object({ ids: z.array(wrong) }), { ids: many }],
      [z.object({ ids: z.array(wrong).max(100_000).nullable().optional() }), { ids: many }],
      [z.array(z.object({ ids: z.array(wrong) })), [{ ids: many }, { ids: many }]],
      [z.array(z.array(wrong)), [[], many]],
    ] as const) {
      looked = 0
      expect(validationIssues(schema, value)).toHaveLength(maxIssues)
      expect(looked).toBeLessThanOrEqual(maxIssues)
    }
  })

  it('has its place, however deep it is, and whatever else there is', () => {
    const schema = z.object({ name: z.string(), all: z.array(z.object({ ids: z.array(z.number()) })) })
    expect(validationIssues(schema, { name: 1, all: [{ ids: [] }, { ids: [1, 'a'] }, {}] })).toMatchObject([
      { path: ['name'], code: 'invalid_type' },
      { path: ['all', 1, 'ids', 1] },
      { path: ['all', 2, 'ids'], code: 'invalid_type' },
    ])
    const ids = Array<string>(50).fill('a')
    expect(validationIssues(schema, { name: 1, all: [{ ids: [] }, { ids }] })[0]).toMatchObject({
      path: ['all', 1, 'ids', 0],
      message: 'Invalid input: expected number, received string',
    })
  })

  it('is nothing where all is right, and values are those of the schema', () => {
    const schema = z.object({ all: z.array(z.string().trim()).default([]), more: z.number().default(3) })
    const validated = (value: unknown) => validatorCompiler({ schema })(value)
    expect(validated({ all: [' a '], unknown: 1 })).toEqual({ value: { all: ['a'], more: 3 } })
    expect(validated({})).toEqual({ value: { all: [], more: 3 } })
  })

  it('is told within bounds', async () => {
    const { signIn } = await startTestServer()
    const browser = await signIn()
    const reply = await browser.post('/api/folders/files/delete', { file_ids: Array(100_000).fill('a') })
    expect(reply.statusCode).toBe(422)
    const { detail } = reply.json<{ detail: object[] }>()
    expect(detail).toHaveLength(maxIssues)
    expect(detail[0]).toEqual({
      loc: ['body', 'file_ids', 0],
      msg: 'Invalid input: expected number, received string',
      type: 'invalid_type',
    })
  })
})
