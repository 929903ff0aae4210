import { expose } from 'comlink'
import { commitFileKeys, openFileKeys } from './fileKeys.ts'
import { openLinkKeys, sealLinkKeys } from './linkKeys.ts'
import { holdLock } from './signOfLife.ts'

/** Apart from what uploads need: a recipient's page should not wait for that. Logic-free, as `uploadWorker` is. */
const keysWorker = { commitFileKeys, openFileKeys, openLinkKeys, sealLinkKeys, holdLock }

export type KeysWorker = typeof keysWorker
expose(keysWorker)
