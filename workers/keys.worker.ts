import { expose } from 'comlink'
import { keysBench } from '../src/transfer/keys/bench.ts'
import { holdLock } from './signOfLife.ts'

/** Apart from what uploads need: a recipient's page should not wait for that. */
const keysWorker = { ...keysBench, holdLock }

export type KeysWorker = typeof keysWorker
expose(keysWorker)
