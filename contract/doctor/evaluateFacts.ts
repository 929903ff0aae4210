import type { DoctorFacts } from './facts.ts'
import type { Finding } from './finding.ts'
import { networkPathFindings } from './networkPathFindings.ts'
import { serverFindings } from './serverFindings.ts'

/** Evaluates the facts, in the order in which an operator would check them. Pure. */
export function evaluateFacts(facts: DoctorFacts): Finding[] {
  return [
    ...(facts.path === undefined ? [] : networkPathFindings(facts.path, facts.by)),
    ...(facts.server === undefined ? [] : serverFindings(facts.server, facts.time)),
  ]
}
