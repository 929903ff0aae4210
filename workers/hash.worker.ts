import { expose } from 'comlink'
import { servedHashes } from './servedHashes.ts'

expose(servedHashes())
