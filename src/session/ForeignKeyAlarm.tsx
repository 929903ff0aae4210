import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { shownText } from '../../contract/shownText.ts'
import { wordsOfFingerprint } from '../crypto/index.ts'
import { Banner } from '../ui/Banner.tsx'
import { WordGrid } from '../ui/WordGrid.tsx'
import type { ForeignKey } from './knownKey.ts'

type Origin = keyof typeof origins

interface ForeignKeyAlarmProps {
  foreign: ForeignKey
  /** Where the key comes from: the server unless said. */
  from?: Origin
  onUse: () => void
  onRefuse: () => void
}

/** `ForeignKeyAlarm` in a dialog of its own. */
export function ForeignKeyDialog({
  foreign,
  ...rest
}: Omit<ForeignKeyAlarmProps, 'foreign'> & { foreign: ForeignKey | null }) {
  const titleId = useId()
  if (!foreign) return null
  return (
    <Dialog open onClose={rest.onRefuse} aria-labelledby={titleId}>
      <ForeignKeyAlarm titleId={titleId} foreign={foreign} {...rest} />
    </Dialog>
  )
}

/** What a dialog says of a key that this device does not know (knownKey.ts). The safe answer has the focus. */
export function ForeignKeyAlarm({
  titleId,
  foreign,
  from = 'server',
  onUse,
  onRefuse,
}: ForeignKeyAlarmProps & { titleId: string }) {
  const { standing } = foreign
  const { title, alarm, reasons, use } =
    standing.type === 'other-key' ? ofOtherKey(foreign, from) : ofOtherName(foreign, standing.names, from)
  return (
    <>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {/* It scrolls on small screens, by keyboard too. */}
      <DialogContent tabIndex={0}>
        <Stack spacing={2}>
          <Banner severity="error">{alarm}</Banner>
          {standing.type === 'other-key' && (
            <Words title="Known on this device" fingerprint={standing.known} first={4} />
          )}
          <Words title={origins[from].words} fingerprint={foreign.fingerprint} />
          {reasons.map(([condition, meaning]) => (
            <Typography key={condition} variant="body2">
              <strong>{condition}</strong> {meaning}
            </Typography>
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" autoFocus onClick={onRefuse}>
          Do not use it
        </Button>
        <Button variant="contained" color="error" onClick={onUse}>
          {use}
        </Button>
      </DialogActions>
    </>
  )
}

function Words({ title, fingerprint, first = 12 }: { title: string; fingerprint: string; first?: number }) {
  return (
    <div>
      <Typography variant="subtitle2" component="h3" gutterBottom>
        {title}
      </Typography>
      <WordGrid words={(wordsOfFingerprint(fingerprint) ?? []).slice(0, first)} label={title} />
    </div>
  )
}

const origins = {
  server: {
    key: 'The private key that the server gave back',
    words: 'Given back by the server',
    former: 'Then the server may have given back a former pair.',
  },
  backup: {
    key: 'The private key in this backup',
    words: 'In this backup',
    former: 'Then it may be a former pair that the server calls the one in force.',
  },
} as const

const formerPair = (from: Origin) =>
  `${origins[from].former} Do not use it: what senders encrypt for it can be read by whoever has that pair. Share no ` +
  'upload links before you know why.'

const ofOtherKey = ({ username }: ForeignKey, from: Origin) => ({
  title: 'Another Key Than Before',
  alarm: `${origins[from].key} is not the one that this device knows for “${shownText(username)}”. It is not in use.`,
  reasons: [
    [
      'You replaced or restored your key pair on another device?',
      `Then compare the words under “${origins[from].words}” with those that the profile shows there.`,
    ],
    ['You did not, or the words differ?', formerPair(from)],
  ],
  use: 'The pair was replaced: use it from now on',
})

const ofOtherName = ({ username }: ForeignKey, names: readonly string[], from: Origin) => ({
  title: 'First Key of This Name',
  alarm: `This device knows no key of “${shownText(username)}” yet, only of ${names.map((name) => `“${shownText(name)}”`).join(', ')}; names can look alike and differ. The key is not in use.`,
  reasons: [
    [
      `You are “${shownText(username)}”, and new on this device?`,
      'Then compare the words with those that the profile shows on another device, if you have one.',
    ],
    ['Your name is another, or you have unlocked your key here before?', formerPair(from)],
  ],
  use: 'This is my key: use it from now on',
})
