import { formatBytes } from './format.ts'
import { Option } from './Option.tsx'

interface CompareSha256Props {
  /** Files above this size are meant; of the others SHA-256 is compared anyway. */
  above: number
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Asks for more than what downloads compare by themselves. */
export function CompareSha256({ above, ...option }: CompareSha256Props) {
  return (
    <Option
      label="Compare SHA-256"
      hint={`Every download is checked against what the sender’s browser sealed of its content. For files above ${formatBytes(above)} this leaves out the SHA-256, which stays what the sender states until it is compared too. That takes longer.`}
      {...option}
    />
  )
}
