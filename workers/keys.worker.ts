import { expose } from 'comlink'
import { keysWorker } from '../core/keys/keysWorker.ts'
import { holdLock } from './signOfLife.ts'

/** Apart from what uploads need: a recipient's page should not wait for that. */
expose({ ...keysWorker, holdLock })
