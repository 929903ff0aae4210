import { faultText } from '../../../i18n/errorText.ts'
import { noSinkFault, savingCapacity } from '../../platform/capacity.ts'
import { Banner } from '../../ui/Banner.tsx'
import { useAsyncValue } from '../../ui/useAsyncValue.ts'

/** Warns before a click that this browser cannot save all of the files. */
export function CapacityNote({ files, bytes }: { files: number; bytes: number }) {
  const capacity = useAsyncValue(savingCapacity)
  if (capacity === undefined || bytes <= capacity) return null
  const problem = noSinkFault(bytes, files === 1 ? 'file' : 'files', capacity)
  return <Banner severity="warning">{faultText(problem)}</Banner>
}
