import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import type { Fault } from '../../../../core/faults/fault.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { useAppSelector } from '../../../store/hooks.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import {
  type BrowserFeature,
  browserFeatures,
  measureUploadRates,
  type UploadRates,
  sampleBytes,
} from '../../../platform/diagnostics.ts'
import { t } from '../../../../i18n/t.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import { Disclosure } from '../../../ui/page/Disclosure.tsx'
import { shownBytes } from '../../../../i18n/format.ts'
import { Buttons, Muted } from '../../../ui/theme/layout.ts'
import { visuallyHidden } from '../../../ui/theme/visuallyHidden.ts'
import {
  featureName,
  featurePurpose,
  diagnosticsText,
  rateName,
  rateSteps,
  rateText,
  testingText,
} from './diagnosticsText.ts'
import { selectUpload } from '../uploadSlice.ts'

type SpeedTest = { step: keyof UploadRates } | { rates: UploadRates } | { problem: Fault } | null

/** Shows what this browser can do and how fast, for slow or failing uploads. */
export function Diagnostics() {
  const { linkToken, remainingCapacity, maxFileBytes } = useAppSelector(selectUpload)
  const [features, setFeatures] = useState<BrowserFeature[]>([])
  const [test, setTest] = useState<SpeedTest>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => {
    void browserFeatures().then(setFeatures)
    return () => running.current?.abort()
  }, [])

  async function testSpeed() {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    try {
      const onStep = (step: keyof UploadRates) => setTest({ step })
      const options = { remainingCapacity, maxFileBytes, signal, onStep }
      setTest({ rates: await measureUploadRates(linkToken, options) })
    } catch (error) {
      if (!signal.aborted) setTest({ problem: faultOf(error) })
    }
  }

  const missing = features.filter(({ present }) => !present).length
  const step = test && 'step' in test ? test.step : null
  const rates = test && 'rates' in test ? test.rates : null
  return (
    <Stack spacing={2}>
      <div>
        <Typography variant="body2" gutterBottom>
          {missing === 0 ? t('diagnostics.allThere') : t('diagnostics.someMissing', { count: missing })}
        </Typography>
        <Disclosure summary={t('diagnostics.details')}>
          <FactList
            facts={features.map(({ what, present }) => ({
              name: featureName(what),
              value: t(present ? 'diagnostics.yes' : 'diagnostics.no'),
              note: featurePurpose(what),
              isMissing: !present,
            }))}
          />
        </Disclosure>
      </div>
      {rates && (
        <FactList facts={rateSteps.map((rate) => ({ name: rateName(rate), value: rateText(rates[rate]) }))} />
      )}
      {test && 'problem' in test && <Banner severity="error">{faultText(test.problem)}</Banner>}
      <ButtonRow>
        <Button size="small" disabled={step !== null} onClick={() => void testSpeed()}>
          {step === null ? t('diagnostics.testSpeed') : testingText(step)}
        </Button>
        <CopyButton
          text={() => Promise.resolve(diagnosticsText(features, rates))}
          label={t('diagnostics.copyAsText')}
        />
      </ButtonRow>
      <Typography variant="caption" component="p" color="textSecondary">
        {t('diagnostics.testText', { size: shownBytes(sampleBytes) })}
      </Typography>
      <span role="status" style={visuallyHidden}>
        {rates && t('diagnostics.testDone')}
      </span>
    </Stack>
  )
}

interface Fact {
  name: string
  value: string
  note?: string
  isMissing?: boolean
}

function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <List>
      {facts.map(({ name, value, note, isMissing }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {isMissing ? <strong>{value}</strong> : value}
            {note !== undefined && <Muted>{` · ${note}`}</Muted>}
          </dd>
        </div>
      ))}
    </List>
  )
}

const List = styled('dl')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.body2,
  margin: 0,
  display: 'grid',
  gridTemplateColumns: 'fit-content(50%) minmax(0, 1fr)',
  gap: spacing(0.5, 2),
  '& > div': { display: 'contents' },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  '& strong': { color: vars.palette.warning.main, fontWeight: 600 },
}))

const ButtonRow = styled(Buttons)({ alignItems: 'center' })
