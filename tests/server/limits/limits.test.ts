import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { registeredRoutes } from '../registeredRoutes.ts'
import { startTestServer } from '../testServer.ts'
import type { LimitCell, EntryPointGroup, Limit } from './limitCells.ts'
import { limitsDocument } from './document.ts'
import { entryPointGroups } from './entryPoints.ts'

const allGroups: EntryPointGroup[] = Object.values(entryPointGroups)
const allCells: LimitCell[] = allGroups.flatMap(({ cells: common, routes = {} }) =>
  [common, ...Object.values(routes)].flatMap((one) => Object.values(one)),
)
const allLimits = allCells.filter((cell): cell is Limit => 'constants' in cell)
const projectDir = join(import.meta.dirname, '../../..')

/** As the table names it: HEAD is GET without its body, and files of the build are one. */
function tableRoute(route: string): string {
  const [method = '', path = ''] = route.split(' ')
  const isNamed = /^\/(?:api|look)\/|^\/(?:healthz|readyz|share-target)$/.test(path)
  return `${method === 'HEAD' ? 'GET' : method} ${isNamed ? path.replace(/\/$/, '') : '/*'}`
}

describe('the table of entry points', () => {
  it('has every registered route once, and no other', async () => {
    const { app } = await startTestServer()
    const rows = allGroups.flatMap(({ routes = {} }) => Object.keys(routes))
    expect(rows.toSorted()).toEqual([...new Set(registeredRoutes(app).map(tableRoute))].sort())
  })

  it('takes every figure from the product', () => {
    const source = readFileSync(join(import.meta.dirname, 'entryPoints.ts'), 'utf8')
    const imports = source.matchAll(
      /^import \{([^}]*)\} from '\.\.\/\.\.\/\.\.\/(?:contract|core|server|cli|src)\//gm,
    )
    const imported = new Set([...imports].flatMap(([, names = '']) => names.match(/\w+/g) ?? []))
    const others = allLimits
      .flatMap(({ constants }) => Object.keys(constants))
      .map((name) => name.split('.')[0] ?? '')
    expect(others.filter((name) => !imported.has(name))).toEqual([])
    expect(allLimits.length).toBeGreaterThan(100)
  })

  it('names tests that exist, by titles that they have', () => {
    const proofs = allLimits.flatMap(({ proof }) => proof ?? [])
    const wrong = proofs.filter((proof) => {
      const [file = '', title] = proof.split(/: (.*)/s)
      const path = join(projectDir, 'tests', file)
      return title === undefined || !existsSync(path) || !readFileSync(path, 'utf8').includes(title)
    })
    expect(wrong).toEqual([])
  })

  it('says why where there is no limit', () => {
    const reasons = allCells.flatMap((cell) => ('none' in cell ? [cell.none] : []))
    expect(reasons.filter((because) => because.length < 10)).toEqual([])
  })

  it('stands in docs/limits.md as it is', async () => {
    await expect(limitsDocument(allGroups)).toMatchFileSnapshot(join(projectDir, 'docs/limits.md'))
  })
})
