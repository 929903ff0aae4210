import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import FolderIcon from '@mui/icons-material/FolderOutlined'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import ShareIcon from '@mui/icons-material/Share'
import { type CSSProperties, memo, type MouseEvent, useContext } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { wordsOfFingerprint } from '../../../core/crypto/index.ts'
import type { ShownOrigin } from '../../../core/trust/shownOrigin.ts'
import { canShareFile } from '../../platform/fileSharing.ts'
import { FileName } from '../../ui/FileName.tsx'
import { formatDay, keyName } from '../../../i18n/format.ts'
import { ShortTime } from '../../ui/DateTime.tsx'
import { Size } from '../../ui/Size.tsx'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { useListOwner } from '../../session/session.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { differenceText, unsealedText } from '../../../i18n/differenceTexts.ts'
import { t } from '../../../i18n/t.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { type DirectoryNode, type FileNode, isNew, type TreeNode } from './fileTree.ts'
import { damagedRemark } from './damagedTexts.ts'
import { fileTypeOf } from './fileType.ts'
import { FileIconWithBadge, OriginText } from './OriginBadge.tsx'
import { OriginMarksContext } from './origins.ts'
import { selectIsClosed, selectIsLate, selectIsUnsealed } from './sealedFilesSlice.ts'
import type { Sender } from './senders.ts'
import type { CheckState } from './selection.ts'
import type { VisibleRow as Row } from './treeRows.ts'
import { truncateAnswer } from './truncateAnswer.ts'
import { RowSendersContext } from './useSenders.ts'

export interface RowActions {
  /** Called for a click: Shift selects from the previous row; Ctrl or the checkbox toggles this one. */
  onPick: (node: TreeNode, event: { shiftKey: boolean; toggles: boolean }) => void
  onOpen: (key: string) => void
  onDownload: (node: TreeNode) => void
  onShare: (node: TreeNode) => void
}

