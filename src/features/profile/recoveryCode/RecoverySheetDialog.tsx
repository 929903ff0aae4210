import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import GlobalStyles from '@mui/material/GlobalStyles'
import { styled } from '@mui/material/styles'
import { useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { logoSize } from '../../../../contract/shownLook.ts'
import { toBase64 } from '../../../../core/crypto/index.ts'
import { t } from '../../../../i18n/t.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { serviceName, useLook } from '../../../ui/theme/look.ts'
import type { ShownLook } from '../../../ui/theme/readLook.ts'
import { useAsyncValue } from '../../../ui/hooks/useAsyncValue.ts'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { TitledDialog } from '../../../ui/dialogs/TitledDialog.tsx'
import {
  printStyle,
  sheetClass,
  type SheetContent,
  type SheetLogo,
  sheetFileText,
  sheetName,
  sheetStyle,
} from './recoverySheetFile.ts'
import { RecoverySheet } from './RecoverySheet.tsx'
import { saveTextFile } from '../../../platform/saveBlob.ts'
import { useLeaveWarning } from '../common/useLeaveWarning.ts'

interface RecoverySheetDialogProps {
  content: SheetContent
  onClose: (isSaved: boolean) => void
}

/** Shows the code once, and asks before closing if it was not saved. */
export function RecoverySheetDialog({ content, onClose }: RecoverySheetDialogProps) {
  const sheet = useRef<HTMLElement>(null)
  const logo = useSheetLogo()
  const [isSaved, setSaved] = useState(false)
  const [asking, setAsking] = useState(false)
  useLeaveWarning(!isSaved)

  const leave = () => (isSaved ? onClose(true) : setAsking(true))

  function print() {
    printAs(sheetName(content))
    setSaved(true)
  }

  function save() {
    if (!sheet.current) return
    saveTextFile(
      `${sheetName(content)}.html`,
      'text/html',
      sheetFileText(sheet.current.outerHTML, serviceName()),
    )
    setSaved(true)
  }

  return (
    <>
      <GlobalStyles styles={sheetStyle} />
      <TitledDialog open maxWidth="md" scroll="paper" onClose={leave} title={t('keys.sheetTitle')}>
        {/* Scrollable by keyboard as well. */}
        <Content dividers tabIndex={0}>
          <Explanation sx={{ mb: 2 }}>{t('keys.sheetText')}</Explanation>
          <Paper>
            <RecoverySheet content={content} logo={logo} ref={sheet} />
          </Paper>
        </Content>
        <Actions>
          <Button variant="contained" size="small" autoFocus onClick={print}>
            {t('keys.printSheet')}
          </Button>
          <Button size="small" onClick={save}>
            {t('keys.saveSheet')}
          </Button>
          <CopyButton
            text={content.code}
            label={t('profile.copyCode')}
            failure={t('keys.codeNotCopied')}
            onCopied={() => setSaved(true)}
          />
          <Button size="small" className="done" onClick={leave}>
            {t('session.finish')}
          </Button>
        </Actions>
      </TitledDialog>
      <PrintedSheet content={content} logo={logo} />
      <ConfirmDialog
        open={asking}
        title={t('keys.leaveQuestion')}
        cancelLabel={t('profile.stay')}
        confirmLabel={t('keys.leaveWithout')}
        destructive
        onConfirm={() => onClose(false)}
        onCancel={() => setAsking(false)}
      >
        {t('keys.leaveText')}
      </ConfirmDialog>
    </>
  )
}

/** The sheet for the printer, outside the page, which is hidden in print. */
const PrintedSheet = ({ content, logo }: { content: SheetContent; logo: SheetLogo | null }) => (
  <>
    <GlobalStyles styles={printStyle} />
    {createPortal(
      <div className={`${sheetClass}-print`} aria-hidden>
        <RecoverySheet content={content} logo={logo} />
      </div>,
      document.body,
    )}
  </>
)

/** Returns the operator's logo; null if there is none or it is not loaded. */
function useSheetLogo(): SheetLogo | null {
  const { logo } = useLook()
  // If it cannot be loaded, the default logo is used instead.
  const loaded = useAsyncValue(useMemo(() => logo && (() => loadSheetLogo(logo).catch(() => null)), [logo]))
  return (logo && loaded) ?? null
}

export async function loadSheetLogo(logo: NonNullable<ShownLook['logo']>): Promise<SheetLogo> {
  const response = await fetch(logo.path)
  if (!response.ok) throw new Error(`The logo did not arrive: ${response.status}.`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { src: `data:image/png;base64,${toBase64(bytes)}`, ...logoSize(logo) }
}

/** @param title suggested name of a PDF */
function printAs(title: string): void {
  const previousTitle = document.title
  document.title = title
  window.print()
  document.title = previousTitle
}

const Paper = styled('div')(({ theme: { vars } }) => ({
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: vars.shape.borderRadius,
  overflow: 'hidden',
}))

// Its dividers need padding, which MUI removes below a title.
const Content = styled(DialogContent)(({ theme }) => ({
  '.MuiDialogTitle-root + &&': { paddingTop: theme.spacing(2) },
}))

const Actions = styled(DialogActions)(({ theme }) => ({
  justifyContent: 'flex-start',
  paddingTop: theme.spacing(2),
  '& > .done': { marginLeft: 'auto' },
}))
