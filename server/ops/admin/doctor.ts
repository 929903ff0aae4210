import type { DoctorFacts } from '../../../contract/doctor/facts.ts'
import {
  type Finding,
  hasNoProblem,
  proxyKinds,
  proxyNames,
  type Severity,
} from '../../../contract/doctor/finding.ts'
import { evaluateFacts } from '../../../contract/doctor/evaluateFacts.ts'
import { probeSeconds } from '../../../contract/doctor/probeTransfers.ts'
import { formatSentence } from '../../../contract/doctor/sentence.ts'
import { fallbackLanguage } from '../../../contract/languages.ts'
import { GiB } from '../../../contract/limits.ts'
import { formatMessage, type TextKey } from '../../../i18n/formatMessage.ts'
import { localOrigin } from '../../config/localOrigin.ts'
import { collectServerFacts } from '../../diagnosis/collectServerFacts.ts'
import { probeNetworkPath } from '../doctor/probeNetworkPath.ts'
import { deleteSelfTestSecret, createSelfTestSecret } from '../../diagnosis/selfTestSecret.ts'
import { createMailer } from '../../mail/mailer.ts'
import { openDatabase, openRecordedBlobStore } from '../../services.ts'
import { type Command, AdminCommandError } from './command.ts'

/** Maximum size of an SQLite file that is checked, which takes some seconds. */
const maxCheckedDatabaseBytes = GiB

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '[--url URL] [--quick] [--json]',
  description: 'tests this server through its public address and from inside, and says what to change',
  options: ['url'],
  flags: ['quick', 'json'],
  async run(context, _args, { url: urlOption }, flags) {
    const { config, print } = context
    const url = requireOrigin(urlOption ?? config.publicOrigin ?? localOrigin(config))
    const seconds = flags.has('quick') ? probeSeconds.quick : probeSeconds.whole
    // Requires that it exists and is intact. The tests of each kind use a connection of their own.
    await context.openDatabase()
    const database = await openDatabase(config)
    const { db } = database
    const now = () => new Date()
    const mailer = createMailer(config)
    const endProgress = showProgress(`Testing ${url}`, seconds)
    let facts: DoctorFacts
    try {
      const resources = { db, database, mailer, now, blobs: () => openRecordedBlobStore(config, db, true) }
      // In sequence, so that the tests do not slow each other down.
      const server = await collectServerFacts(config, resources, maxCheckedDatabaseBytes)
      const secret = await createSelfTestSecret(db, now())
      try {
        const path = await probeNetworkPath({ url, secret }, seconds)
        facts = { by: 'command line', time: now().toISOString(), path, server }
      } finally {
        await deleteSelfTestSecret(db, secret)
      }
    } finally {
      endProgress()
      await mailer.close()
      await database.close()
    }
    const findings = evaluateFacts(facts)
    const texts = await findingTexts(findings)
    if (flags.has('json')) print(JSON.stringify({ time: facts.time, url, findings: texts }, null, 2))
    else for (const line of formatFindings(texts)) print(line)
    if (!hasNoProblem(findings)) throw new AdminCommandError(findingsSummary(findings))
    if (!flags.has('json')) print(findingsSummary(findings))
  },
}

/** For example '2 problems, 1 warning.', or a text for none. */
export function findingsSummary(findings: readonly Finding[]): string {
  const count = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length
  const [problems, warnings] = [count('problem'), count('warning')]
  if (problems + warnings === 0) return 'No problems.'
  const counts = [counted(problems, 'problem'), counted(warnings, 'warning')]
  return `${counts.filter((text) => text !== '').join(', ')}.`
}

const counted = (count: number, noun: string) =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`

/** @throws AdminCommandError */
function requireOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.host !== '') return url.origin
  throw new AdminCommandError('--url must be an address such as https://files.example.org.')
}

export interface FindingText extends Omit<Finding, 'says'> {
  title: string
  says: string
}

/** Puts findings into words, in English, as programs read the output, too. Loads the texts on demand. */
export async function findingTexts(findings: readonly Finding[]): Promise<FindingText[]> {
  const { loadMessages, messageOf } = await import('../../../i18n/messages.ts')
  await loadMessages(fallbackLanguage, 'doctor')
  const say = (key: Extract<TextKey, `${'checks' | 'findings'}.${string}`>, values = {}): string => {
    const message = messageOf(fallbackLanguage, key)
    if (message === undefined) throw new Error(`There is no text ${key}.`)
    return formatMessage<string>(message, fallbackLanguage, values) as string
  }
  return findings.map(({ check, severity, says, remedies }) => ({
    ...{ check, title: say(`checks.${check}`), severity },
    says: formatSentence(says, (name, values) => say(`findings.${name}`, values)),
    ...(remedies && { remedies }),
  }))
}

const severityTexts: Readonly<Record<Severity, string>> = {
  ok: 'ok',
  note: 'note',
  warning: 'warning',
  problem: 'PROBLEM',
}

export function formatFindings(findings: readonly FindingText[]): string[] {
  const width = Math.max(...findings.map(({ title }) => title.length))
  return findings.flatMap(({ severity, title, says, remedies = {} }) => [
    `${severityTexts[severity].padEnd(8)} ${title.padEnd(width)}  ${says}`,
    ...remedyLines('Sealpost', remedies.sealpost),
    ...proxyKinds.flatMap((kind) => remedyLines(proxyNames[kind], remedies[kind])),
    ...remedyLines('Shell', remedies.shell),
  ])
}

const remedyLines = (name: string, lines: readonly string[] = []): string[] =>
  lines.map((line, index) => `${' '.repeat(11)}${(index === 0 ? `${name}:` : '').padEnd(10)}${line}`)

/** Shows progress on a terminal. @returns a function that ends it */
function showProgress(label: string, seconds: number): () => void {
  const { stderr } = process
  if (!stderr.isTTY) return () => undefined
  const startedAt = Date.now()
  const show = () => {
    const passed = Math.round((Date.now() - startedAt) / 1000)
    stderr.write(`\r${label}: ${passed} s, up to ${seconds + 10} s`)
  }
  show()
  const timer = setInterval(show, 1000)
  return () => {
    clearInterval(timer)
    stderr.write('\r\x1b[K')
  }
}
