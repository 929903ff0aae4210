import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { t } from '../../../i18n/t.ts'

interface FileSearchProps {
  typed: string
  /** Number of files that match. */
  found: number
  onType: (typed: string) => void
}

export function FileSearch({ typed, found, onType }: FileSearchProps) {
  return (
    <Container>
      <TextField
        type="search"
        placeholder={t('download.search')}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        slotProps={{ htmlInput: { 'aria-label': t('download.search') } }}
        helperText={<span role="status">{typed.trim() !== '' && t('download.found', { count: found })}</span>}
      />
    </Container>
  )
}

const Container = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  padding: spacing(0, 2, 2),
  [breakpoints.up('sm')]: { paddingInline: spacing(3) },
  '& .MuiFormHelperText-root:has(> :empty)': { display: 'none' },
}))
