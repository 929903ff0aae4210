import { addresses } from '../../contract/addresses.ts'
import * as apiTokens from '../../contract/schemas/apiTokens.ts'
import * as audit from '../../contract/schemas/audit.ts'
import * as auth from '../../contract/schemas/auth.ts'
import type { Call } from '../../contract/call.ts'
import * as diagnosis from '../../contract/schemas/diagnosis.ts'
import * as downloads from '../../contract/schemas/downloads.ts'
import * as folders from '../../contract/schemas/folders.ts'
import * as look from '../../contract/schemas/look.ts'
import * as notices from '../../contract/schemas/notices.ts'
import * as operatorRules from '../../contract/schemas/operatorRules.ts'
import * as passkeys from '../../contract/schemas/passkeys.ts'
import * as server from '../../contract/schemas/server.ts'
import * as sharing from '../../contract/schemas/sharing.ts'
import * as singleSignOn from '../../contract/schemas/singleSignOn.ts'
import * as uploads from '../../contract/schemas/uploads.ts'

/** Modules of the contract with calls, by topic. */
export const modulesByTopic: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'Upload links': uploads,
  'Download links': downloads,
  'Folders and files': folders,
  Notices: notices,
  'Folders of several people': sharing,
  'Accounts and keys': auth,
  'Single sign-on': singleSignOn,
  Passkeys: passkeys,
  'API tokens': apiTokens,
  History: audit,
  Server: server,
  Rules: operatorRules,
  Look: look,
  'Self-test': diagnosis,
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

const callNames = Object.keys(addresses)
const positionOf = ({ name }: Call): number => callNames.indexOf(name)

/** Calls of a module, sorted by path: the order of a module's exports differs between builds. */
export const callsOf = (module: Readonly<Record<string, unknown>>): Call[] =>
  Object.values(module)
    .filter(isCall)
    .sort((a, b) => positionOf(a) - positionOf(b))

export const everyCall: readonly Call[] = Object.values(modulesByTopic).flatMap(callsOf)

const unlistedCalls = callNames.filter((name) => !everyCall.some((call) => call.name === name))
if (unlistedCalls.length > 0)
  throw new Error(`No module that is listed here has: ${unlistedCalls.join(', ')}`)
