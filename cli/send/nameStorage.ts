import type { Context } from '../context.ts'
import type { ServerClient } from '../platform/serverClient.ts'

/** Says, once, that parts go to an object store, and where that is. */
export function nameStorage(server: ServerClient, { report }: Pick<Context, 'report'>): void {
  const name = (origin: string) => {
    const message = `The server has parts of files sent to ${origin}. No other place gets any.`
    report.emit({ event: 'note', message })
  }
  void server.storage.first.then(name)
}
