import { toHex } from './bytes.ts'
import type { FileKeyBytes } from './fileKey.ts'
import { hkdf } from './primitives.ts'

const seenLabel = 'sealpost/1/seen'
const seenMarkBytes = 8

/** Mark of a file key, by which a device recognizes what it has seen: 16 hex digits (FORMAT.md, 20). */
export const seenMark = async (rawKey: FileKeyBytes): Promise<string> =>
  toHex(await hkdf(rawKey, null, seenLabel, seenMarkBytes))
