import { useAppSelector } from '../../store/hooks.ts'
import { Banner } from '../../ui/Banner.tsx'
import { selectQueue } from './queueSlice.ts'
import { roomText } from './roomText.ts'

/** What room the link has, where somebody should know before they send. */
export function RoomNote({ roomLeft, maxFileBytes }: { roomLeft: number; maxFileBytes: number }) {
  const files = useAppSelector((state) => selectQueue(state).counts.pending)
  const bytes = useAppSelector((state) => selectQueue(state).pendingBytes)
  const arrivedBytes = useAppSelector((state) => selectQueue(state).arrived.bytes)
  const told = roomText(roomLeft, maxFileBytes, { files, bytes, arrivedBytes })
  return told && <Banner severity={told.severity}>{told.text}</Banner>
}
