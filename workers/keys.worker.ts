import { expose } from 'comlink'
import { keysBench } from '../core/keys/bench.ts'
import { holdLock } from './signOfLife.ts'

/** Apart from what uploads need: a recipient's page should not wait for that. */
expose({ ...keysBench, holdLock })