interface TreeRowProps {
  row: Row
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

/** A row of the tree. The arrow keys move to elements with `data-cell`; `FileTree` handles all keys. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  useLanguage()
  const { row, index, isOpen, isActive, check, canSelect, canAct, canShare, actions } = props
  const { node, level, position, setSize } = row
  const name = shownText(node.name)
  const isDirectory = node.kind === 'directory'

  function onClick(event: MouseEvent<HTMLElement>) {
    const { target, shiftKey } = event
    if (!(target instanceof Element) || target.closest('button, input')) return
    // Clicks beside the checkbox count as on it, for touch.
    const isOfBox = target.closest('.check') !== null
    actions.onPick(node, { shiftKey, toggles: isOfBox || event.ctrlKey || event.metaKey })
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
      onClick={onClick}
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
            <FileNameCell file={node} />
          </>
        )}
      </span>
      {isDirectory ? <DirectoryFigures node={node} /> : <FileFigures file={node} />}
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

interface DirectoryNameProps {
  node: DirectoryNode
  isOpen: boolean
  onOpen: () => void
}

function DirectoryName({ node: { name, sender }, isOpen, onOpen }: DirectoryNameProps) {
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

/** Title and answers of a sender. */
function SenderLabel({ sender: { title, standing, answers, email } }: { sender: Sender }) {
  return (
    <>
      <span className={standing === 'answered' ? 'sender' : 'sender muted'}>{shownText(title)}</span>
      {standing === 'missing' && <span className="remark wrong">{t('senders.missingText')}</span>}
      {standing === 'left-behind' && <span className="remark">{t('senders.leftBehindText')}</span>}
      {standing === 'closed' && <span className="remark">{t('senders.closedText')}</span>}
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
      {standing === 'answered' && email !== null && (
        <span className="remark">{t('senders.verifiedAs', { email: shownText(email) })}</span>
      )}
    </>
  )
}

function FileNameCell({ file }: { file: FileNode }) {
  const mark = useContext(OriginMarksContext).get(file.record.id)
  return (
    <>
      <FileIconWithBadge mark={mark} type={fileTypeOf(file.name)} />
      <FileLabel file={file} mark={mark} />
    </>
  )
}

function FileLabel({ file, mark }: { file: FileNode; mark: ShownOrigin | undefined }) {
  const { name, record, isDuplicate, differences } = file
  const { uploader_email, sent_by, sealed_to, damaged_at, copied } = record
  const reader = useListOwner()
  const isUnsealed = useAppSelector((state) => selectIsUnsealed(state, record.id))
  // The server names the key that the file is sealed to; that it does not open was verified here.
  const isClosed = useAppSelector((state) => selectIsClosed(state, record.id))
  const isLate = useAppSelector((state) => selectIsLate(state, record.id))
  const remarks = [
    sent_by !== undefined && (sent_by === reader?.username ? t('files.sentByYou') : shownText(sent_by)),
    uploader_email && shownText(uploader_email),
    isClosed && sealed_to !== undefined && t('files.olderKey'),
    mark === 'copied' && t('files.saidCopied'),
    // Without a secret link nothing is proven, and this is no mark of its origin.
    mark === undefined && copied && t('files.copiedHere'),
  ].filter(Boolean)
  const { byFile: senders, show } = useContext(RowSendersContext)
  const sender = senders.get(record.id)
  return (
    <span className="label" tabIndex={-1} data-cell="name">
      <span className="line" title={shownText(name)}>
        {/* Phones have no tooltip for the whole name. */}
        <FileName name={name} whole="on-phone" />
        {isDuplicate && (
          <span className="dup" title={t('files.duplicateHint')}>
            {t('files.duplicate')}
          </span>
        )}
        <OriginText mark={mark} />
        {isNew(file) && <NewMark />}
      </span>
      {mark === 'wrong' && <span className="remark wrong">{t('files.saidWrong')}</span>}
      {damaged_at !== undefined && <span className="remark wrong">{damagedRemark(damaged_at)}</span>}
      {differences.length > 0 && (
        <span
          className="remark altered"
          title={t('files.shownAs', { name: shownText(record.stored_filename) })}
        >
          {differences.map((one) => differenceText(one)).join(' · ')}
        </span>
      )}
      {isUnsealed && (
        <span className="remark altered" title={t('files.noManifest')}>
          {unsealedText()}
        </span>
      )}
      {isLate && (
        <span className="remark altered" title={t('files.lateHint')}>
          {t('files.late')}
        </span>
      )}
      {sender?.standing === 'missing' && (
        <span className="remark wrong" title={t('senders.missingText')}>
          {t('senders.missing')}
        </span>
      )}
      {sender?.standing === 'left-behind' && (
        <span className="remark" title={t('senders.leftBehindText')}>
          {t('senders.leftBehind')}
        </span>
      )}
      {sender?.standing === 'answered' && (
        <button
          type="button"
          tabIndex={-1}
          data-cell="sender"
          className="remark from"
          onClick={() => show({ name, sender })}
        >
          {t('senders.from', { sender: shownText(sender.title) })}
        </button>
      )}
      {remarks.length > 0 && (
        <span
          className="remark"
          title={
            sealed_to && t('files.sealedTo', { key: keyName(wordsOfFingerprint(sealed_to) ?? [sealed_to]) })
          }
        >
          {remarks.join(' · ')}
        </span>
      )}
    </span>
  )
}

/** Marks a file that its owner never downloaded. */
const NewMark = () => (
  <span className="new" title={t('files.neverDownloaded')}>
    <span style={visuallyHidden}>{t('files.isNew')}</span>
  </span>
)

function FileFigures({ file: { record } }: { file: FileNode }) {
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
        {last_downloaded_admin === null ? <NotYet /> : <ShortTime iso={last_downloaded_admin} />}
      </span>
      <span role="gridcell" className="size" tabIndex={-1} data-cell="size">
        <Size bytes={file_size} />
      </span>
    </>
  )
}

/** Number of files in a directory and how many are new, beside its name. */
function DirectoryCounts({ node: { from, to, bytes, fresh, downloaded } }: { node: DirectoryNode }) {
  const files = to - from
  return (
    <span className="counts">
      {files === 0 ? t('files.emptyDirectory') : t('files.fileCount', { count: files })}
      {fresh > 0 && <span className="fresh">{t('dashboard.newFiles', { count: fresh })}</span>}
      {downloaded > 0 && <span>{t('files.alreadyDownloaded', { count: downloaded })}</span>}
      {files > 0 && (
        <span className="on-phone">
          <Size bytes={bytes} />
        </span>
      )}
    </span>
  )
}

function DirectoryFigures({ node: { from, to, bytes } }: { node: DirectoryNode }) {
  return (
    <>
      <span role="gridcell" className="uploaded" />
      <span role="gridcell" className="downloaded" />
      <span role="gridcell" className="size of-directory" tabIndex={-1} data-cell="size">
        {to > from && <Size bytes={bytes} />}
      </span>
    </>
  )
}

/** The mark beside the name says it already, so the column stays quiet. */
const NotYet = () => (
  <span style={{ position: 'relative' }}>
    <span aria-hidden>-</span>
    <span style={visuallyHidden}>{t('ui.never')}</span>
  </span>
)
