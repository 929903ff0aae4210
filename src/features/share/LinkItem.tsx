import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useEffect, useRef, useState } from 'react'
import type { DownloadLink } from '../../../contract/downloads.ts'
import { errorMessage, isSessionEnd, toFailure } from '../../api/errorCatalogue.ts'
import { getOlderKeys, getUnlockedKey, type UnlockedKey } from '../../session/unlockedKey.ts'
import { notify } from '../../store/hooks.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton, useCopying } from '../../ui/CopyButton.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { FileNames as Names } from '../../ui/FileName.tsx'
import { count, formatNumber } from '../../ui/format.ts'
import { StatusText } from '../../ui/StatusText.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type AddressToCopy, addressToCopy } from './copyLink.ts'
import { LinkRefusedError } from './linkRefused.ts'

interface LinkItemProps {
  link: DownloadLink
  busy: boolean
  unlock: (purpose: string) => Promise<UnlockedKey | null>
  onDelete: () => void
}

/** One download link: how it is protected, since when and until when, and what it hands out. */
export function LinkItem({ link, busy, unlock, onDelete }: LinkItemProps) {
  const { checked, address, doubtful, decided } = useAddress(link, unlock)
  const copying = useCopying()
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
          <CopyButton
            label="Copy Link"
            busyLabel={checked < 1 ? `Checking ${Math.floor(100 * checked)} %` : undefined}
            text={address}
            copying={copying}
            disabled={busy}
          />
          <Button size="small" variant="outlined" color="error" disabled={busy} onClick={onDelete}>
            Delete
          </Button>
        </Stack>
      </Stack>
      <Facts>
        <Fact label={<span lang="de">Erstellt</span>}>
          <DateTime iso={link.creation_date} />
        </Fact>
        <Fact label={<span lang="de">Gültig bis</span>}>
          <DateTime iso={link.expiration_date} none="Never" />
        </Fact>
        <Fact label="Files">{count(link.files.length, 'file')}</Fact>
        <Fact label="Downloads">{count(link.download_count, 'file')}</Fact>
      </Facts>
      <FileNames names={link.files} />
      {doubtful && (
        <ConfirmDialog
          open
          title="Copy this link?"
          confirmLabel="Copy Link"
          onCancel={decided}
          onConfirm={() => {
            // In this click: the one that asked is too long ago for a clipboard.
            void copying.copy(doubtful.address)
            decided()
          }}
        >
          {doubtful.doubts.map((doubt) => (
            <p key={doubt}>{doubt}</p>
          ))}
        </ConfirmDialog>
      )}
    </Box>
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
 * What 'Copy Link' copies, and how much of it was checked, from 0 to 1. Null when there is nothing to be copied, and why
 * has been said; or nothing yet, and what is doubtful of it is asked about.
 */
function useAddress(link: DownloadLink, unlock: LinkItemProps['unlock']) {
  const [checked, setChecked] = useState(1)
  const [doubtful, setDoubtful] = useState<AddressToCopy | null>(null)
  const left = useRef(new AbortController())
  useEffect(() => {
    const controller = (left.current = new AbortController())
    return () => controller.abort()
  }, [])

  async function address(): Promise<string | null> {
    const key = link.has_password
      ? getUnlockedKey()
      : await unlock('Your private key is needed to copy this link together with its keys.')
    if (!key && !link.has_password) return null
    const { signal } = left.current
    setChecked(0)
    try {
      const made = await addressToCopy(link, {
        keys: key && [key, ...getOlderKeys()],
        signal,
        onProgress: (done) => setChecked(done / Math.max(1, link.file_ids.length)),
      })
      if (made.doubts.length === 0) return made.address
      if (!signal.aborted) setDoubtful(made)
      return null
    } catch (error) {
      if (signal.aborted) return null
      // A refusal is a warning: it stays until it was read.
      if (error instanceof LinkRefusedError) notify('error', error.message, null)
      else if (!isSessionEnd(toFailure(error))) notify('error', `Failed to copy link. ${errorMessage(error)}`)
      return null
    } finally {
      setChecked(1)
    }
  }

  return { checked, address, doubtful, decided: () => setDoubtful(null) }
}
