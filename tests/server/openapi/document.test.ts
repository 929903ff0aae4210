import { Validator } from '@seriousme/openapi-schema-validator'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addresses, type CallName } from '../../../contract/addresses.ts'
import { apiBase } from '../../../contract/call.ts'
import { descriptions } from '../../../contract/descriptions.ts'
import { openApiDocument } from '../../../server/openapi/document.ts'
import { registeredRoutes } from '../registeredRoutes.ts'
import { startTestServer } from '../testServer.ts'
import { operationsOf } from './operations.ts'

const document = openApiDocument()

describe('the description of the API', () => {
  it('is OpenAPI 3.1, and refers to nothing that is not in it', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    expect(errors).toBeUndefined()
    expect([valid, validator.version]).toEqual([true, '3.1'])
    const texts = JSON.stringify(document)
    const referred = new Set([...texts.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name]) => name))
    const { schemas, responses } = document.components as Record<string, Record<string, unknown>>
    const present = [
      ...Object.keys(schemas ?? {}).map((name) => `schemas/${name}`),
      ...Object.keys(responses ?? {}).map((name) => `responses/${name}`),
    ]
    expect([...referred].sort()).toEqual(present.sort())
  })

  it('says of every call what it does', () => {
    const without = (Object.keys(addresses) as CallName[]).filter((name) => !descriptions[name]?.summary)
    expect(without, 'calls without a summary in contract/descriptions.ts').toEqual([])
    expect(operationsOf(document).filter(({ summary }) => /\.$/.test(summary))).toEqual([])
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
