import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import FolderIcon from '@mui/icons-material/FolderOutlined'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import ShareIcon from '@mui/icons-material/Share'
import { type CSSProperties, memo, type MouseEvent, useContext } from 'react'
import { shownText } from '../../../../contract/shownText.ts'
import { wordsOfFingerprint } from '../../../../core/crypto/index.ts'
import type { ShownOrigin } from '../../../../core/trust/shownOrigin.ts'
import { canShareFile } from '../../../platform/fileSharing.ts'
import { FileName } from '../../../ui/values/FileName.tsx'
import { type FaultCode, fault } from '../../../../core/faults/fault.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { formatDateTime, formatDay, keyName, splitDateTime } from '../../../../i18n/format.ts'
import { ShortTime } from '../../../ui/values/DateTime.tsx'
import { ByteSize } from '../../../ui/values/ByteSize.tsx'
import { visuallyHidden } from '../../../ui/theme/visuallyHidden.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { useListOwner } from '../../../session/session.ts'
import { useAppSelector } from '../../../store/hooks.ts'
import { differenceText, unsealedText } from '../../../../i18n/differenceTexts.ts'
import { t } from '../../../../i18n/t.ts'
import { useLanguage } from '../../../i18n/useLanguage.ts'
import { type DirectoryNode, type FileNode, isNew, type TreeNode } from './fileTree.ts'
import { isExpirySoon } from '../keepLonger/keepingChoices.ts'
import { fileTypeOf } from './fileType.ts'
import { FileIconWithBadge, OriginText } from '../checks/OriginBadge.tsx'
import { PrivateNamesContext } from '../checks/privateNamesContext.ts'
import { ElsewhereContext, FileOriginsContext } from '../checks/origins.ts'
import {
  isUnopenedWithKey,
  selectHasReturned,
  selectIsLate,
  selectHasOpenName,
  selectIsText,
  selectIsUnsealed,
  selectUnopenedFault,
} from '../checks/sealedFilesSlice.ts'
import { type Sender, truncateAnswer } from '../senders/senders.ts'
import type { CheckState } from './selection.ts'
import type { VisibleRow } from './treeRows.ts'
import { RowSendersContext } from '../senders/useSenders.ts'

export interface RowActions {
  /** Called for a click: Shift selects from the previous row; Ctrl or the checkbox toggles this one. */
  onPick: (node: TreeNode, event: { shiftKey: boolean; toggles: boolean }) => void
  onOpen: (key: string) => void
  onDownload: (node: TreeNode) => void
  onShare: (node: TreeNode) => void
  onRead: (file: FileNode) => void
  onPreview: (file: FileNode) => void
}

interface TreeRowProps {
  row: VisibleRow
  /** One-based index among all rows, including the header. */
  index: number
  isOpen: boolean
  /** True for the one row in the tab order. */
  isActive: boolean
  check: CheckState
  canSelect: boolean
  canAct: boolean
  canShare: boolean
  actions: RowActions
}

