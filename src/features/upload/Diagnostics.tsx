import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { useAppSelector } from '../../store/hooks.ts'
import { errorText } from '../../texts/errorText.ts'
import {
  type Ability,
  abilities,
  measureRates,
  type Rates,
  sampleBytes,
} from '../../transfer/browser/diagnostics.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Buttons, Muted } from '../../ui/layout.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { diagnosticsText, rateNames, rateText } from './diagnosticsText.ts'
import { selectUpload } from './uploadSlice.ts'

type Test = { step: keyof Rates } | { rates: Rates } | { problem: string } | null

/** What this browser can do and how fast, for whoever looks for the reason when an upload is slow or fails. */
export function Diagnostics() {
  const { linkToken } = useAppSelector(selectUpload)
  const [found, setFound] = useState<Ability[]>([])
  const [test, setTest] = useState<Test>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => {
    void abilities().then(setFound)
    return () => running.current?.abort()
  }, [])

  async function run() {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    try {
      setTest({ rates: await measureRates(linkToken, { signal, onStep: (step) => setTest({ step }) }) })
    } catch (error) {
      if (!signal.aborted) setTest({ problem: errorText(error) })
    }
  }

  const step = test && 'step' in test ? test.step : null
  const rates = test && 'rates' in test ? test.rates : null
  return (
    <Stack spacing={2}>
      <Facts
        facts={found.map(({ name, purpose, present }) => ({
          name,
          value: present ? 'yes' : 'no',
          note: purpose,
          isMissing: !present,
        }))}
      />
      {rates && (
        <Facts
          facts={Object.entries(rateNames).map(([key, name]) => rateFact(name, rates[key as keyof Rates]))}
        />
      )}
      {test && 'problem' in test && <Banner severity="error">{test.problem}</Banner>}
      <Tools>
        <Button size="small" variant="outlined" disabled={step !== null} onClick={() => void run()}>
          {step === null ? 'Test the speed' : `Testing: ${rateNames[step].toLowerCase()}...`}
        </Button>
        <CopyButton text={() => Promise.resolve(diagnosticsText(found, rates))} label="Copy as text" />
      </Tools>
      <Typography variant="caption" component="p" color="textSecondary">
        The test takes about ten seconds and sends at most {formatBytes(sampleBytes)} of random data, which
        the server forgets again. The text holds neither this link nor names of files.
      </Typography>
      <span role="status" style={visuallyHidden}>
        {rates && 'The test is done.'}
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

const rateFact = (name: string, rate: number): Fact => ({ name, value: rateText(rate) })

function Facts({ facts }: { facts: readonly Fact[] }) {
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
  gridTemplateColumns: 'minmax(9rem, auto) 1fr',
  gap: spacing(0.5, 2),
  '& > div': { display: 'contents' },
  '& dd': { margin: 0 },
  '& strong': { color: vars.palette.warning.main, fontWeight: 600 },
}))

const Tools = styled(Buttons)({ alignItems: 'center' })
