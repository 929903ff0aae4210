import { styled } from '@mui/material/styles'
import { formatBytes, formatKilobytes } from '../../../i18n/format.ts'
import { visuallyHidden } from '../theme/visuallyHidden.ts'

/** A size in a readable unit; the exact size in KB is its tooltip, and what screen readers hear after it. */
export function ByteSize({ bytes }: { bytes: number }) {
  const exact = formatKilobytes(bytes)
  return (
    <Root title={exact}>
      {formatBytes(bytes)}
      <Exact> ({exact})</Exact>
    </Root>
  )
}

const Root = styled('span')({ whiteSpace: 'nowrap', position: 'relative' })
const Exact = styled('span')({ ...visuallyHidden, userSelect: 'none' })
