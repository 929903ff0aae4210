import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'
import type { DownloadLink } from '../../../contract/downloads.ts'
import type { Folder } from '../../../contract/folders.ts'
import { faultOf } from '../../faults/faultOf.ts'
import { isSessionEnd } from '../../faults/kinds.ts'
import { getUnlockedKey, type UnlockedKey } from '../../session/unlockedKey.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { errorText } from '../../texts/errorText.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton, useCopying } from '../../ui/CopyButton.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { FileNames as Names } from '../../ui/FileName.tsx'
import { count, formatNumber } from '../../ui/format.ts'
import { StatusText } from '../../ui/StatusText.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Between, Buttons, Scrolling } from '../../ui/layout.ts'
import { type AddressToCopy, addressToCopy } from './copyLink.ts'
import { LinkRefusedError } from './linkRefused.ts'
import { LinkUses } from './LinkUses.tsx'

interface LinkItemProps {
  folder: Folder
  link: DownloadLink
  busy: boolean
  unlock: (purpose: string) => Promise<UnlockedKey | null>
  onDelete: () => void
}

/** One download link: how it is protected, since when and until when, and what it hands out. */
export function LinkItem({ folder, link, busy, unlock, onDelete }: LinkItemProps) {
  const { checked, address, doubtful, decided } = useAddress({ folder, link, unlock })
  const copying = useCopying()
  const mayChange = link.is_own || folder.several?.role !== 'member'
  return (
    <li>
      <Head>
        <Tag>
          {link.has_password ? (
            <StatusText tone="good">Password Protected</StatusText>
          ) : (
            <StatusText tone="attention" hollow>
              Public (No Password)
            </StatusText>
          )}
        </Tag>
        <Buttons>
          <CopyButton
            label="Copy Link"
            busyLabel={checked < 1 ? `Checking ${Math.floor(100 * checked)} %` : undefined}
            text={address}
            copying={copying}
            disabled={busy}
          />
          {mayChange && (
            <Button size="small" variant="outlined" color="error" disabled={busy} onClick={onDelete}>
              Delete
            </Button>
          )}
        </Buttons>
      </Head>
      <Facts>
        <Fact label={<span lang="de">Erstellt</span>}>
          <DateTime iso={link.creation_date} />
        </Fact>
        <Fact label={<span lang="de">Gültig bis</span>}>
          <DateTime iso={link.expiration_date} none="Never" />
        </Fact>
        <Fact label="Files">{count(link.files.length, 'file')}</Fact>
        <Fact label="Downloads">{count(link.download_count, 'file')}</Fact>
        {link.max_downloads !== null && (
          <Fact label="Used">
            <LinkUses link={link} max={link.max_downloads} mayChange={mayChange} />
          </Fact>
        )}
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
    </li>
  )
}

const named = 5

function FileNames({ names }: { names: readonly string[] }) {
  const rest = names.slice(named)
  return (
    <Named>
      <Names names={names.slice(0, named)} />
      {rest.length > 0 && (
        <details>
          <summary>{`and ${formatNumber(rest.length)} more`}</summary>
          <Scrolling tabIndex={0} role="group" aria-label="More files of this link">
            <Names names={rest} />
          </Scrolling>
        </details>
      )}
    </Named>
  )
}

/**
 * What 'Copy Link' copies, and how much of it was checked, from 0 to 1. Null when there is nothing to be copied, and why
 * has been said; or nothing yet, and what is doubtful of it is asked about.
 */
function useAddress({ folder, link, unlock }: Pick<LinkItemProps, 'folder' | 'link' | 'unlock'>) {
  const dispatch = useAppDispatch()
  const [checked, setChecked] = useState(1)
  const [doubtful, setDoubtful] = useState<AddressToCopy | null>(null)
  const left = useRef(new AbortController())
  useEffect(() => {
    const controller = (left.current = new AbortController())
    return () => controller.abort()
  }, [])

  async function address(): Promise<string | null> {
    const isBare = link.has_password && getUnlockedKey() === null
    const key = isBare
      ? null
      : await unlock('Your private key is needed to copy this link together with its keys.')
    if (!key && !isBare) return null
    const { signal } = left.current
    setChecked(0)
    try {
      const onProgress = (done: number) => setChecked(done / Math.max(1, link.file_ids.length))
      const made = await dispatch(addressToCopy(link, { folder, key, signal, onProgress }))
      if (made.doubts.length === 0) return made.address
      if (!signal.aborted) setDoubtful(made)
      return null
    } catch (error) {
      if (signal.aborted) return null
      // A refusal is a warning: it stays until it was read.
      if (error instanceof LinkRefusedError) notify('error', error.message, null)
      else if (!isSessionEnd(faultOf(error))) notify('error', `Failed to copy link. ${errorText(error)}`)
      return null
    } finally {
      setChecked(1)
    }
  }

  return { checked, address, doubtful, decided: () => setDoubtful(null) }
}

const Head = styled(Between)(({ theme: { spacing, breakpoints } }) => ({
  gap: spacing(1),
  [breakpoints.down('sm')]: { flexDirection: 'column', alignItems: 'flex-start' },
}))

const Named = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.small,
  marginTop: spacing(0.75),
  overflowWrap: 'anywhere',
  '& > details': { color: vars.palette.text.secondary },
  '& > details > summary': { cursor: 'pointer' },
}))
