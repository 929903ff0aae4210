import { styled } from '@mui/material/styles'
import Stack from '@mui/material/Stack'
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
import { formatSentence } from '../../../../contract/doctor/sentence.ts'
import { rich } from '../../../i18n/rich.ts'
import { type TextKey, t } from '../../../../i18n/t.ts'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import { DateTime } from '../../../ui/values/DateTime.tsx'
import { Disclosure } from '../../../ui/page/Disclosure.tsx'
import { EntryList } from '../../../ui/lists/EntryList.tsx'
import { SelectField } from '../../../ui/fields/textFields.tsx'
import { StatusText, type StatusTone } from '../../../ui/messages/StatusText.tsx'

const severityTexts = {
  problem: { tone: 'bad', word: 'serverCheck.problem' },
  warning: { tone: 'attention', word: 'ui.warning' },
  note: { tone: 'neutral', word: 'ui.note' },
  ok: { tone: 'good', word: 'serverCheck.ok' },
} as const satisfies Record<Severity, { tone: StatusTone; word: TextKey }>

/** Comments in the configuration examples are in English, like the documentation of their programs. */
const linesLanguage = 'en'

const worstFirst = (a: Finding, b: Finding) => severities.indexOf(b.severity) - severities.indexOf(a.severity)

export interface ServerCheckResult {
  /** ISO 8601. */
  at: string
  findings: readonly Finding[]
}

/** Findings of a check: problems first, the rest collapsed. */
export function Findings({ at, findings }: ServerCheckResult) {
  const [proxyKind, setProxyKind] = useState<ProxyKind>('nginx')
  const sorted = findings.toSorted(worstFirst)
  const faulty = sorted.filter(({ severity }) => severity !== 'ok')
  const passed = sorted.filter(({ severity }) => severity === 'ok')
  const asksForProxy = faulty.some(({ remedies }) => proxyKinds.some((one) => remedies?.[one]))
  return (
    <Stack spacing={2}>
      <Typography variant="body2" role="status">
        {rich('serverCheck.summary', {
          problems: findings.filter(({ severity }) => severity === 'problem').length,
          warnings: findings.filter(({ severity }) => severity === 'warning').length,
          time: () => <DateTime iso={at} />,
        })}
      </Typography>
      {asksForProxy && (
        <SelectField
          label={t('serverCheck.changeFor')}
          name="proxyKind"
          sx={{ '& .MuiInputBase-root': { maxWidth: 240 } }}
          value={proxyKind}
          onChange={({ target }) => setProxyKind(target.value as ProxyKind)}
          options={proxyKinds.map((one) => [one, proxyNames[one]])}
        />
      )}
      {faulty.length > 0 && (
        <FindingList label={t('serverCheck.found')} findings={faulty} proxyKind={proxyKind} />
      )}
      {passed.length > 0 && (
        <Disclosure summary={t('serverCheck.well', { count: passed.length })}>
          <FindingList label={t('serverCheck.wellList')} findings={passed} proxyKind={proxyKind} />
        </Disclosure>
      )}
    </Stack>
  )
}

function FindingList({
  label,
  findings,
  proxyKind,
}: {
  label: string
  findings: readonly Finding[]
  proxyKind: ProxyKind
}) {
  return (
    <Entries label={label}>
      {findings.map((finding) => (
        <FindingItem key={finding.check} {...finding} proxyKind={proxyKind} />
      ))}
    </Entries>
  )
}

function FindingItem({
  check,
  severity,
  says,
  remedies = {},
  proxyKind,
}: Finding & { proxyKind: ProxyKind }) {
  const title = t(`checks.${check}`)
  return (
    <li>
      <div className="head">
        <strong>{title}</strong>
        <StatusText tone={severityTexts[severity].tone} hollow={severity === 'note'}>
          {t(severityTexts[severity].word)}
        </StatusText>
      </div>
      <p>{formatSentence(says, (name, values) => t(`findings.${name}`, values))}</p>
      <RemedyLines title={title} where={t('serverCheck.settings')} lines={remedies.sealpost} />
      <RemedyLines
        title={title}
        where={t('serverCheck.configuration', { proxy: proxyNames[proxyKind] })}
        lines={remedies[proxyKind]}
      />
      <RemedyLines title={title} where={t('serverCheck.shell')} lines={remedies.shell} />
    </li>
  )
}

interface RemedyLinesProps {
  title: string
  where: string
  lines: readonly string[] | undefined
}

function RemedyLines({ title, where, lines = [] }: RemedyLinesProps) {
  if (lines.length === 0) return null
  const text = lines.join('\n')
  return (
    <div className="lines">
      <div className="head">
        <span>{where}</span>
        <CopyButton
          text={text}
          failure={t('serverCheck.notCopied')}
          aria-label={t('serverCheck.copyLines', { title, where })}
        />
      </div>
      {/* Long lines must be scrollable by keyboard as well. */}
      <pre tabIndex={0} lang={linesLanguage} aria-label={t('serverCheck.lines', { title, where })}>
        {text}
      </pre>
    </div>
  )
}

const Entries = styled(EntryList)(({ theme: { vars, typography, spacing } }) => ({
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
}))
