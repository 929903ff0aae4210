import { styled } from '@mui/material/styles'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import type { User } from '../../../contract/schemas/auth.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { t } from '../../../i18n/t.ts'
import { useServerInfoQuery } from '../../api/serverApi.ts'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import { TextLink } from '../../ui/buttons/TextLink.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { StepMark } from '../../ui/values/StepMark.tsx'
import { missingDetails } from './missingDetails.ts'
import { uploadLink } from './uploadLink.ts'
import { useUploadLinks } from './useUploadLinks.tsx'

/** Steps that other features render. */
export interface SetUpSlots {
  renderKeyStep: (props: { user: User; onBegun: () => void; onDone: () => void }) => ReactNode
  renderDetailsStep: (props: {
    user: User
    asksAddress: boolean
    autoFocus: boolean
    onPassed: () => void
  }) => ReactNode
  renderFolderStep: (props: { autoFocus: boolean; onCreated: (folder: Folder) => void }) => ReactNode
}

interface SetUpCardProps extends SetUpSlots {
  user: User
  hasKey: boolean
  /** Empty if there are none, or while they cannot be loaded. */
  folders: readonly Folder[]
  onClose: () => void
}

/**
 * The way from nothing to a link in the clipboard: key, name and address, first folder, link. Only the next step shows
 * controls.
 */
export function SetUpCard({
  user,
  hasKey,
  folders,
  renderKeyStep,
  renderDetailsStep,
  renderFolderStep,
  onClose,
}: SetUpCardProps) {
  const [keyStep, setKeyStep] = useState<'open' | 'begun' | 'done'>('open')
  const isKeyDone = keyStep === 'done' || (hasKey && keyStep === 'open')
  const [hadFolders] = useState(folders.length > 0)
  const sendsMail = useServerInfoQuery(undefined).data?.sends_mail === true
  const { lacksAddress, lacksAny } = missingDetails(user, sendsMail)
  // The step stays when it is done.
  const [hasDetailsStep, setHasDetailsStep] = useState(false)
  if (lacksAny && !hadFolders && !hasDetailsStep) setHasDetailsStep(true)
  const [isDetailsPassed, setDetailsPassed] = useState(false)
  const isAtDetails = isKeyDone && hasDetailsStep && lacksAny && !isDetailsPassed
  const isAtFolder = isKeyDone && !isAtDetails
  const [created, setCreated] = useState<Folder | null>(null)
  const [isShared, setShared] = useState(false)
  const titleId = useId()
  const keyTitle =
    keyStep === 'begun'
      ? 'dashboard.setUpBackup'
      : isKeyDone
        ? 'dashboard.setUpKeyDone'
        : 'dashboard.setUpKey'

  return (
    <Panel component="section" aria-labelledby={titleId}>
      <Head>
        <Typography variant="h2" id={titleId}>
          {isKeyDone && (hadFolders || isShared)
            ? t('dashboard.setUpDone')
            : t('dashboard.setUp', { count: hasDetailsStep ? 4 : 3 })}
        </Typography>
        {isKeyDone && (hadFolders || isShared) && (
          <Button size="small" onClick={onClose}>
            {t('ui.close')}
          </Button>
        )}
      </Head>
      <Steps>
        <Step number={1} done={isKeyDone} current={!isKeyDone} title={t(keyTitle)}>
          {!isKeyDone && keyStep === 'open' && <KeyText keyPair={user.key_pair} />}
          {/* Stays after the last step, which offers a recovery code. */}
          {(!hasKey || keyStep !== 'open') &&
            renderKeyStep({ user, onBegun: () => setKeyStep('begun'), onDone: () => setKeyStep('done') })}
        </Step>
        {!hadFolders && (
          <>
            {hasDetailsStep && (
              <Step
                number={2}
                done={!lacksAny}
                current={isAtDetails && created === null}
                title={t(sendsMail ? 'dashboard.setUpDetails' : 'dashboard.setUpName')}
              >
                {isAtDetails &&
                  created === null &&
                  renderDetailsStep({
                    user,
                    asksAddress: lacksAddress,
                    autoFocus: keyStep === 'done',
                    onPassed: () => setDetailsPassed(true),
                  })}
              </Step>
            )}
            <Step
              number={hasDetailsStep ? 3 : 2}
              done={created !== null}
              current={isAtFolder && created === null}
              title={created?.title ?? t('dashboard.firstFolder')}
            >
              {created === null && (
                <Explanation>
                  <span>{t('dashboard.none')}</span>. {t('dashboard.noneHint')}
                </Explanation>
              )}
              {isAtFolder &&
                created === null &&
                renderFolderStep({
                  autoFocus: keyStep === 'done' || hasDetailsStep,
                  onCreated: setCreated,
                })}
            </Step>
            <Step
              number={hasDetailsStep ? 4 : 3}
              done={isShared}
              current={created !== null && !isShared}
              title={t('dashboard.setUpShare')}
            >
              {created && (
                <ShareLinkStep folder={created} isShared={isShared} onShared={() => setShared(true)} />
              )}
            </Step>
          </>
        )}
      </Steps>
    </Panel>
  )
}

