import AudioIcon from '@mui/icons-material/AudiotrackOutlined'
import CheckIcon from '@mui/icons-material/CheckCircle'
import CodeIcon from '@mui/icons-material/CodeOutlined'
import TextIcon from '@mui/icons-material/DescriptionOutlined'
import ErrorIcon from '@mui/icons-material/Error'
import ArchiveIcon from '@mui/icons-material/FolderZipOutlined'
import ImageIcon from '@mui/icons-material/ImageOutlined'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import VideoIcon from '@mui/icons-material/MovieOutlined'
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined'
import SlidesIcon from '@mui/icons-material/SlideshowOutlined'
import TableIcon from '@mui/icons-material/TableChartOutlined'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode } from 'react'
import { type TextKey, t } from '../../../../i18n/t.ts'
import { Disclosure } from '../../../ui/page/Disclosure.tsx'
import { visuallyHidden } from '../../../ui/theme/visuallyHidden.ts'
import type { ShownOrigin } from '../../../../core/trust/shownOrigin.ts'
import type { FileType } from '../tree/fileType.ts'
import { originBadgeStyles } from '../tree/treeStyles.ts'

const originTexts = {
  proven: 'files.markProven',
  'not-proven': 'files.markNotProven',
  copied: 'files.markCopied',
  wrong: 'files.markWrong',
} as const satisfies Record<ShownOrigin, TextKey>

const fileIcons: Record<FileType, typeof FileIcon> = {
  image: ImageIcon,
  pdf: PdfIcon,
  text: TextIcon,
  table: TableIcon,
  slides: SlidesIcon,
  video: VideoIcon,
  audio: AudioIcon,
  archive: ArchiveIcon,
  code: CodeIcon,
  other: FileIcon,
}

const badges: Record<ShownOrigin, ReactNode> = {
  proven: <CheckIcon className="badge" />,
  'not-proven': <span className="badge" />,
  copied: <span className="badge" />,
  wrong: <ErrorIcon className="badge" />,
}

/** Icon of a file's type with a badge for its origin. Its size does not depend on the badge. */
export function FileIconWithBadge({
  origin,
  type = 'other',
}: {
  origin: ShownOrigin | undefined
  type?: FileType
}) {
  const Icon = fileIcons[type]
  return (
    <span className="marked" data-origin={origin} title={origin && t(originTexts[origin])}>
      <Icon className="icon" />
      {origin && badges[origin]}
    </span>
  )
}

/** Origin of a file for screen readers, to which the icon is hidden. */
export function OriginText({ origin }: { origin: ShownOrigin | undefined }) {
  return origin === 'proven' || origin === 'not-proven' ? (
    <Hidden> {t(origin === 'proven' ? 'files.saidProven' : 'files.saidNotProven')}</Hidden>
  ) : null
}

const legend = [
  { origin: 'proven', title: 'files.proven', text: 'files.provenText' },
  { origin: 'not-proven', title: 'files.notProven', text: 'files.notProvenText' },
  { origin: 'wrong', title: 'files.wrong', text: 'files.wrongText' },
] as const satisfies readonly { origin: ShownOrigin; title: TextKey; text: TextKey }[]

export function OriginLegend() {
  return (
    <Disclosure summary={t('files.legend')}>
      <Box component="dl" sx={legendStyles}>
        {legend.map(({ origin, title, text }) => (
          <Fragment key={origin}>
            <dt>
              <FileIconWithBadge origin={origin} /> {t(title)}
            </dt>
            <dd>{t(text)}</dd>
          </Fragment>
        ))}
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