/** A row of the tree. The arrow keys move to elements with `data-cell`; `FileTreeGrid` handles all keys. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  useLanguage()
  const { row, index, isOpen, isActive, check, canSelect, canAct, canShare, actions } = props
  const { node, level, position, setSize } = row
  const name = shownText(node.name)
  const isDirectory = node.kind === 'directory'
  const fileOrigins = useContext(FileOriginsContext)
  const origin = isDirectory ? undefined : fileOrigins.get(node.record.id)

  function handleClick(event: MouseEvent<HTMLElement>) {
    const { target, shiftKey } = event
    if (!(target instanceof Element) || target.closest('button, input')) return
    // Clicks beside the checkbox count as on it, for touch.
    const isOnCheckbox = target.closest('.check') !== null
    actions.onPick(node, { shiftKey, toggles: isOnCheckbox || event.ctrlKey || event.metaKey })
  }

  return (
    <div
      role="row"
      tabIndex={isActive ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-rowindex={index}
      aria-selected={check === 'checked'}
      {...(isDirectory && { 'aria-expanded': isOpen })}
      className="cells body"
      data-key={node.key}
      data-check={check}
      style={indentOf(level)}
      onClick={handleClick}
      // Keep a Shift-click from selecting text.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <span role="gridcell" className="check">
        <input
          type="checkbox"
          tabIndex={-1}
          data-cell="check"
          aria-label={t('files.select', { name })}
          checked={check === 'checked'}
          disabled={!canSelect || node.to === node.from}
          ref={(input) => {
            if (input) input.indeterminate = check === 'indeterminate'
          }}
          onClick={(event) => actions.onPick(node, { shiftKey: event.shiftKey, toggles: true })}
          // Handled by the click above; React requires a handler.
          onChange={() => undefined}
        />
      </span>
      <span role="gridcell" className="name">
        {isDirectory ? (
          <>
            <DirectoryName node={node} isOpen={isOpen} onOpen={() => actions.onOpen(node.key)} />
            <DirectoryCounts node={node} />
          </>
        ) : (
          <>
            <span className="opener" />
            <FileIconWithBadge origin={origin} type={fileTypeOf(node.name)} />
            <FileLabel
              file={node}
              origin={origin}
              onRead={canAct ? () => actions.onRead(node) : undefined}
              onPreview={canAct ? () => actions.onPreview(node) : undefined}
            />
          </>
        )}
      </span>
      {isDirectory ? <DirectoryCells node={node} /> : <FileCells file={node} />}
      <span role="gridcell" className="action">
        {canShare && node.kind === 'file' && canShareFile(node.name, node.record.file_size) && (
          <button
            type="button"
            tabIndex={-1}
            data-cell="share"
            className="download"
            disabled={!canAct}
            title={t('ui.share')}
            aria-label={t('files.shareOf', { name })}
            onClick={() => actions.onShare(node)}
          >
            <ShareIcon fontSize="small" />
          </button>
        )}
        {node.to > node.from && (
          <button
            type="button"
            tabIndex={-1}
            data-cell="action"
            className="download"
            disabled={!canAct}
            title={t('files.download')}
            aria-label={t('files.downloadOf', { name })}
            onClick={() => actions.onDownload(node)}
          >
            <DownloadIcon fontSize="small" />
          </button>
        )}
      </span>
    </div>
  )
})

const indentOf = (level: number) => ({ '--depth': level - 1 }) as CSSProperties

function DirectoryName({
  node: { name, sender },
  isOpen,
  onOpen,
}: Pick<TreeRowProps, 'isOpen'> & { node: DirectoryNode; onOpen: () => void }) {
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className="opener"
        aria-label={t(isOpen ? 'files.collapse' : 'files.expand', { name: shownText(name) })}
        onClick={onOpen}
      >
        <ChevronRightIcon fontSize="small" data-open={isOpen} />
      </button>
      {sender ? <PersonIcon className="icon" /> : <FolderIcon className="icon" />}
      <button type="button" tabIndex={-1} data-cell="name" className="label" onClick={onOpen}>
        {sender ? <SenderLabel sender={sender} /> : <FileName name={name} whole="on-phone" />}
      </button>
    </>
  )
}

function SenderLabel({ sender: { title, status, answers, email } }: { sender: Sender }) {
  return (
    <>
      <span className={status === 'answered' ? 'sender' : 'sender muted'}>{shownText(title)}</span>
      {status === 'missing' && <Remark tone="wrong" text={t('senders.missingText')} />}
      {status === 'later' && <Remark text={faultText(fault('newer-version'))} />}
      {status === 'left-behind' && <Remark text={t('senders.leftBehindText')} />}
      {status === 'closed' && <Remark text={t('senders.closedText')} />}
      {answers.length > 0 && (
        <span className="remark answers">
          {answers
            .filter(({ value }) => value !== '')
            .map(
              ({ label, value }) =>
                `${shownText(label)}: ${formatDay(value) ?? shownText(truncateAnswer(value))}`,
            )
            .join(' · ')}
        </span>
      )}
      {status === 'answered' && email !== null && (
        <Remark text={t('senders.verifiedAs', { email: shownText(email) })} />
      )}
    </>
  )
}

interface FileLabelProps {
  file: FileNode
  origin: ShownOrigin | undefined
  onRead: (() => void) | undefined
  onPreview: (() => void) | undefined
}

function FileLabel({ file, origin, onRead, onPreview }: FileLabelProps) {
  const { name, record, isDuplicate, differences, isLocked, verdict } = file
  const isPrivate = useContext(PrivateNamesContext)
  const { uploader_email, sent_by, sealed_to, damaged_at, copied, expires_at } = record
  const listOwner = useListOwner()
  const isUnsealed = useAppSelector((state) => selectIsUnsealed(state, record.id))
  const hasOpenName = useAppSelector((state) => isPrivate && selectHasOpenName(state, record.id))
  // The server names the key that the file is sealed to; that it does not open was verified here.
  const unopenedFault = useAppSelector((state) => selectUnopenedFault(state, record.id))
  const elsewhere = useContext(ElsewhereContext).get(record.id)
  const hasReturned = useAppSelector((state) => selectHasReturned(state, record.id))
  const isLate = useAppSelector((state) => selectIsLate(state, record.id))
  const isText = useAppSelector((state) => selectIsText(state, record.id))
  const remarks = [
    sent_by !== undefined && (sent_by === listOwner?.username ? t('files.sentByYou') : shownText(sent_by)),
    uploader_email && shownText(uploader_email),
    unopenedFault !== undefined && sealed_to !== undefined && t('files.olderKey'),
    origin === 'copied' && t('files.saidCopied'),
    // Without a secret link nothing is proven, and this is no mark of its origin.
    origin === undefined && copied && t('files.copiedHere'),
  ].filter(Boolean)
  const { byFile: senders, showSender } = useContext(RowSendersContext)
  const sender = senders.get(record.id)
  return (
    <span className="label" tabIndex={-1} data-cell="name">
      <span className="line" title={shownText(name)}>
        {/* Phones have no tooltip for the whole name. */}
        <button
          type="button"
          tabIndex={-1}
          data-cell="preview"
          className="look"
          disabled={!onPreview}
          onClick={onPreview}
        >
          {isLocked ? <span className="locked">{name}</span> : <FileName name={name} whole="on-phone" />}
        </button>
        {isDuplicate && (
          <span className="dup" title={t('files.duplicateHint')}>
            {t('files.duplicate')}
          </span>
        )}
        <OriginText origin={origin} />
        {isNew(file) && (
          <span className="new" title={t('files.neverDownloaded')}>
            <span style={visuallyHidden}>{t('files.isNew')}</span>
          </span>
        )}
      </span>
      {isText && (
        <button
          type="button"
          tabIndex={-1}
          data-cell="read"
          className="remark read"
          disabled={!onRead}
          aria-label={t('message.readOf', { name: shownText(name) })}
          onClick={onRead}
        >
          {t('message.read')}
        </button>
      )}
      {elsewhere !== undefined && (
        <Remark
          tone="wrong"
          text={elsewhere === '' ? t('files.sentElsewhere') : t('files.sentTo', { title: elsewhere })}
        />
      )}
      {origin === 'wrong' && <Remark tone="wrong" text={t('files.saidWrong')} />}
      {isUnopenedWithKey(unopenedFault) && (
        <Remark
          tone="wrong"
          text={t('files.unopened', { reason: faultText(fault(unopenedFault)) })}
          faultCode={unopenedFault}
        />
      )}
      {damaged_at !== undefined && (
        <Remark tone="wrong" text={t('files.damagedOn', { time: formatDateTime(damaged_at) })} />
      )}
      {differences.length > 0 && (
        <Remark
          tone="altered"
          title={t('files.shownAs', { name: shownText(record.stored_filename) })}
          text={differences.map((one) => differenceText(one)).join(' · ')}
        />
      )}
      {verdict === 'renamed' && <Remark text={t('files.nameWasKnown')} />}
      {hasOpenName && <Remark tone="altered" text={t('files.openName')} />}
      {isUnsealed && <Remark tone="altered" title={t('files.noManifest')} text={unsealedText()} />}
      {hasReturned && <Remark tone="altered" text={t('files.isBack')} />}
      {isLate && <Remark tone="altered" title={t('files.lateHint')} text={t('files.late')} />}
      {sender?.status === 'missing' && (
        <Remark tone="wrong" title={t('senders.missingText')} text={t('senders.missing')} />
      )}
      {sender?.status === 'left-behind' && (
        <Remark title={t('senders.leftBehindText')} text={t('senders.leftBehind')} />
      )}
      {sender?.status === 'answered' && (
        <button
          type="button"
          tabIndex={-1}
          data-cell="sender"
          className="remark from"
          onClick={() => showSender({ name, sender })}
        >
          {t('senders.from', { sender: shownText(sender.title) })}
        </button>
      )}
      {remarks.length > 0 && (
        <Remark
          title={
            sealed_to && t('files.sealedTo', { key: keyName(wordsOfFingerprint(sealed_to) ?? [sealed_to]) })
          }
          text={remarks.join(' · ')}
        />
      )}
      {expires_at !== undefined && (
        <Remark
          {...(isExpirySoon(expires_at, serverNow()) && { tone: 'altered' })}
          title={t('files.deletedAt', { time: formatDateTime(expires_at) })}
          text={t('files.keptTo', { date: splitDateTime(expires_at)?.date ?? '' })}
        />
      )}
    </span>
  )
}

