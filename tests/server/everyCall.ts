import { addresses } from '../../contract/addresses.ts'
import * as apiTokens from '../../contract/apiTokens.ts'
import * as auth from '../../contract/auth.ts'
import type { Call } from '../../contract/call.ts'
import * as downloads from '../../contract/downloads.ts'
import * as folders from '../../contract/folders.ts'
import * as notices from '../../contract/notices.ts'
import * as server from '../../contract/server.ts'
import * as sharing from '../../contract/sharing.ts'
import * as uploads from '../../contract/uploads.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Of the contract, with their schemas. */
export const everyCall: readonly Call[] = [
  apiTokens,
  auth,
  downloads,
  folders,
  notices,
  server,
  sharing,
  uploads,
].flatMap((module) => Object.values(module as Record<string, unknown>).filter(isCall))
if (everyCall.length !== Object.keys(addresses).length)
  throw new Error('A module of the contract is missing.')
