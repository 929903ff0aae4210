import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { flushSync } from 'react-dom'

export interface MenuAction {
  readonly label: string
  readonly isDisabled?: boolean
  readonly isDestructive?: boolean
  readonly onChoose: () => void
}

interface DropdownMenuProps {
  /** The button that opened the menu; null while it is closed. */
  anchor: HTMLElement | null
  items: readonly MenuAction[]
  onClose: () => void
}

export const DropdownMenu = ({ anchor, items, onClose }: DropdownMenuProps) =>
  anchor && (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {items.map(({ label, isDisabled = false, isDestructive = false, onChoose }) => (
        <MenuItem
          key={label}
          disabled={isDisabled}
          {...(isDestructive && { sx: { color: 'error.main' } })}
          onClick={() => {
            // The focus is back on the button before a dialog opens, which returns it there.
            flushSync(onClose)
            onChoose()
          }}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
