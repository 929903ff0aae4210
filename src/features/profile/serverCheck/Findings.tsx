import { styled } from '@mui/material/styles'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import {
  type Finding,
  proxyKinds,
  type ProxyKind,
  proxyNames,
  severities,
  type Severity,
} from '../../../../contract/doctor/finding.ts'
import { summaryOf } from '../../../../contract/doctor/findings.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { RuledList } from '../../../ui/layout.ts'
import { FlushPanel } from '../../../ui/Panel.tsx'
import { StatusText, type Tone } from '../../../ui/StatusText.tsx'
import type { Checked } from './check.ts'

const looks: Readonly<Record<Severity, { tone: Tone; word: string }>> = {
  problem: { tone: 'bad', word: 'Problem' },
  warning: { tone: 'attention', word: 'Warning' },
  note: { tone: 'neutral', word: 'Note' },
  ok: { tone: 'good', word: 'OK' },
}

const worstFirst = (a: Finding, b: Finding) => severities.indexOf(b.severity) - severities.indexOf(a.severity)

/** What a check has found: what is to be changed first, and what is well behind a line. */
export function Findings({ at, findings }: Checked) {
  const [kind, setKind] = useState<ProxyKind>('nginx')
  const sorted = [...findings].sort(worstFirst)
  const toSee = sorted.filter(({ severity }) => severity !== 'ok')
  const well = sorted.filter(({ severity }) => severity === 'ok')
  const asksForProxy = toSee.some(({ remedies }) => proxyKinds.some((one) => remedies?.[one]))
  return (
    <Stack spacing={2}>
      <Typography variant="body2" role="status">
        <strong>{summaryOf(findings)}</strong> Checked <DateTime iso={at} />.
      </Typography>
      {asksForProxy && (
        <ProxyChoice
          select
          label="Show what to change for"
          name="proxyKind"
          value={kind}
          onChange={({ target }) => setKind(target.value as ProxyKind)}
          slotProps={{ select: { native: true } }}
        >
          {proxyKinds.map((one) => (
            <option key={one} value={one}>
              {proxyNames[one]}
            </option>
          ))}
        </ProxyChoice>
      )}
      {toSee.length > 0 && <List label="What was found" findings={toSee} kind={kind} />}
      {well.length > 0 && (
        <Disclosure summary={`${well.length} ${well.length === 1 ? 'check' : 'checks'} without complaint`}>
          <List label="Without complaint" findings={well} kind={kind} />
        </Disclosure>
      )}
    </Stack>
  )
}

function List({ label, findings, kind }: { label: string; findings: readonly Finding[]; kind: ProxyKind }) {
  return (
    <Entries aria-label={label}>
      <RuledList>
        {findings.map(({ check, title, severity, says, remedies = {} }) => (
          <li key={check}>
            <div className="head">
              <strong>{title}</strong>
              <StatusText tone={looks[severity].tone} hollow={severity === 'note'}>
                {looks[severity].word}
              </StatusText>
            </div>
            <p>{says}</p>
            <Lines title={title} where="Settings of Sealpost" lines={remedies.sealpost} />
            <Lines title={title} where={`Configuration of ${proxyNames[kind]}`} lines={remedies[kind]} />
            <Lines title={title} where="On the server" lines={remedies.shell} />
          </li>
        ))}
      </RuledList>
    </Entries>
  )
}

function Lines({
  title,
  where,
  lines = [],
}: {
  title: string
  where: string
  lines?: readonly string[] | undefined
}) {
  if (lines.length === 0) return null
  const text = lines.join('\n')
  return (
    <div className="lines">
      <div className="head">
        <span>{where}</span>
        <CopyButton
          text={text}
          failure="Failed to copy to clipboard."
          aria-label={`Copy: ${title}, ${where}`}
        />
      </div>
      {/* Lines may be longer than the page is wide: whoever has no mouse scrolls them too. */}
      <pre tabIndex={0} aria-label={`${title}, ${where}`}>
        {text}
      </pre>
    </div>
  )
}

const ProxyChoice = styled(TextField)({ '& .MuiInputBase-root': { maxWidth: 240 } })

const Entries = styled(FlushPanel)(({ theme: { vars, typography, spacing } }) => ({
  ...typography.body2,
  '& .head': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: spacing(0.5, 2),
  },
  '& p': { margin: spacing(0.5, 0, 0), overflowWrap: 'anywhere' },
  '& .lines': { marginTop: spacing(1.5), color: vars.palette.text.secondary, ...typography.small },
  '& pre': {
    margin: spacing(0.75, 0, 0),
    padding: spacing(1, 1.5),
    overflowX: 'auto',
    borderRadius: vars.shape.borderRadius,
    border: `1px solid ${vars.palette.divider}`,
    backgroundColor: vars.palette.background.default,
    color: vars.palette.text.primary,
    tabSize: 4,
  },
})) as typeof FlushPanel