interface RemarkProps {
  tone?: 'wrong' | 'altered'
  title?: string | undefined
  text: string
  /** For reports of faults. */
  faultCode?: FaultCode
}

const Remark = ({ tone, title, text, faultCode }: RemarkProps) => (
  <span className={tone ? `remark ${tone}` : 'remark'} title={title} data-fault={faultCode}>
    {text}
  </span>
)

function FileCells({ file: { record } }: { file: FileNode }) {
  const { upload_time, last_downloaded_admin, file_size } = record
  return (
    <>
      <span role="gridcell" className="uploaded" tabIndex={-1} data-cell="uploaded">
        <ShortTime iso={upload_time} />
      </span>
      <span
        role="gridcell"
        className="downloaded"
        tabIndex={-1}
        data-cell="downloaded"
        data-never={last_downloaded_admin === null}
      >
        <span className="caption">{t('files.downloadedAt')} </span>
        {last_downloaded_admin === null ? <NeverDownloaded /> : <ShortTime iso={last_downloaded_admin} />}
      </span>
      <span role="gridcell" className="size" tabIndex={-1} data-cell="size">
        <ByteSize bytes={file_size} />
      </span>
    </>
  )
}

function DirectoryCounts({ node: { from, to, bytes, newFiles, hiddenDownloaded } }: { node: DirectoryNode }) {
  const files = to - from
  return (
    <span className="counts">
      {files === 0 ? t('files.emptyDirectory') : t('files.fileCount', { count: files })}
      {newFiles > 0 && <span className="newFiles">{t('dashboard.newFiles', { count: newFiles })}</span>}
      {hiddenDownloaded > 0 && <span>{t('files.alreadyDownloaded', { count: hiddenDownloaded })}</span>}
      {files > 0 && (
        <span className="on-phone">
          <ByteSize bytes={bytes} />
        </span>
      )}
    </span>
  )
}

function DirectoryCells({ node: { from, to, bytes } }: { node: DirectoryNode }) {
  return (
    <>
      <span role="gridcell" className="uploaded" />
      <span role="gridcell" className="downloaded" />
      <span role="gridcell" className="size of-directory" tabIndex={-1} data-cell="size">
        {to > from && <ByteSize bytes={bytes} />}
      </span>
    </>
  )
}

/** The mark beside the name says it already, so the column stays quiet. */
const NeverDownloaded = () => (
  <span style={{ position: 'relative' }}>
    <span aria-hidden>-</span>
    <span style={visuallyHidden}>{t('ui.never')}</span>
  </span>
)
