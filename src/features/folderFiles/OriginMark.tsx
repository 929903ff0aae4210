import CheckIcon from '@mui/icons-material/CheckCircle'
import ErrorIcon from '@mui/icons-material/Error'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import type { OriginMark as Mark } from './origins.ts'
import { originStyles } from './treeStyles.ts'

const markTexts = {
  proven: 'Proven: made by somebody who had the secret link of this folder',
  'not-proven': 'Not proven: sent by a plain link, or made by the server',
  copied: 'Not proven: copied into this folder, says the server',
  wrong: 'Wrong proof of origin',
} as const satisfies Record<Mark, string>

export const copiedText = 'not proven (copied, says the server)'
export const wrongText = 'wrong proof of origin: ask the sender before you trust this file'

/** The icon of a file, with what is known of its origin at its corner. It takes the same place whatever is known. */
export function MarkedFileIcon({ mark }: { mark: Mark | undefined }) {
  return (
    <span className="marked" data-origin={mark} title={mark && markTexts[mark]}>
      <FileIcon className="icon" />
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

/** Read out in the row, where the icon is not seen. */
export function OriginWord({ mark }: { mark: Mark | undefined }) {
  return mark === 'proven' || mark === 'not-proven' ? (
    <Hidden>{mark === 'proven' ? ' (proven)' : ' (not proven)'}</Hidden>
  ) : null
}

/** What the marks mean, and what they do not. */
export function OriginLegend() {
  return (
    <Disclosure summary="What proves where a file comes from">
      <Box component="dl" sx={legendStyles}>
        <dt>
          <MarkedFileIcon mark="proven" /> Proven
        </dt>
        <dd>
          Made by somebody who had the secret upload link of this folder. The server cannot make such a file
          by itself.
        </dd>
        <dt>
          <MarkedFileIcon mark="not-proven" /> Not proven
        </dt>
        <dd>
          Sent by a plain link, which says nothing of where a file comes from: anybody can send such a file,
          the server too. A file that was copied here from another folder is not proven either.
        </dd>
        <dt>
          <MarkedFileIcon mark="wrong" /> Wrong
        </dt>
        <dd>
          Says that it came by a secret link, but not by this folder’s; or another file has taken its place.
          Ask the sender before you trust it.
        </dd>
      </Box>
      <Typography variant="body2">
        Together with the server, everybody who has or had the secret link can make such files and date them
        back, and files that were deleted can come back. Name and folder are proven as they are sealed; the
        content is once it was verified in a download.
      </Typography>
    </Disclosure>
  )
}

const Hidden = styled('span')(visuallyHidden)

const legendStyles = {
  ...originStyles,
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
