import { expose } from 'comlink'
import type { OpenTarget, OpenThread } from './shared/threads.ts'
import { openingWorker, type Sink } from '../core/open/openingWorker.ts'
import { transferPieces } from '../core/open/transferPieces.ts'
import { HashThread } from './hashThread.ts'
import { pickedFolder } from './pickedFolder.ts'
import { writePrivateFile } from './privateFile.ts'
import { holdLock } from './holdLock.ts'
import { restrictScriptUrls } from './shared/trustedTypes.ts'

restrictScriptUrls()

const hashes = new HashThread()

function sink(target: OpenTarget): Sink {
  switch (target.kind) {
    case 'folder':
      return { kind: 'folder', folder: pickedFolder(target.directory) }
    case 'private-file':
      return { kind: 'pieces', put: (pieces) => writePrivateFile(target.name, pieces) }
    case 'port':
      return { kind: 'pieces', put: (pieces, how) => transferPieces(target.port, pieces, how) }
  }
}

/** Opens one download for a page. This thread has no logic of its own, so that tests need no worker. */
const thread: OpenThread = {
  ...openingWorker<OpenTarget>({
    get: (url, { range, signal }) =>
      fetch(url, {
        ...(range !== undefined && { headers: { range } }),
        signal,
        cache: 'no-store',
        credentials: 'same-origin',
        redirect: 'manual',
      }),
    beginHash: () => hashes.begin(),
    sink,
  }),
  holdLock,
}
expose(thread)
