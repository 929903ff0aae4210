import { styled } from '@mui/material/styles'
import { formatBytes, formatKilobytes } from '../../i18n/format.ts'
import { visuallyHidden } from './visuallyHidden.ts'

/** A size in a readable unit; its tooltip and screen readers have the exact size in KB. */
export function Size({ bytes }: { bytes: number }) {
  const exact = formatKilobytes(bytes)
  return (
    <Whole title={exact}>
      <span aria-hidden>{formatBytes(bytes)}</span>
      <Exact>{exact}</Exact>
    </Whole>
  )
}

const Whole = styled('span')({ whiteSpace: 'nowrap', position: 'relative' })
const Exact = styled('span')({ ...visuallyHidden, userSelect: 'none' })
