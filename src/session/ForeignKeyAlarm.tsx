import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import Typography from '@mui/material/Typography'
import { shownText } from '../../contract/shownText.ts'
import { wordsOfFingerprint } from '../../core/crypto/index.ts'
import { t } from '../../i18n/t.ts'
import { Banner } from '../ui/messages/Banner.tsx'
import { DialogStep } from '../ui/dialogs/FormDialog.tsx'
import { WordGrid } from '../ui/values/WordGrid.tsx'
import type { ForeignKey } from './knownKey.ts'

type Origin = keyof typeof originTexts

interface ForeignKeyAlarmProps {
  foreign: ForeignKey
  /** Origin of the key; 'server' by default. */
  from?: Origin
  onUse: () => void
  onRefuse: () => void
}

type ForeignKeyDialogProps = Omit<ForeignKeyAlarmProps, 'foreign'> & { foreign: ForeignKey | null }

export const ForeignKeyDialog = ({ foreign, ...rest }: ForeignKeyDialogProps) =>
  foreign && (
    <Dialog open onClose={rest.onRefuse}>
      <ForeignKeyAlarm foreign={foreign} {...rest} />
    </Dialog>
  )

/** Content of a dialog: asks about a key that this device does not know (knownKey.ts). The safe choice has the focus. */
export function ForeignKeyAlarm({ foreign, from = 'server', onUse, onRefuse }: ForeignKeyAlarmProps) {
  const { comparison } = foreign
  const { title, alarm, reasons, use } =
    comparison.type === 'other-key'
      ? otherKeyTexts(foreign, from)
      : otherNameTexts(foreign, comparison.names, from)
  return (
    <DialogStep
      title={title}
      // Focusable, so that it scrolls by keyboard on small screens.
      tabIndex={0}
      actions={
        <>
          <Button autoFocus onClick={onRefuse}>
            {t('session.doNotUse')}
          </Button>
          <Button variant="contained" color="error" onClick={onUse}>
            {use}
          </Button>
        </>
      }
    >
      <Banner severity="error">{alarm}</Banner>
      {comparison.type === 'other-key' && (
        <FingerprintWords title={t('session.knownHere')} fingerprint={comparison.known} first={4} />
      )}
      <FingerprintWords title={t(originTexts[from].words)} fingerprint={foreign.fingerprint} />
      {reasons.map(([condition, meaning]) => (
        <Typography key={condition} variant="body2">
          <strong>{condition}</strong> {meaning}
        </Typography>
      ))}
    </DialogStep>
  )
}

function FingerprintWords({
  title,
  fingerprint,
  first = 12,
}: {
  title: string
  fingerprint: string
  first?: number
}) {
  return (
    <div>
      <Typography variant="subtitle2" component="h3" gutterBottom>
        {title}
      </Typography>
      <WordGrid words={(wordsOfFingerprint(fingerprint) ?? []).slice(0, first)} label={title} />
    </div>
  )
}

const originTexts = {
  server: { alarm: 'session.foreignServer', words: 'session.wordsServer', former: 'session.formerServer' },
  backup: { alarm: 'session.foreignBackup', words: 'session.wordsBackup', former: 'session.formerBackup' },
} as const

const otherKeyTexts = ({ username }: ForeignKey, from: Origin) => ({
  title: t('session.foreignTitle'),
  alarm: t(originTexts[from].alarm, { username: shownText(username) }),
  reasons: [
    [t('session.replacedQuestion'), t('session.replacedAnswer', { title: t(originTexts[from].words) })],
    [t('session.notReplacedQuestion'), t(originTexts[from].former)],
  ],
  use: t('session.useReplaced'),
})

const otherNameTexts = ({ username }: ForeignKey, names: readonly string[], from: Origin) => ({
  title: t('session.firstTitle'),
  alarm: t('session.firstText', {
    username: shownText(username),
    names: names.map((name) => t('session.quotedName', { name: shownText(name) })).join(', '),
  }),
  reasons: [
    [t('session.newHereQuestion', { username: shownText(username) }), t('session.newHereAnswer')],
    [t('session.otherNameQuestion'), t(originTexts[from].former)],
  ],
  use: t('session.useFirst'),
})
