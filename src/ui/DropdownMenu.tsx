import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'

interface DropdownMenuProps {
  /** The button that opened the menu; null while it is closed. */
  anchor: HTMLElement | null
  items: readonly { readonly label: string; readonly onChoose: () => void }[]
  onClose: () => void
}

/** A menu below the right edge of its button. */
export const DropdownMenu = ({ anchor, items, onClose }: DropdownMenuProps) =>
  anchor && (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {items.map(({ label, onChoose }) => (
        <MenuItem
          key={label}
          onClick={() => {
            onClose()
            onChoose()
          }}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
