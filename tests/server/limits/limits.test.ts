import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { registeredRoutes } from '../registeredRoutes.ts'
import { startTestServer } from '../testServer.ts'
import type { LimitCell, EntryPointGroup, Limit } from './limitCells.ts'
import { limitsDocument } from './document.ts'
import { groups } from './entryPoints.ts'

const all: EntryPointGroup[] = Object.values(groups)
const cells: LimitCell[] = all.flatMap(({ cells: common, routes = {} }) =>
  [common, ...Object.values(routes)].flatMap((one) => Object.values(one)),
)
const limits = cells.filter((cell): cell is Limit => 'constants' in cell)
const root = join(import.meta.dirname, '../../..')

/** As the table names it: HEAD is GET without its body, and files of the build are one. */
function named(route: string): string {
  const [method = '', path = ''] = route.split(' ')
  const isNamed = /^\/(?:api|look)\/|^\/(?:healthz|readyz)$/.test(path)
  return `${method === 'HEAD' ? 'GET' : method} ${isNamed ? path.replace(/\/$/, '') : '/*'}`
}

describe('the table of entry points', () => {
  it('has every registered route once, and no other', async () => {
    const { app } = await startTestServer()
    const rows = all.flatMap(({ routes = {} }) => Object.keys(routes))
    expect(rows.toSorted()).toEqual([...new Set(registeredRoutes(app).map(named))].sort())
  })

  it('takes every figure from the product', () => {
    const source = readFileSync(join(import.meta.dirname, 'entryPoints.ts'), 'utf8')
    const imports = source.matchAll(
      /^import \{([^}]*)\} from '\.\.\/\.\.\/\.\.\/(?:contract|core|server|cli|src)\//gm,
    )
    const imported = new Set([...imports].flatMap(([, names = '']) => names.match(/\w+/g) ?? []))
    const others = limits
      .flatMap(({ constants }) => Object.keys(constants))
      .map((name) => name.split('.')[0] ?? '')
    expect(others.filter((name) => !imported.has(name))).toEqual([])
    expect(limits.length).toBeGreaterThan(100)
  })

  it('names tests that exist, by titles that they have', () => {
    const proofs = limits.flatMap(({ proof }) => proof ?? [])
    const wrong = proofs.filter((proof) => {
      const [file = '', title] = proof.split(/: (.*)/s)
      const path = join(root, 'tests', file)
      return title === undefined || !existsSync(path) || !readFileSync(path, 'utf8').includes(title)
    })
    expect(wrong).toEqual([])
  })

  it('says why where there is no limit', () => {
    const reasons = cells.flatMap((cell) => ('none' in cell ? [cell.none] : []))
    expect(reasons.filter((because) => because.length < 10)).toEqual([])
  })

  it('stands in docs/limits.md as it is', async () => {
    await expect(limitsDocument(all)).toMatchFileSnapshot(join(root, 'docs/limits.md'))
  })
})
