import type { Finding } from '../../../contract/doctor/finding.ts'
import { formatSentence } from '../../../contract/doctor/sentence.ts'
import { formatMessage, type Key } from '../../../i18n/message.ts'

/** Finding in words, for the command line. */
export interface FindingText extends Omit<Finding, 'says'> {
  title: string
  says: string
}

/** Language of the command line, whose output is also read by programs. */
const language = 'en'

/** Converts findings to words. Loads the texts on demand. */
export async function findingTexts(findings: readonly Finding[]): Promise<FindingText[]> {
  const { loadMessages, messageOf } = await import('../../../i18n/messages.ts')
  await loadMessages(language, 'doctor')
  const say = (key: Extract<Key, `${'checks' | 'findings'}.${string}`>, values = {}): string => {
    const message = messageOf(language, key)
    if (message === undefined) throw new Error(`There is no text ${key}.`)
    return formatMessage<string>(message, language, values) as string
  }
  return findings.map(({ check, severity, says, remedies }) => ({
    ...{ check, title: say(`checks.${check}`), severity },
    says: formatSentence(says, (name, values) => say(`findings.${name}`, values)),
    ...(remedies && { remedies }),
  }))
}
