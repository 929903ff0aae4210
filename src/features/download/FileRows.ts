import { styled } from '@mui/material/styles'
import { rowBar } from '../../ui/rowBar.ts'
import { figures } from '../../ui/theme.ts'

/** One set of rules on the list: rows come and go while scrolling, and bring no styles of their own. */
export const FileRows = styled('div')(({ theme }) => {
  const { vars, typography, spacing, breakpoints } = theme
  const { text, success, error, divider } = vars.palette
  const line = `1px solid ${divider}`
  return {
    position: 'relative',
    borderTop: line,
    '& .row': { position: 'absolute', top: 0, left: 0, width: '100%' },
    '& .row:not(:last-of-type) .file': { borderBottom: line },
    '& .file': {
      position: 'relative',
      display: 'grid',
      alignItems: 'center',
      gap: spacing(0.25, 2),
      minHeight: 62,
      padding: spacing(1.25, 2),
      fontSize: typography.body2.fontSize,
      lineHeight: 1.4,
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gridTemplateAreas: '"name name" "figures actions" "standing standing"',
    },
    '& .running': {
      gridTemplateAreas: '"name name" "figures figures" "standing standing" "actions actions"',
    },
    '& .name': {
      gridArea: 'name',
      minWidth: 0,
      // Never cut: the end of a name says what kind of file it is, and a phone has no pointer that shows the whole.
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      fontWeight: 500,
    },
    '& .folder': {
      display: 'inline-block',
      verticalAlign: 'bottom',
      maxWidth: '100%',
      color: text.secondary,
      fontWeight: 400,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'pre',
    },
    '& .about': {
      gridArea: 'about',
      display: 'contents',
      flexWrap: 'wrap',
      gap: spacing(0.25, 1.5),
      color: text.secondary,
      fontSize: typography.small.fontSize,
      minWidth: 0,
      overflowWrap: 'anywhere',
    },
    '& .figures': { gridArea: 'figures', ...figures },
    '& .standing': {
      gridArea: 'standing',
      display: 'flex',
      flexDirection: 'column',
      rowGap: spacing(0.25),
      '&:empty': { display: 'none' },
    },
    '& .actions': {
      gridArea: 'actions',
      display: 'flex',
      alignItems: 'center',
      alignSelf: 'start',
      justifySelf: 'end',
      gap: spacing(0.5),
    },
    '& .state': { minWidth: '7.75rem' },
    '& .state[aria-disabled="true"]': { color: text.secondary, cursor: 'default' },
    '& .state[data-phase="done"]': { color: success.main, borderColor: success.main },
    '& .state[data-phase="failed"]': { color: error.main, borderColor: error.main },
    '& .bar': rowBar(theme),
    [breakpoints.up('sm')]: {
      '& .file, & .running': {
        paddingInline: spacing(3),
        gridTemplateAreas: '"name actions" "about actions"',
      },
      '& .about': { display: 'flex' },
      '& .standing': { display: 'contents' },
      '& .actions': { alignSelf: 'center' },
    },
  }
})
