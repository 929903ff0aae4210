import type { DoctorFacts } from './facts.ts'
import type { Finding } from './finding.ts'
import { networkPathFindings } from './networkPathFindings.ts'
import { serverFindings } from './serverFindings.ts'

/** Evaluates the facts, in the order in which an operator would check them. Pure. */
export function findingsOf(facts: DoctorFacts): Finding[] {
  return [
    ...(facts.path === undefined ? [] : networkPathFindings(facts.path, facts.by)),
    ...(facts.server === undefined ? [] : serverFindings(facts.server, facts.time)),
  ]
}

/** '2 problems, 1 warning', or a text for none. */
export function findingsSummary(findings: readonly Finding[]): string {
  const count = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length
  const [problems, warnings] = [count('problem'), count('warning')]
  if (problems + warnings === 0) return 'Nothing to complain of.'
  const counts = [counted(problems, 'problem'), counted(warnings, 'warning')]
  return `${counts.filter((text) => text !== '').join(', ')}.`
}

const counted = (count: number, noun: string) =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
