import type { KyselyPlugin } from 'kysely'
import { expect, inject, it } from 'vitest'
import { startTestServer } from '../testServer.ts'
import { uploadForm } from '../uploads.ts'

/** Counts statements that hold a row of `folder` and have no result yet. */
function countFolderUpdates() {
  const statements = new WeakSet<object>()
  const counts = { now: 0, most: 0 }
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind !== 'UpdateQueryNode' || !JSON.stringify(node.table).includes('"folder"')) return node
      statements.add(queryId)
      counts.most = Math.max(counts.most, ++counts.now)
      return node
    },
    transformResult({ result, queryId }) {
      if (statements.delete(queryId)) counts.now--
      return Promise.resolve(result)
    },
  }
  return { counts, plugin }
}

// SQLite has one connection anyway.
it.skipIf(inject('postgres') === undefined)(
  'of uploads into one folder one waits for its row, however many come at once',
  async () => {
    const { counts, plugin } = countFolderUpdates()
    const server = await startTestServer({
      adapt: (services) => ({ ...services, db: services.db.withPlugin(plugin) }),
    })
    const { link_token } = await (await server.signIn()).createFolder()
    const url = `/api/upload/${link_token}`
    const sendFile = (n: number) =>
      server.app.inject({
        ...{ method: 'POST', url, remoteAddress: `198.51.100.${n}` },
        ...uploadForm({ files: [{ name: `${n}` }] }),
      })
    const beginUpload = (n: number) =>
      server.app.inject({
        ...{ method: 'POST', url: `${url}/files`, remoteAddress: `198.51.100.${n}` },
        payload: { size: 20 * 262_160, part_size: 20 * 262_160 },
      })
    const sent = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? sendFile(n) : beginUpload(n)))
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(counts).toEqual({ now: 0, most: 1 })
  },
)
