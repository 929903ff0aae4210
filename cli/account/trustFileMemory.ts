import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DeviceMemory, type DeviceRecord, emptyDeviceRecord } from '../../core/trust/trustPorts.ts'
import { refusedError } from '../exitCodes.ts'
import { withFolderLock } from '../platform/folderLock.ts'
import { stateName, writeFileAtomically } from '../platform/stateFile.ts'
import { errorCode } from '../../contract/systemErrors.ts'

/**
 * This machine's knowledge of shared folders, a file per key, like IndexedDB in a browser. An unreadable file
 * does not count as empty: damaging it would allow a rollback.
 * @param directory may not exist yet
 * @throws CommandError 'refused' from its methods
 */
export function trustFileMemory(directory: string): DeviceMemory {
  const pathOf = (fp: string) => join(directory, `${fp}.json`)
  let lastUpdate: Promise<unknown> = Promise.resolve()

  async function read(fp: string): Promise<DeviceRecord | null> {
    const path = pathOf(fp)
    try {
      return parseDeviceRecord(await readFile(path, 'utf8'))
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null
      throw refusedError(
        `${path}, which remembers what this machine has seen of the members of your folders, cannot be read. Without it an older state would not be noticed. Restore it from a backup, or remove it if you trust what the server shows now.`,
        { cause: error },
      )
    }
  }

  return {
    read,
    update: (fp, change) => {
      const update = lastUpdate.then(() =>
        withFolderLock(directory, async () => {
          const before = (await read(fp)) ?? emptyDeviceRecord
          const after = change(before)
          if (after !== before) await writeFileAtomically(pathOf(fp), JSON.stringify(after))
        }),
      )
      lastUpdate = update.catch(() => undefined)
      return update
    },
  }
}

/** A memory that reads another one, and keeps changes in this process only. */
export function dryRunMemory(memory: DeviceMemory): DeviceMemory {
  const seen = new Map<string, DeviceRecord>()
  const read = async (fp: string) => seen.get(fp) ?? (await memory.read(fp))
  return {
    read,
    update: async (fp, change) => void seen.set(fp, change((await read(fp)) ?? emptyDeviceRecord)),
  }
}

/** @throws TypeError for an invalid record */
function parseDeviceRecord(text: string): DeviceRecord {
  const record = JSON.parse(text) as Partial<Record<keyof DeviceRecord, unknown>> | null
  const { n, hash, rosters, unsent, givenUp, links = {}, privateNames = {} } = record ?? {}
  const isRecord =
    Number.isSafeInteger(n) &&
    typeof hash === 'string' &&
    [rosters, unsent, links, privateNames].every((member) => typeof member === 'object' && member !== null) &&
    Array.isArray(givenUp)
  if (!isRecord) throw new TypeError('not what a device remembers')
  return record as DeviceRecord
}

/** Names the record of folders that were made without a key, in place of its fingerprint. Fingerprints are longer. */
export const ownerWithoutKey = (origin: string): string => `made-${stateName(origin)}`
