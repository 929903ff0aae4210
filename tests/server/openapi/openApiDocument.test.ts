import { Validator } from '@seriousme/openapi-schema-validator'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addresses } from '../../../contract/addresses.ts'
import { apiBase } from '../../../contract/call.ts'
import { maxAuditPageSize } from '../../../contract/limits.ts'
import { callDescriptions } from '../../../contract/callDescriptions.ts'
import { openApiDocument } from '../../../server/openapi/openApiDocument.ts'
import type { Json } from '../../../server/openapi/schemaConverter.ts'
import { registeredRoutes } from '../registeredRoutes.ts'
import { startTestServer } from '../testServer.ts'
import { operationsOf } from './operations.ts'

/** What JSON leaves of it. */
const document = JSON.parse(JSON.stringify(openApiDocument())) as Json

describe('the description of the API', () => {
  it('is OpenAPI 3.1, and refers to nothing that is not in it', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    expect(errors).toBeUndefined()
    expect([valid, validator.version]).toEqual([true, '3.1'])
    const texts = JSON.stringify(document)
    const referred = new Set([...texts.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name]) => name))
    const present = Object.entries(document.components as Record<string, Json>)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, named]) => Object.keys(named).map((name) => `${kind}/${name}`))
    expect([...referred].sort()).toEqual(present.sort())
  })

  it('gives numbers of an address their type and bounds, and no path a slash at its end', () => {
    const audit = operationsOf(document).find(({ call }) => call === 'getAudit')
    const types = audit?.parameters.map(({ name, schema }) => [name, schema.type, schema.maximum])
    expect(types).toEqual([
      ['before', 'integer', Number.MAX_SAFE_INTEGER],
      ['limit', 'integer', maxAuditPageSize],
      ['folder', 'integer', Number.MAX_SAFE_INTEGER],
      ['kind', 'string', undefined],
      ['format', 'string', undefined],
      ['separator', 'string', undefined],
    ])
    expect(operationsOf(document).filter(({ path }) => path.endsWith('/'))).toEqual([])
  })

  it('says of every call what it does', () => {
    const without = Object.keys(addresses).filter((name) => !Object.hasOwn(callDescriptions, name))
    expect(without, 'calls that contract/callDescriptions.ts says nothing of').toEqual([])
    const odd = Object.entries(callDescriptions).filter(([, { summary }]) => !/^[A-Z].*[^.]$/.test(summary))
    expect(odd, 'a summary is one line without a full stop').toEqual([])
  })

  it('has every route below /api, and no other', async () => {
    const { app } = await startTestServer()
    const plain = (route: string) => route.replace(/:([a-z_]+)/g, '{$1}').replace(/\/$/, '')
    const routes = registeredRoutes(app).filter((route) => route.includes(` ${apiBase}/`))
    const described = operationsOf(document).map(({ method, path }) => plain(`${method} ${path}`))
    expect(described.sort()).toEqual([...new Set(routes.map(plain))].sort())
  })

  it('stands in docs/openapi.json as it is', () => {
    const written = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')
    const isCurrent = written === `${JSON.stringify(document, null, 2)}\n`
    expect(isCurrent, 'docs/openapi.json is not that of the contract. Run: npm run openapi').toBe(true)
  })

  it('is given to anybody', async () => {
    const { app } = await startTestServer()
    const reply = await app.inject('/api/openapi.json')
    expect(reply.json()).toEqual(document)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect((await app.inject('/api/openapi.json?revision=1')).json()).toEqual(document)
  })
})
