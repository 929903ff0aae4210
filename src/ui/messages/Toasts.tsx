import CloseIcon from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { closeSnackbar, type CustomContentProps, enqueueSnackbar, SnackbarProvider } from 'notistack'
import { type Ref, useEffect, useRef } from 'react'
import { shownLines } from '../../../contract/shownText.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { notificationClosed, selectNotifications, type Severity } from '../../store/notifications.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import { visuallyHidden } from '../theme/visuallyHidden.ts'

const severityLabels = {
  success: 'ui.done',
  info: 'ui.note',
  warning: 'ui.warning',
  error: 'ui.errorLabel',
} as const satisfies Record<Severity, TextKey>

/** Shows the store's notifications: top right, coloured by severity. */
export function Toasts() {
  const persistent = useAppSelector(selectNotifications).filter(({ duration }) => duration === null).length
  return (
    <SnackbarProvider
      // On phones, several would cover the page: only the latest is shown, and those that stay until closed.
      maxSnack={isPhone() ? 1 + persistent : 4}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      Components={{ success: Toast, info: Toast, warning: Toast, error: Toast }}
    >
      <NotistackBridge />
    </SnackbarProvider>
  )
}

const isPhone = () => matchMedia('(max-width: 599.95px)').matches

/** Passes notifications from the store to notistack, and reports closed ones to the store. */
function NotistackBridge() {
  const dispatch = useAppDispatch()
  const notifications = useAppSelector(selectNotifications)
  const shownIds = useRef(new Set<string>())

  useEffect(() => {
    for (const { id, severity, message, duration, action } of notifications) {
      if (shownIds.current.has(id)) continue
      shownIds.current.add(id)
      enqueueSnackbar(message, {
        key: id,
        variant: severity,
        autoHideDuration: duration,
        persist: duration === null,
        action: action && (
          <Button
            size="small"
            color="inherit"
            onClick={() => {
              closeSnackbar(id)
              dispatch({ type: action.type, payload: action.payload })
            }}
          >
            {action.label}
          </Button>
        ),
        onExited: () => {
          shownIds.current.delete(id)
          dispatch(notificationClosed(id))
        },
      })
    }
    const currentIds = new Set(notifications.map(({ id }) => id))
    for (const id of shownIds.current) if (!currentIds.has(id)) closeSnackbar(id)
  }, [dispatch, notifications])

  return null
}

function Toast({ id, message, variant, action, ref }: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  useLanguage()
  const severity: Severity = variant === 'default' ? 'info' : variant
  return (
    <Card
      ref={ref}
      role={severity === 'error' || severity === 'warning' ? 'alert' : 'status'}
      severity={severity}
    >
      <Message>
        <span style={visuallyHidden}>{`${t(severityLabels[severity])}: `}</span>
        {typeof message === 'string' && shownLines(message)}
      </Message>
      {typeof action === 'function' ? action(id) : action}
      <IconButton
        size="small"
        color="inherit"
        aria-label={t('ui.closeNotification')}
        onClick={() => closeSnackbar(id)}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Card>
  )
}

const Card = styled('div', { shouldForwardProp: (name) => name !== 'severity' })<{ severity: Severity }>(
  ({ theme: { vars, spacing, typography, breakpoints }, severity }) => ({
    ...typography.body2,
    display: 'flex',
    alignItems: 'flex-start',
    gap: spacing(1),
    width: '100%',
    padding: spacing(1, 1, 1, 2),
    borderRadius: vars.shape.borderRadius,
    backgroundColor: vars.palette[severity].main,
    color: vars.palette[severity].contrastText,
    boxShadow: '0 8px 24px #0a0f1f33',
    // In forced-colours mode the border becomes visible; it is the only edge.
    border: '1px solid transparent',
    [breakpoints.up('sm')]: { width: 'auto', minWidth: 280, maxWidth: 440 },
    '& .MuiButton-outlined.MuiButton-colorInherit': { color: 'inherit', borderColor: 'currentColor' },
  }),
)

const Message = styled('div')(({ theme }) => ({
  flex: 1,
  paddingBlock: theme.spacing(0.5),
  minWidth: 0,
  overflowWrap: 'anywhere',
}))
