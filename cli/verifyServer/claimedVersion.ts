import { integrityFile } from '../../contract/integrityFiles.ts'
import { integrityList, type IntegrityList } from '../../contract/schemas/integrity.ts'
import type { Context } from '../context.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import { acceptedEncodings, fetchServed } from './fetchServed.ts'
import { maxIntegrityListBytes } from './readList.ts'

const claim = integrityList.pick({ version: true, build: true }).strip()

/** Warns if the server calls itself another version. It may lie, so this only explains differences. */
export async function warnAboutVersion(
  client: ServerClient,
  list: IntegrityList,
  report: Context['report'],
  signal: AbortSignal,
): Promise<void> {
  const wanted = { path: `/${integrityFile}`, encoding: acceptedEncodings[0] }
  const served = await fetchServed(client, wanted, signal).catch(() => null)
  const claimed = served?.status === 200 && served.body ? claimOf(served.body) : null
  if (claimed === null || claimed.build === list.build) return
  const { version, build } = claimed
  report.emit({
    event: 'warning',
    message: `The server calls itself version ${version}, build ${build}; the list is of version ${list.version}, build ${list.build}. If that is meant, take the list of that version, by --list.`,
  })
}

function claimOf(body: Buffer) {
  if (body.length > maxIntegrityListBytes) return null
  try {
    return claim.parse(JSON.parse(body.toString()))
  } catch {
    return null
  }
}
