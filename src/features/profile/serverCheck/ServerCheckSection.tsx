import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { evaluateFacts } from '../../../../contract/doctor/evaluateFacts.ts'
import { probeSeconds } from '../../../../contract/doctor/probeTransfers.ts'
import { callApi } from '../../../api/client.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { ErrorBanner } from '../../../ui/messages/ErrorBanner.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import type { Fault } from '../../../../core/faults/fault.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { t } from '../../../../i18n/t.ts'
import { Findings, type ServerCheckResult } from './Findings.tsx'
import { probePath } from './probePath.ts'

/** Extra time for the setup, and for the large request on a slow connection. */
const extraSeconds = 5

export function ServerCheckSection() {
  const [running, setRunning] = useState<AbortController | null>(null)
  const [checked, setChecked] = useState<ServerCheckResult | null>(null)
  const [failure, setFailure] = useState<Fault | null>(null)
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => () => running?.abort(), [running])

  async function runCheck() {
    const controller = new AbortController()
    setRunning(controller)
    setFailure(null)
    setChecked(null)
    try {
      setChecked(await checkServer(controller.signal))
      // The pressed button is gone.
      setTimeout(() => result.current?.focus())
    } catch (error) {
      if (!controller.signal.aborted) setFailure(faultOf(error))
    } finally {
      setRunning(null)
    }
  }

  return (
    <Section id="server" title={t('serverCheck.title')} intro={t('serverCheck.intro')}>
      <Stack spacing={2.5} sx={{ mt: 2 }}>
        {running ? (
          <CheckProgress onStop={() => running.abort()} />
        ) : (
          <div>
            <Button onClick={() => void runCheck()}>
              {t(checked ? 'serverCheck.again' : 'serverCheck.now')}
            </Button>
          </div>
        )}
        {failure && <ErrorBanner message={faultText(failure)} onRetry={() => void runCheck()} />}
        {checked && (
          <div ref={result} tabIndex={-1} style={{ outline: 'none' }}>
            <Findings {...checked} />
          </div>
        )}
      </Stack>
    </Section>
  )
}

/** Runs the self-test from this browser. @throws FaultError, AbortError */
async function checkServer(signal: AbortSignal): Promise<ServerCheckResult> {
  // In sequence, since requests would slow the server's own measurements. A failure is a finding.
  const server = await callApi('inspectServer', { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error
    return null
  })
  const path = await probePath(signal)
  const at = new Date().toISOString()
  return { at, findings: evaluateFacts({ by: 'browser', time: at, path, server }) }
}

function CheckProgress({ onStop }: { onStop: () => void }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const whole = probeSeconds.whole + extraSeconds
  return (
    <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
      <Typography variant="body2" role="status">
        {t('serverCheck.running')}
      </Typography>
      <LinearProgress
        variant={seconds < whole ? 'determinate' : 'indeterminate'}
        value={Math.min(100, (seconds * 100) / whole)}
        aria-label={t('serverCheck.progress')}
        sx={{ width: '100%' }}
      />
      <Button size="small" onClick={onStop}>
        {t('copying.stop')}
      </Button>
    </Stack>
  )
}
