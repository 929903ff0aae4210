import { pathLevels } from '../../contract/fileNames.ts'
import { maxPathLevels } from '../../contract/limits.ts'
import { type Fault, fault } from '../faults/fault.ts'

/** The reason why a file is saved by itself only: in an archive or a folder it takes too many folders. Null if none. */
export const depthFault = ({ path }: { readonly path: string }): Fault | null =>
  pathLevels(path) > maxPathLevels ? fault('path-too-deep', { values: { limit: maxPathLevels } }) : null