/** Says why a key is needed. A pair that was begun can also be restored from its backup. */
function KeyText({ keyPair }: { keyPair: User['key_pair'] }) {
  if (keyPair !== 'incomplete') return <Explanation>{t('dashboard.keyNone')}</Explanation>
  return (
    <Explanation>
      {t('dashboard.keyIncomplete')}{' '}
      <TextLink to="/profile/$page" params={{ page: 'security' }} hash="encryption-key">
        {t('dashboard.keyIncompleteAction')}
      </TextLink>
    </Explanation>
  )
}

interface ShareLinkStepProps {
  folder: Folder
  isShared: boolean
  onShared: () => void
}

function ShareLinkStep({ folder, isShared, onShared }: ShareLinkStepProps) {
  const { links, dialog } = useUploadLinks()
  return (
    <>
      <Explanation>{t('dashboard.sendLink')}</Explanation>
      <Address>{uploadLink(folder.link_token)}</Address>
      <CopyButton
        size="medium"
        variant={isShared ? 'outlined' : 'contained'}
        autoFocus
        label={t('dashboard.copyUploadLink')}
        text={() => links.ordinary(folder)}
        onCopied={onShared}
      />
      {dialog}
    </>
  )
}

interface StepProps {
  number: number
  done: boolean
  current: boolean
  title: string
  children: ReactNode
}

const Step = ({ number, done, current, title, children }: StepProps) => (
  <li data-current={current} aria-current={current ? 'step' : undefined}>
    <StepMark number={number} done={done} />
    <div className="content">
      <Typography variant="h3" component="h3">
        {title}
      </Typography>
      {children}
    </div>
  </li>
)

const Head = styled('div')({ display: 'flex', justifyContent: 'space-between', alignItems: 'center' })

const Steps = styled('ol')(({ theme: { vars, spacing } }) => ({
  listStyle: 'none',
  margin: spacing(1, 0, 0),
  padding: 0,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '28px minmax(0, 1fr)',
    columnGap: spacing(1.5),
    paddingBlock: spacing(2),
  },
  '& > li:last-child': { paddingBottom: 0 },
  '& > li + li': { borderTop: `1px solid ${vars.palette.divider}` },
  '& > li:not([data-current="true"]) h3': { fontWeight: 400 },
  '& .content': { display: 'grid', gap: spacing(1), justifyItems: 'start', alignContent: 'start' },
  '& .content > h3': { minHeight: 28, display: 'flex', alignItems: 'center', overflowWrap: 'anywhere' },
  '& .content > form': { width: '100%', maxWidth: 440, marginTop: spacing(0.5) },
}))

const Address = styled('code')(({ theme: { vars } }) => ({
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: vars.palette.text.secondary,
}))
