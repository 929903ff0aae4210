import type { MarkedHash } from '../src/transfer/ports.ts'

export { localHash } from '../src/transfer/hash.ts'
export type { MarkedHash } from '../src/transfer/ports.ts'
export type PlaintextHash = Pick<MarkedHash, 'update' | 'digestHex'>
/** Here or elsewhere. */
export type BeginHash = () => Promise<MarkedHash>
