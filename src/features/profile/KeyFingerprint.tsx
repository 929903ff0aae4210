import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { UnlockKeyDialog } from '../../session/UnlockKeyDialog.tsx'
import { useUnlockedKey } from '../../session/unlockedKey.ts'
import { Banner } from '../../ui/Banner.tsx'
import { StatusText } from '../../ui/StatusText.tsx'
import { mono } from '../../ui/theme.ts'

/**
 * The twelve words of one's own key. They come from the unlocked private key alone: were they made of what the server
 * says, a server that hands out another key would be believed.
 */
export function KeyFingerprint({ servedPublicKey }: { servedPublicKey: string }) {
  const key = useUnlockedKey()
  const [unlocking, setUnlocking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="subtitle2" component="h3" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
        Fingerprint
      </Typography>
      {key ? (
        <>
          <Box
            component="ol"
            aria-label="Fingerprint words"
            sx={{
              m: 0,
              mt: 1,
              p: 0,
              listStyle: 'none',
              display: 'grid',
              gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(4, 1fr)' },
              gap: 0.75,
              fontFamily: mono,
              fontSize: '0.8125rem',
              counterReset: 'word',
              '& li': {
                counterIncrement: 'word',
                px: 1,
                py: 0.5,
                borderRadius: 0.75,
                bgcolor: 'background.default',
              },
              '& li::before': {
                content: 'counter(word)',
                display: 'inline-block',
                width: '2.2em',
                color: 'text.secondary',
              },
            }}
          >
            {key.fingerprintWords.map((word, index) => (
              <li key={index}>{word}</li>
            ))}
          </Box>
          <Box sx={{ mt: 1.5, fontSize: '0.875rem' }}>
            {key.publicKeySpki === servedPublicKey ? (
              <StatusText tone="good">
                Computed from your private key; the public key on the server matches it.
              </StatusText>
            ) : (
              <Banner severity="error">
                The public key on the server is not the one of your private key. Files uploaded now may be
                readable by someone else. Do not share upload links before you know why.
              </Banner>
            )}
          </Box>
        </>
      ) : (
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
            Twelve words that uploaders can compare with you. They are computed from your private key.
          </Typography>
          <Button variant="outlined" size="small" onClick={() => setUnlocking(true)}>
            Show Fingerprint
          </Button>
        </>
      )}
      <UnlockKeyDialog
        open={unlocking}
        purpose="The fingerprint is computed from your private key."
        onClose={() => setUnlocking(false)}
        // The button that opened it is gone by then.
        onUnlocked={() => setTimeout(() => heading.current?.focus())}
      />
    </Box>
  )
}
