import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import { styled } from '@mui/material/styles'
import { createContext, useContext } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../../i18n/t.ts'
import { touchTarget } from '../theme/theme.ts'
import { TextLink } from '../buttons/TextLink.tsx'
import { visuallyHidden } from '../theme/visuallyHidden.ts'

/** The header's place for the breadcrumb of a page; null on pages without one. */
export const BreadcrumbSlotContext = createContext<HTMLElement | null>(null)

interface DashboardBreadcrumbProps {
  /** Name of the page after the link; left out where the heading says the same. */
  here?: string
}

/** The breadcrumb of pages that the dashboard leads to. It is in the header. */
export function DashboardBreadcrumb({ here }: DashboardBreadcrumbProps) {
  const place = useContext(BreadcrumbSlotContext)
  const trail = (
    <Breadcrumb aria-label={t('dashboard.trail')}>
      <TextLink to="/dashboard" title={t('ui.backToDashboard')} color="inherit">
        {here === undefined && <ChevronLeftIcon className="back" />}
        <ChevronLeftIcon className="back on-phone" />
        {t('dashboard.folders')}
        <span style={visuallyHidden}>: {t('ui.backToDashboard')}</span>
      </TextLink>
      {here !== undefined && (
        <span className="here" title={here}>
          <ChevronRightIcon className="between" />
          <span aria-current="page">{here}</span>
        </span>
      )}
    </Breadcrumb>
  )
  return place ? createPortal(trail, place) : null
}

const Breadcrumb = styled('nav')(({ theme: { typography, vars, spacing, breakpoints } }) => ({
  ...typography.body2,
  display: 'flex',
  alignItems: 'center',
  color: vars.palette.text.secondary,
  '& > a': {
    ...touchTarget,
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    flex: 'none',
    minHeight: 32,
    '&:hover': { color: vars.palette.text.primary },
  },
  '& svg': { width: 18, height: 18 },
  '& .back': { marginLeft: spacing(-0.5) },
  '& .here': { display: 'flex', alignItems: 'center', minWidth: 0, color: vars.palette.text.primary },
  '& .here > :last-child': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .between': { flex: 'none', marginInline: spacing(0.25), color: vars.palette.text.disabled },
  // The heading is right below on phones.
  [breakpoints.down('sm')]: { '& .here': { display: 'none' }, '& .back:not(.on-phone)': { display: 'none' } },
  [breakpoints.up('sm')]: { '& .on-phone': { display: 'none' } },
}))
