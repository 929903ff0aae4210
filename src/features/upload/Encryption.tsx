import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { getRecipientKey } from '../../../contract/uploads.ts'
import { callApi } from '../../api/client.ts'
import { WordGrid } from '../../ui/WordGrid.tsx'

/** 'Your files are end-to-end encrypted.', and on request what that means. */
export function Encryption({ linkToken }: { linkToken: string }) {
  const [words, setWords] = useState<readonly string[] | null>(null)

  async function showFingerprint() {
    if (words !== null) return
    // Without a key there is nothing to compare; the upload itself will say so.
    setWords(await recipientWords(linkToken).catch(() => null))
  }

  return (
    <Box
      component="details"
      onToggle={(event) => {
        if (event.currentTarget.open) void showFingerprint()
      }}
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
        Your files are end-to-end encrypted.
      </Typography>
      <Box sx={{ mt: 1.5, pl: 2, borderLeft: 2, borderColor: 'divider', maxWidth: 620 }}>
        <Typography variant="body2">
          Before anything leaves this device, your browser encrypts every file with a key of its own. These
          keys are locked so that only the person who gave you this link can open them. The server keeps the
          encrypted files and cannot read them; it sees their names, sizes and checksums. Every file is
          checked when it is opened, so a change on the way does not go unnoticed.
        </Typography>
        {words && (
          <>
            <Typography variant="body2" sx={{ mt: 1.5, mb: 1 }}>
              To be sure whose key it is, compare these words with the recipient by phone:
            </Typography>
            <WordGrid words={words} />
          </>
        )}
      </Box>
    </Box>
  )
}

async function recipientWords(linkToken: string): Promise<readonly string[]> {
  const [{ fingerprint, fromBase64 }, { public_key_spki }] = await Promise.all([
    import('../../crypto/index.ts'),
    callApi(getRecipientKey, { params: { link_token: linkToken } }),
  ])
  return (await fingerprint(fromBase64(public_key_spki))).words
}
