import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { syncFolder } from '../../cli/platform/stateFile.ts'

it.runIf(existsSync('/proc/self'))(
  'takes folders that cannot be synced, as those of some disks',
  async () => {
    await expect(syncFolder('/proc/self')).resolves.toBeUndefined()
  },
)
