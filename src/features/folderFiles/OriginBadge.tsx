import CheckIcon from '@mui/icons-material/CheckCircle'
import ErrorIcon from '@mui/icons-material/Error'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { type Key, t } from '../../../i18n/t.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import type { ShownOrigin as Mark } from '../../../core/trust/shownOrigin.ts'
import { fileIcons } from './fileIcons.ts'
import type { FileType } from './fileType.ts'
import { originBadgeStyles } from './treeStyles.ts'

const markTexts = {
  proven: 'files.markProven',
  'not-proven': 'files.markNotProven',
  copied: 'files.markCopied',
  wrong: 'files.markWrong',
} as const satisfies Record<Mark, Key>

interface FileIconWithBadgeProps {
  mark: Mark | undefined
  type?: FileType
}

/** Icon of a file's type with a badge for its origin. Its size does not depend on the badge. */
export function FileIconWithBadge({ mark, type = 'other' }: FileIconWithBadgeProps) {
  const Icon = fileIcons[type]
  return (
    <span className="marked" data-origin={mark} title={mark && t(markTexts[mark])}>
      <Icon className="icon" />
      <Badge mark={mark} />
    </span>
  )
}

function Badge({ mark }: { mark: Mark | undefined }) {
  switch (mark) {
    case undefined:
      return null
    case 'proven':
      return <CheckIcon className="badge" />
    case 'wrong':
      return <ErrorIcon className="badge" />
    case 'not-proven':
    case 'copied':
      return <span className="badge" />
  }
}

/** Origin of a file for screen readers, to which the icon is hidden. */
export function OriginText({ mark }: { mark: Mark | undefined }) {
  return mark === 'proven' || mark === 'not-proven' ? (
    <Hidden> {t(mark === 'proven' ? 'files.saidProven' : 'files.saidNotProven')}</Hidden>
  ) : null
}

/** Explains the badges of origins. */
export function OriginLegend() {
  return (
    <Disclosure summary={t('files.legend')}>
      <Box component="dl" sx={legendStyles}>
        <dt>
          <FileIconWithBadge mark="proven" /> {t('files.proven')}
        </dt>
        <dd>{t('files.provenText')}</dd>
        <dt>
          <FileIconWithBadge mark="not-proven" /> {t('files.notProven')}
        </dt>
        <dd>{t('files.notProvenText')}</dd>
        <dt>
          <FileIconWithBadge mark="wrong" /> {t('files.wrong')}
        </dt>
        <dd>{t('files.wrongText')}</dd>
      </Box>
      <Typography variant="body2">{t('files.provenLimits')}</Typography>
    </Disclosure>
  )
}

const Hidden = styled('span')(visuallyHidden)

const legendStyles = {
  ...originBadgeStyles,
  typography: 'body2',
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'max-content 1fr' },
  columnGap: 2,
  rowGap: { xs: 0.5, sm: 1 },
  mt: 0,
  mb: 1.5,
  '& > dt': { display: 'flex', alignItems: 'center', gap: 1, height: 20, fontWeight: 560 },
  '& > dd': { m: 0, '&:not(:last-child)': { mb: { xs: 1, sm: 0 } } },
} as const
