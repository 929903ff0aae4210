import { useEffect, useState } from 'react'
import type { ListedLink } from '../../core/trust/deviceLinks.ts'
import type { LinkAlarm } from '../../core/trust/folderLinks.ts'
import { useUnlockedKey } from '../session/unlockedKey.ts'
import { useAppDispatch } from '../store/hooks.ts'

/** Alarms of folders' links by what this device remembers of them, also while the key is locked. */
export function useDeviceLinkAlarms(
  folders: readonly ListedLink[] | undefined,
): ReadonlyMap<number, LinkAlarm> {
  const dispatch = useAppDispatch()
  const [alarms, setAlarms] = useState<ReadonlyMap<number, LinkAlarm>>(noAlarms)
  // The person may have answered while it was unlocked.
  const key = useUnlockedKey()
  useEffect(() => {
    if (!folders) return
    let isOver = false
    const compare = async () => {
      const { deviceLinkAlarms } = await import('./listedLinks.ts')
      const newAlarms = await dispatch(deviceLinkAlarms(folders))
      if (!isOver) setAlarms(newAlarms)
    }
    compare().catch(() => undefined)
    return () => void (isOver = true)
  }, [dispatch, folders, key])
  return alarms
}

const noAlarms: ReadonlyMap<number, LinkAlarm> = new Map()
