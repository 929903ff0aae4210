import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { isTokenPath } from '../../../contract/integrityFiles.ts'
import { pagePaths } from '../../../scripts/listServedFiles.ts'
import { routeTree } from '../../../src/routes/routeTree.ts'

it('every page of the route tree is in the list that servers are compared with', () => {
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  const paths = Object.keys(router.routesByPath).map((path) => path.replace(/\$.*$/, ''))
  expect(paths.filter(isTokenPath)).toHaveLength(6)
  expect(pagePaths.toSorted()).toEqual([...paths, '/index.html'].sort())
})
