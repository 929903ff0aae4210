import { Opener } from '../openThread.ts'
import type { Road } from './road.ts'

/** Every entry of an archive becomes a file below a folder that the person has picked. */
export const folderRoad =
  (directory: FileSystemDirectoryHandle): Road =>
  (freight, hear) => {
    const opener = new Opener(freight, { kind: 'folder', directory }, hear)
    return Promise.resolve({
      open: () => opener.open(),
      show: () => undefined,
      handOver: () => Promise.resolve(),
      goOn: () => opener.goOn(),
      // A file that is begun is empty in the folder until it is whole.
      leave: () => void opener.tidyAndLeave(),
    })
  }
