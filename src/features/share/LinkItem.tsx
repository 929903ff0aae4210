import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isPlaceholder } from '../../../contract/fileNames.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { shownLines, shownText } from '../../../contract/shownText.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { isSessionEnd } from '../../../core/faults/faultKinds.ts'
import { mayManage } from '../../../core/trust/folderKeyFields.ts'
import { getUnlockedKey } from '../../session/unlockedKey.ts'
import type { Unlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/t.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { ShortTime } from '../../ui/values/DateTime.tsx'
import { DescriptionListItem, DescriptionList } from '../../ui/values/DescriptionList.tsx'
import { useFocusHandover } from '../../ui/hooks/useFocusHandover.ts'
import { useQuestion } from '../../ui/hooks/useQuestion.ts'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import { StatusText } from '../../ui/messages/StatusText.tsx'
import { ShareButton } from '../../ui/buttons/ShareButton.tsx'
import { Tag } from '../../ui/values/Tag.tsx'
import { SpaceBetween, Buttons } from '../../ui/theme/layout.ts'
import { type AddressToCopy, prepareAddressToCopy } from './listedLink.ts'
import { linkProblemText, LinkRefusedError } from './linkProblem.ts'
import { MailButton } from './MailButton.tsx'
import { mailOfLink } from './openMailProgram.ts'
import { InlineButton, ValueWithButtons } from './InlineButton.ts'
import { LinkExpiry } from './LinkExpiry.tsx'
import { LinkUses } from './LinkUses.tsx'
import { LinkedFiles } from './LinkedFiles.tsx'
import { NamedPeople } from './NamedPeople.tsx'
import { IntroductionDialog } from './IntroductionDialog.tsx'
import { type LinkedFile, LinkPasswordDialog, RemoveFileDialog } from './ResealDialogs.tsx'

interface LinkItemProps extends Pick<Unlock, 'unlock'> {
  folder: Folder
  link: DownloadLink
  /** Names in the list of the folder's files, by id. */
  rowNames: ReadonlyMap<number, string>
  /** True for a link that has expired: it can be extended, and not copied. */
  isOver: boolean
  busy: boolean
  /** The heading that gets the focus when the link leaves the list. */
  heading?: string
  /** Names the folder, in a list of several. */
  folderName?: ReactNode
  onDelete: () => void
}

export function LinkItem(props: LinkItemProps) {
  const { folder, link, rowNames, isOver, busy, unlock, heading, folderName, onDelete } = props
  const shownNames = folderName === undefined ? null : rowNames
  const { checkedFraction, getAddress, openQuestion, reply } = useCheckedAddress({
    ...{ folder, link, unlock, shownNames },
  })
  const [isChangingIntroduction, setChangingIntroduction] = useState(false)
  const [resealing, setResealing] = useState<LinkedFile | 'password' | null>(null)
  const askToReseal = async (what: LinkedFile | 'password') => {
    if (await unlock(() => t('share.copyPurpose'))) setResealing(what)
  }
  const mayChange = link.is_own || mayManage(folder)
  // In a list of several folders, titles are the server's word, and nothing else would say what is handed out.
  const areNamesShown =
    shownNames === null ||
    link.files.every((name, at) => !isPlaceholder(name) || shownNames.has(link.file_ids[at] ?? 0))
  const item = useRef<HTMLLIElement>(null)
  // An extended link goes to the other list.
  useFocusHandover(item, heading)
  return (
    <li ref={item}>
      <Head>
        <ValueWithButtons>
          <Tag>
            {link.has_password || link.named_people ? (
              <StatusText tone="good">
                {t(link.has_password ? 'share.protected' : 'share.namedTag')}
              </StatusText>
            ) : (
              <StatusText tone="attention" hollow>
                {t('share.open')}
              </StatusText>
            )}
          </Tag>
          {mayChange && (
            <InlineButton
              variant="text"
              size="small"
              disabled={busy}
              onClick={() => void askToReseal('password')}
            >
              {t(link.has_password ? 'share.changePassword' : 'share.setPassword')}
            </InlineButton>
          )}
        </ValueWithButtons>
        <Buttons>
          {!isOver && areNamesShown && (
            <>
              <CopyButton
                label={t('dashboard.copyLink')}
                busyLabel={
                  checkedFraction < 1
                    ? t('share.checkingAt', { percent: Math.floor(100 * checkedFraction) })
                    : undefined
                }
                text={() => getAddress(t('dashboard.copyLink'))}
                disabled={busy}
              />
              <MailButton
                mail={async () => {
                  const address = await getAddress(t('share.writeMail'))
                  return address === null ? null : mailOfLink(address, link.title, link.expiration_date)
                }}
                disabled={busy}
              />
              <ShareButton link={() => getAddress(t('ui.share'))} subject={link.title} disabled={busy} />
            </>
          )}
          {mayChange && !isOver && areNamesShown && folder.kind === 'sent' && (
            <ButtonLink to="/send" search={{ link: link.link_token }} size="small">
              {t('share.addFiles')}
            </ButtonLink>
          )}
          {mayChange && (
            <Button size="small" color="error" disabled={busy} onClick={onDelete}>
              {t('ui.delete')}
            </Button>
          )}
        </Buttons>
      </Head>
      {(link.title !== null || link.message !== null || mayChange) && (
        <Introduction>
          {link.title !== null && <strong>{shownText(link.title)}</strong>}
          {link.message !== null && <span title={shownLines(link.message)}>{shownLines(link.message)}</span>}
          {mayChange && (
            <Button variant="text" size="small" disabled={busy} onClick={() => setChangingIntroduction(true)}>
              {t('share.changeWords')}
            </Button>
          )}
        </Introduction>
      )}
      <DescriptionList>
        {folderName && <DescriptionListItem label={t('sent.byFolder')}>{folderName}</DescriptionListItem>}
        <DescriptionListItem label={t('share.created')}>
          <ShortTime iso={link.creation_date} />
        </DescriptionListItem>
        <DescriptionListItem label={t(isOver ? 'dashboard.expired' : 'share.validUntil')}>
          <LinkExpiry link={link} mayChange={mayChange} />
        </DescriptionListItem>
        <DescriptionListItem label={t('files.list')}>{formatNumber(link.file_count)}</DescriptionListItem>
        <DescriptionListItem label={t('share.filesDownloaded')}>
          {formatNumber(link.download_count)}
        </DescriptionListItem>
        {link.max_downloads !== null && (
          <DescriptionListItem label={t('share.downloads')}>
            <LinkUses link={link} max={link.max_downloads} mayChange={mayChange} />
          </DescriptionListItem>
        )}
      </DescriptionList>
      <LinkedFiles
        link={link}
        rowNames={rowNames}
        heading={heading}
        onRemove={mayChange && !busy ? (file) => void askToReseal(file) : null}
      />
      {!isOver && !areNamesShown && <Explanation>{t('sent.copyInFolder')}</Explanation>}
      {link.named_people && <NamedPeople link={link} people={link.named_people} mayChange={mayChange} />}
      {isChangingIntroduction && (
        <IntroductionDialog link={link} onClose={() => setChangingIntroduction(false)} />
      )}
      {resealing === 'password' && (
        <LinkPasswordDialog folder={folder} link={link} onClose={() => setResealing(null)} />
      )}
      {resealing !== null && resealing !== 'password' && (
        <RemoveFileDialog folder={folder} link={link} file={resealing} onClose={() => setResealing(null)} />
      )}
      {openQuestion && (
        <ConfirmDialog
          open
          title={t('share.handOutQuestion')}
          confirmLabel={openQuestion.label}
          onCancel={() => reply(null)}
          // What waits goes on in this click: the first one is too long ago for the clipboard and the share sheet.
          onConfirm={() => reply(true)}
        >
          {openQuestion.doubts.map((doubt) => (
            <p key={doubt.text}>{linkProblemText(doubt)}</p>
          ))}
        </ConfirmDialog>
      )}
    </li>
  )
}

interface Doubts extends Pick<AddressToCopy, 'doubts'> {
  /** Names the way in which the address is handed out once the person has confirmed. */
  label: string
}

/** Checks the link, asks about doubts, and returns its address; null if it is refused. */
function useCheckedAddress({
  folder,
  link,
  unlock,
  shownNames,
}: Pick<LinkItemProps, 'folder' | 'link' | 'unlock'> & {
  /** Hidden names that are shown, by id; null for those of the folder's own list. */
  shownNames: LinkItemProps['rowNames'] | null
}) {
  const dispatch = useAppDispatch()
  /** Progress of the check, from 0 to 1. */
  const [checkedFraction, setCheckedFraction] = useState(1)
  const { openQuestion, ask, reply } = useQuestion<Doubts, true>()
  const unmounted = useRef(new AbortController())
  useEffect(() => {
    const controller = (unmounted.current = new AbortController())
    return () => controller.abort()
  }, [])

  async function getAddress(label: string): Promise<string | null> {
    const checked = await check()
    if (checked === null) return null
    const { address, doubts } = checked
    return doubts.length === 0 || (await ask({ label, doubts })) ? address : null
  }

  async function check(): Promise<AddressToCopy | null> {
    const isBare = link.has_password && getUnlockedKey() === null
    const key = isBare ? null : await unlock(() => t('share.copyPurpose'))
    if (!key && !isBare) return null
    const { signal } = unmounted.current
    setCheckedFraction(0)
    try {
      const onProgress = (done: number) => setCheckedFraction(done / Math.max(1, link.file_count))
      return await dispatch(prepareAddressToCopy(link, { folder, key, signal, onProgress, shownNames }))
    } catch (error) {
      if (signal.aborted) return null
      // A refusal is a warning, so it stays until it is closed.
      const isRefused = error instanceof LinkRefusedError
      const reason = isRefused ? linkProblemText(error.problem) : errorText(error)
      if (isRefused) notify('error', t('share.linkNotCopied', { reason }), null)
      else if (!isSessionEnd(faultOf(error))) notify('error', t('share.linkNotCopied', { reason }))
      return null
    } finally {
      setCheckedFraction(1)
    }
  }

  return { checkedFraction, getAddress, openQuestion, reply }
}

const Head = styled(SpaceBetween)(({ theme: { spacing, breakpoints } }) => ({
  gap: spacing(1),
  [breakpoints.down('sm')]: { flexDirection: 'column', alignItems: 'flex-start' },
}))

const Introduction = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.body2,
  margin: spacing(1, 0),
  overflowWrap: 'anywhere',
  // Aligns the text of the button, not its edge.
  '& > .MuiButton-root': { marginLeft: spacing(-1.25) },
  '& > strong': { display: 'block', fontWeight: 560 },
  '& > span': {
    ...typography.small,
    color: vars.palette.text.secondary,
    whiteSpace: 'pre-line',
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 3,
    overflow: 'hidden',
  },
}))
