import { useEffect, useState } from 'react'
import { faultText } from '../../texts/errorText.ts'
import { noRoadFault, savingCapacity } from '../../transfer/browser/capacity.ts'
import { Banner } from '../../ui/Banner.tsx'

/** Says at once, and not after a click, that this window cannot save all of it. */
export function CapacityNote({ files, bytes }: { files: number; bytes: number }) {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    void savingCapacity().then((capacity) => {
      const tooMuch = noRoadFault(bytes, files === 1 ? 'file' : 'files', capacity)
      if (!gone) setText(bytes > capacity ? faultText(tooMuch) : null)
    })
    return () => void (gone = true)
  }, [files, bytes])
  return text !== null && <Banner severity="warning">{text}</Banner>
}
