import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

/** What protects the files, in one line, and on request in four sentences. */
export function Encryption() {
  return (
    <Box
      component="details"
      sx={{
        '& > summary': {
          cursor: 'pointer',
          width: 'fit-content',
          borderRadius: 1,
          color: 'text.secondary',
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
        },
      }}
    >
      <Typography component="summary" variant="body2">
        These files are end-to-end encrypted.
      </Typography>
      <Typography
        variant="body2"
        sx={{ mt: 1.5, pl: 2, borderLeft: 2, borderColor: 'divider', maxWidth: 620 }}
      >
        The server keeps them encrypted and cannot read them. Your browser decrypts them while they are saved,
        with keys that are part of your link behind the “#”, or that your password opens; neither is sent to
        the server. Every piece is checked before it is written, and the whole against the checksum and the
        name that the sender’s browser sealed. Keep this page open until a download is done: it is this page
        that decrypts.
      </Typography>
    </Box>
  )
}
