import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DeviceMemory, type DeviceRecord, emptyRecord } from '../../core/trust/ports.ts'
import { exit, Stop } from '../exit.ts'
import { alone } from '../platform/owner.ts'
import { writeWhole } from '../platform/wholeFile.ts'
import { codeOf } from '../download/diskErrors.ts'

/**
 * What this machine has seen of folders of several people, a file for each key: as IndexedDB keeps it in a browser. One
 * that cannot be read is no empty one: whoever damages it would have an older state believed.
 * @param directory need not be there yet @throws Stop 'refused' from what it gives
 */
export function trustFile(directory: string): DeviceMemory {
  const pathOf = (fp: string) => join(directory, `${fp}.json`)
  let turn: Promise<unknown> = Promise.resolve()

  async function read(fp: string): Promise<DeviceRecord | null> {
    const path = pathOf(fp)
    try {
      return readRecord(await readFile(path, 'utf8'))
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw new Stop(
        exit.refused,
        `${path}, which keeps what this machine has seen of the people of your folders, cannot be read, so nobody can say whether the server shows an older state. Restore it from a backup; remove it only if you trust what the server shows now.`,
        { cause: error },
      )
    }
  }

  return {
    read,
    update: (fp, change) => {
      const done = turn.then(() =>
        alone(directory, async () => {
          const before = (await read(fp)) ?? emptyRecord
          const after = change(before)
          if (after !== before) await writeWhole(pathOf(fp), JSON.stringify(after))
        }),
      )
      turn = done.catch(() => undefined)
      return done
    },
  }
}

/** What another remembers, and what is seen besides until the process ends: nothing is written. */
export function withoutWriting(memory: DeviceMemory): DeviceMemory {
  const seen = new Map<string, DeviceRecord>()
  const read = async (fp: string) => seen.get(fp) ?? (await memory.read(fp))
  return {
    read,
    update: async (fp, change) => void seen.set(fp, change((await read(fp)) ?? emptyRecord)),
  }
}

/** @throws TypeError for what is none */
function readRecord(text: string): DeviceRecord {
  const record = JSON.parse(text) as Partial<Record<keyof DeviceRecord, unknown>> | null
  const { n, hash, rosters, unsent, givenUp } = record ?? {}
  const isRecord =
    Number.isSafeInteger(n) &&
    typeof hash === 'string' &&
    [rosters, unsent].every((one) => typeof one === 'object' && one !== null) &&
    Array.isArray(givenUp)
  if (!isRecord) throw new TypeError('not what a device remembers')
  return record as DeviceRecord
}
