import { useAppSelector } from '../../../store/hooks.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { selectQueue } from '../queue/queueSlice.ts'
import { selectUpload } from '../uploadSlice.ts'
import { capacityText } from './capacityText.ts'

/** Shows the remaining capacity of the link, where it matters to the sender. */
export function CapacityNote({ remainingCapacity }: { remainingCapacity: number }) {
  const { maxFileBytes } = useAppSelector(selectUpload)
  const notice = capacityText(remainingCapacity, maxFileBytes, useAppSelector(selectQueue))
  return notice && <Banner severity={notice.severity}>{notice.text}</Banner>
}
