import { styled } from '@mui/material/styles'
import { rowProgressStyles } from '../../ui/rowProgressStyles.ts'
import { figures, focusRing } from '../../ui/theme.ts'

/** Styles of all rows, set once on the list: rows are mounted while scrolling. */
export const FileRows = styled('div')(({ theme }) => {
  const { vars, typography, spacing, breakpoints } = theme
  const { text, success, error, divider, background } = vars.palette
  const line = `1px solid ${divider}`
  return {
    position: 'relative',
    borderTop: line,
    '&:empty': { borderTop: 0 },
    '& .row': { position: 'absolute', top: 0, left: 0, width: '100%' },
    '& .row:not(:last-of-type) .file': { borderBottom: line },
    '& .file': {
      position: 'relative',
      display: 'grid',
      alignItems: 'center',
      gap: spacing(0.25, 2),
      minHeight: 56,
      padding: spacing(0.75, 2),
      fontSize: typography.body2.fontSize,
      lineHeight: 1.4,
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gridTemplateAreas: '"name actions" "about actions"',
    },
    '& .running': { gridTemplateAreas: '"name name" "about about" "actions actions"' },
    '& .name': {
      gridArea: 'name',
      minWidth: 0,
      // Never truncated: names end in the file's type, and phones have no tooltips.
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      fontWeight: 500,
    },
    '& .about': {
      gridArea: 'about',
      display: 'flex',
      flexWrap: 'wrap',
      gap: spacing(0.25, 1.5),
      color: text.secondary,
      fontSize: typography.small.fontSize,
      minWidth: 0,
      overflowWrap: 'anywhere',
    },
    '& .figures': figures,
    '& .standing': { display: 'contents' },
    '& .verified': { color: success.main, fontWeight: 500 },
    '& summary': {
      cursor: 'pointer',
      listStyle: 'none',
      width: 'fit-content',
      paddingBlock: 3,
      borderRadius: 4,
      '&::-webkit-details-marker': { display: 'none' },
      '&:hover': { textDecoration: 'underline' },
      '&:focus-visible': focusRing,
    },
    '& .actions': {
      gridArea: 'actions',
      display: 'flex',
      alignItems: 'center',
      justifySelf: 'end',
      gap: spacing(0.5),
    },
    '& .state': { minWidth: '6.5rem' },
    '& .state[aria-disabled="true"]': { color: text.secondary, cursor: 'default' },
    '& .state[data-phase="done"]': { color: success.main, borderColor: success.main },
    '& .state[data-phase="failed"]': { color: error.main, borderColor: error.main },
    '& .bar': rowProgressStyles(theme),
    '& .directory': {
      display: 'flex',
      alignItems: 'center',
      gap: spacing(1),
      minHeight: 56,
      padding: spacing(0.5, 2, 0.5, 1),
      borderBottom: line,
      backgroundColor: background.default,
    },
    '& .opener': {
      ...typography.body2,
      display: 'flex',
      alignItems: 'center',
      gap: spacing(0.5),
      flex: 1,
      minWidth: 0,
      minHeight: 44,
      padding: 0,
      border: 0,
      borderRadius: vars.shape.borderRadius,
      background: 'none',
      color: 'inherit',
      textAlign: 'left',
      cursor: 'pointer',
      '&:focus-visible': focusRing,
      '& > svg': { flex: 'none', color: text.secondary, transition: 'transform 120ms ease-out' },
      '& > svg[data-open="true"]': { transform: 'rotate(90deg)' },
      '& > .texts': { display: 'flex', flexDirection: 'column', minWidth: 0 },
      '& .folder-path': { fontWeight: 560 },
      '& .figures': {
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: spacing(1.5),
        color: text.secondary,
        fontSize: typography.small.fontSize,
      },
    },
    '& .directory > .MuiButton-root': { flex: 'none', minWidth: '6.5rem' },
    [breakpoints.up('sm')]: {
      '& .file, & .running': {
        paddingInline: spacing(3),
        gridTemplateAreas: '"name actions" "about actions"',
      },
      '& .directory': { paddingRight: spacing(3) },
      '& .state, & .directory > .MuiButton-root': { minWidth: '7.75rem' },
    },
  }
})
