import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { Context } from '../../../server/context.ts'
import type { FormField } from '../../../server/uploads/gates.ts'
import type { Staging } from '../../../server/uploads/staging.ts'
import { readUploadForm } from '../../../server/uploads/uploadForm.ts'
import { encodeForm } from '../uploads.ts'

/** Reads a form without files; what it knows of these fields when the gates are asked. */
async function known(sent: Record<string, string>): Promise<Record<string, string | undefined>> {
  const parts = Object.entries(sent).map(([name, text]) => ({ name, body: Buffer.from(text) }))
  const { payload, headers } = encodeForm(parts)
  const request = { headers, raw: Readable.from([payload], { objectMode: false }) }
  const found: Record<string, string | undefined> = {}
  const passGates = (field: FormField) => {
    for (const name of Object.keys(sent)) found[name] = field(name as 'link_password')
    return Promise.resolve(null)
  }
  const reading = readUploadForm(
    { stallMs: 1000 } as Context,
    request as unknown as FastifyRequest,
    undefined as unknown as Staging,
    passGates,
  )
  await expect(reading).rejects.toMatchObject({ statusCode: 422 })
  return found
}

it('keeps the fields that it knows, and nothing of others, whose names may be long and many', async () => {
  const other = 'x'.repeat(10_000)
  expect(await known({ [other]: 'a', link_password: 'b', __proto__x: 'c' })).toEqual({
    [other]: undefined,
    link_password: 'b',
    __proto__x: undefined,
  })
})
