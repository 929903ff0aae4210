import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { GiB, MiB } from '../../../contract/limits.ts'
import { sealedSize } from '../../../contract/sealedSize.ts'
import type { Context } from '../../../server/context.ts'
import { MemoryBudget } from '../../../server/http/memoryBudget.ts'
import type { ReadFormField } from '../../../server/uploads/gateRules.ts'
import { Staging } from '../../../server/uploads/staging.ts'
import { maxRequestBytes, readUploadForm } from '../../../server/uploads/uploadForm.ts'
import { encodeForm } from '../uploads.ts'

/** Reads a form without files; what it knows of these fields when the gates are asked. */
async function fieldsKnownAtGates(sent: Record<string, string>): Promise<Record<string, string | undefined>> {
  const parts = Object.entries(sent).map(([name, text]) => ({ name, body: Buffer.from(text) }))
  const { payload, headers } = encodeForm(parts)
  const request = { headers, raw: Readable.from([payload], { objectMode: false }) }
  const found: Record<string, string | undefined> = {}
  const passGates = (field: ReadFormField) => {
    for (const name of Object.keys(sent)) found[name] = field(name as 'link_password')
    return Promise.resolve(null)
  }
  const blobs = { maxStreamedBytes: Infinity }
  const context = { stallMs: 1000, maxFileBytes: MiB, blobs } as Context
  const memory = new MemoryBudget(MiB).openAccount('203.0.113.7')
  const staging = new Staging(context, 1, 0, memory)
  const reading = readUploadForm(context, request as unknown as FastifyRequest, staging, {
    isRequired: true,
    passGates,
  })
  await expect(reading).rejects.toMatchObject({ statusCode: 422 })
  return found
}

it('keeps the fields that it knows, and nothing of others, whose names may be long and many', async () => {
  const other = 'x'.repeat(4000)
  expect(await fieldsKnownAtGates({ [other]: 'a', link_password: 'b', __proto__x: 'c' })).toEqual({
    [other]: undefined,
    link_password: 'b',
    __proto__x: undefined,
  })
})

it('has as much as a file of the largest size and its form, as far as the store takes a stream', () => {
  const most = (maxFileBytes: number, maxStreamedBytes: number) =>
    maxRequestBytes({ maxFileBytes, blobs: { maxStreamedBytes } })
  expect(most(6 * GiB, Infinity)).toBe(sealedSize(6 * GiB) + 32 * MiB)
  expect(most(300 * GiB, 10_000 * 5 * MiB)).toBe(10_000 * 5 * MiB + 32 * MiB)
})
