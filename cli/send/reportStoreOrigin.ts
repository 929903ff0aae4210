import type { Context } from '../context.ts'
import type { ServerClient } from '../platform/serverClient.ts'

/** Reports, once, that parts go to an object store, and where that is. */
export function reportStoreOrigin(server: ServerClient, { report }: Pick<Context, 'report'>): void {
  void server.storeGuard.firstOrigin.then((origin) =>
    report.emit({
      event: 'note',
      message: `The server has parts of files sent to ${origin}. No other place gets any.`,
    }),
  )
}
