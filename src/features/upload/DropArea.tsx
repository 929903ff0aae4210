import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { formatNumber } from '../../ui/format.ts'
import { SealMark } from '../../ui/SealMark.tsx'
import { canChooseFolders, type FileIntake } from './useFileIntake.ts'

interface DropAreaProps {
  intake: FileIntake
  /** Small, beside something else that is on the page. */
  compact: boolean
  /** What it invites to. */
  invitation: string
}

/**
 * The place for files: large, and a button as a whole. The two buttons stand above it and not inside, since a button
 * must not hold others.
 */
export function DropArea({ intake, compact, invitation }: DropAreaProps) {
  const { reading, isDragActive, chooseFiles, chooseFolder } = intake
  const busy = reading !== null
  return (
    <Box data-testid="drop-area" sx={{ position: 'relative' }}>
      <ButtonBase
        aria-label="Drop files or folders here, or press Enter to choose files"
        disabled={busy}
        onClick={chooseFiles}
        sx={(theme) => ({
          position: 'absolute',
          inset: 0,
          width: '100%',
          borderRadius: '12px',
          border: '1.5px dashed',
          borderColor: isDragActive ? theme.vars.palette.primary.main : theme.vars.palette.text.disabled,
          backgroundColor: isDragActive
            ? `color-mix(in srgb, ${theme.vars.palette.primary.main} 8%, ${theme.vars.palette.background.paper})`
            : theme.vars.palette.background.paper,
          transition: 'border-color 150ms ease-out, background-color 150ms ease-out',
          '&:hover': { borderColor: theme.vars.palette.primary.main },
        })}
      />
      <Stack
        sx={{
          position: 'relative',
          pointerEvents: 'none',
          alignItems: 'center',
          textAlign: 'center',
          justifyContent: 'center',
          px: 2,
          ...(compact
            ? { py: 2.5, gap: 1.5 }
            : { py: { xs: 6, sm: 8 }, gap: 2.5, minHeight: { xs: 280, sm: 320 } }),
        }}
      >
        {!compact && <SealMark state="open" size={52} />}
        <Box role="status">
          <Typography
            variant={compact ? 'body1' : 'h2'}
            component="p"
            sx={{ fontWeight: compact ? 500 : 620 }}
          >
            {busy
              ? `Reading… ${formatNumber(reading)} files found`
              : isDragActive
                ? 'Let go to add them'
                : invitation}
          </Typography>
          {!compact && (
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
              Up to 5 GB a file. Folders keep their structure.
            </Typography>
          )}
        </Box>
        <Stack
          direction="row"
          sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center', '& > *': { pointerEvents: 'auto' } }}
        >
          <Button
            variant={compact ? 'outlined' : 'contained'}
            size={compact ? 'small' : 'large'}
            disabled={busy}
            onClick={chooseFiles}
          >
            Choose files
          </Button>
          {canChooseFolders() && (
            <Button
              variant="outlined"
              size={compact ? 'small' : 'large'}
              disabled={busy}
              onClick={chooseFolder}
            >
              Choose folder
            </Button>
          )}
        </Stack>
      </Stack>
    </Box>
  )
}
