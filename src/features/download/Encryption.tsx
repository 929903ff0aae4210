import Typography from '@mui/material/Typography'
import { Disclosure } from '../../ui/Disclosure.tsx'

/** What protects the files, in one line, and on request in four sentences. */
export function Encryption() {
  return (
    <Disclosure summary="These files are end-to-end encrypted.">
      <Typography variant="body2">
        The server keeps them encrypted and cannot read them. Your browser decrypts them while they are saved,
        with keys that are part of your link behind the “#”, or that your password opens; neither is sent to
        the server. Every piece is checked before it is written, and the whole against the checksum and the
        name that the sender’s browser sealed. Keep this page open until a download is done: it is this page
        that decrypts.
      </Typography>
    </Disclosure>
  )
}
