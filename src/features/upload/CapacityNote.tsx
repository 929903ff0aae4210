import { useAppSelector } from '../../store/hooks.ts'
import { Banner } from '../../ui/Banner.tsx'
import { selectQueue } from './queueSlice.ts'
import { capacityText } from './capacityText.ts'

/** Shows the remaining capacity of the link, where it matters to the sender. */
export function CapacityNote({
  remainingCapacity,
  maxFileBytes,
}: {
  remainingCapacity: number
  maxFileBytes: number
}) {
  const files = useAppSelector((state) => selectQueue(state).counts.pending)
  const bytes = useAppSelector((state) => selectQueue(state).pendingBytes)
  const arrivedBytes = useAppSelector((state) => selectQueue(state).arrived.bytes)
  const notice = capacityText(remainingCapacity, maxFileBytes, { files, bytes, arrivedBytes })
  return notice && <Banner severity={notice.severity}>{notice.text}</Banner>
}
