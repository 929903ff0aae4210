import { useEffect, useState } from 'react'
import { savingCapacity, tooMuchText } from '../../transfer/roads/capacity.ts'
import { Banner } from '../../ui/Banner.tsx'

/** Says at once, and not after a click, that this window cannot save all of it. */
export function CapacityNote({ files, bytes }: { files: number; bytes: number }) {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    void savingCapacity().then((capacity) => {
      const what = files === 1 ? 'this file has' : 'these files have together'
      if (!gone) setText(bytes > capacity ? tooMuchText(bytes, what, capacity) : null)
    })
    return () => void (gone = true)
  }, [files, bytes])
  return text !== null && <Banner severity="warning">{text}</Banner>
}
