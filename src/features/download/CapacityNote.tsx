import { useEffect, useState } from 'react'
import type { Fault } from '../../../core/faults/fault.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { noSinkFault, savingCapacity } from '../../platform/capacity.ts'
import { Banner } from '../../ui/Banner.tsx'

/** Warns before a click that this browser cannot save all of the files. */
export function CapacityNote({ files, bytes }: { files: number; bytes: number }) {
  const [problem, setProblem] = useState<Fault | null>(null)
  useEffect(() => {
    let gone = false
    void savingCapacity().then((capacity) => {
      const tooMuch = noSinkFault(bytes, files === 1 ? 'file' : 'files', capacity)
      if (!gone) setProblem(bytes > capacity ? tooMuch : null)
    })
    return () => void (gone = true)
  }, [files, bytes])
  return problem && <Banner severity="warning">{faultText(problem)}</Banner>
}
