import type { Context } from '../context.ts'
import type { ServerClient } from '../platform/serverClient.ts'

/** Reports, once, that parts go to an object store, and where that is. */
export function reportStoreOrigin(server: ServerClient, { report }: Pick<Context, 'report'>): void {
  void server.storeGuard.firstOrigin.then((origin) =>
    report.emit({
      event: 'note',
      message: `Parts of files are sent to ${origin}, the object store of the server, and to no other place.`,
    }),
  )
}
