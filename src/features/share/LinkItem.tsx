import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import type { DownloadLink } from '../../../contract/downloads.ts'
import { errorMessage } from '../../api/errorCatalogue.ts'
import { isCryptoError, masterFragment, unwrapLinkMaster } from '../../crypto/index.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { notify } from '../../store/hooks.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { FileNames as Names } from '../../ui/FileName.tsx'
import { count, formatNumber } from '../../ui/format.ts'
import { StatusText } from '../../ui/StatusText.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { linkAddress } from './linkAddress.ts'

interface LinkItemProps {
  link: DownloadLink
  busy: boolean
  unlock: (purpose: string) => Promise<UnlockedKey | null>
  onDelete: () => void
}

/** One download link: how it is protected, since when and until when, and what it hands out. */
export function LinkItem({ link, busy, unlock, onDelete }: LinkItemProps) {
  return (
    <Box component="li" sx={{ px: { xs: 1.5, sm: 2 }, py: 1.5 }}>
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ gap: 1, justifyContent: 'space-between', alignItems: { xs: 'flex-start', sm: 'center' } }}
      >
        <Tag>
          {link.has_password ? (
            <StatusText tone="good">Password Protected</StatusText>
          ) : (
            <StatusText tone="attention" hollow>
              Public (No Password)
            </StatusText>
          )}
        </Tag>
        <Stack direction="row" sx={{ gap: 1 }}>
          <CopyButton label="Copy Link" text={() => addressToCopy(link, unlock)} disabled={busy} />
          <Button size="small" variant="outlined" color="error" disabled={busy} onClick={onDelete}>
            Delete
          </Button>
        </Stack>
      </Stack>
      <Box component="dl" sx={figures}>
        <Figure label={<span lang="de">Erstellt</span>}>
          <DateTime iso={link.creation_date} />
        </Figure>
        <Figure label={<span lang="de">Gültig bis</span>}>
          <DateTime iso={link.expiration_date} none="Never" />
        </Figure>
        <Figure label="Files">{count(link.file_count, 'file')}</Figure>
        <Figure label="Downloads">{count(link.download_count, 'file')}</Figure>
      </Box>
      <FileNames names={link.files} />
    </Box>
  )
}

const figures = {
  m: 0,
  mt: 1,
  display: { xs: 'grid', sm: 'flex' },
  gridTemplateColumns: 'auto 1fr',
  flexWrap: 'wrap',
  columnGap: { xs: 2, sm: 4 },
  rowGap: 0.5,
  fontSize: '0.8125rem',
  '& > div': { display: { xs: 'contents', sm: 'flex' }, gap: 0.75 },
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0 },
} as const

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const named = 5

function FileNames({ names }: { names: readonly string[] }) {
  const rest = names.slice(named)
  return (
    <Box sx={{ mt: 0.75, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
      <Names names={names.slice(0, named)} />
      {rest.length > 0 && (
        <Box component="details" sx={{ color: 'text.secondary' }}>
          <Box component="summary" sx={{ cursor: 'pointer' }}>{`and ${formatNumber(rest.length)} more`}</Box>
          <Box
            tabIndex={0}
            role="group"
            aria-label="More files of this link"
            sx={{ maxHeight: 160, overflow: 'auto' }}
          >
            <Names names={rest} />
          </Box>
        </Box>
      )}
    </Box>
  )
}

/**
 * What 'Copy Link' copies. Without a password the bare address would open nothing: its keys go with it, and they are
 * opened with the private key. Null when they cannot be had; why has been said.
 */
async function addressToCopy(link: DownloadLink, unlock: LinkItemProps['unlock']): Promise<string | null> {
  if (link.has_password) return linkAddress(link.link_token)
  if (link.wrapped_link_key === null) {
    notify(
      'warning',
      'This link was made by another program: its keys are not known here and were not copied.',
    )
    return linkAddress(link.link_token)
  }
  const key = await unlock('Your private key is needed to copy this link together with its keys.')
  if (!key) return null
  try {
    const linkMaster = await unwrapLinkMaster(key.privateKey, link.wrapped_link_key)
    return linkAddress(link.link_token, masterFragment(linkMaster))
  } catch (error) {
    const isForeign = isCryptoError(error) && error.code === 'wrong-key'
    notify('error', isForeign ? foreignText : errorMessage(error))
    return null
  }
}

const foreignText =
  'The keys of this link are sealed to another key than the one that is unlocked. Restore the backup of that key in your profile to copy it.'
