import { expose } from 'comlink'
import { keysWorker } from '../core/keys/keysWorker.ts'
import { holdLock } from './holdLock.ts'

/** Separate from the upload code, which a recipient's page does not need. */
expose({ ...keysWorker, holdLock })
