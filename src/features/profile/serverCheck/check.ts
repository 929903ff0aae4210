import type { Finding } from '../../../../contract/doctor/finding.ts'
import { findingsOf } from '../../../../contract/doctor/findings.ts'
import { callApi } from '../../../api/client.ts'
import { probePath } from './probePath.ts'

export interface ServerCheckResult {
  /** ISO 8601. */
  at: string
  findings: readonly Finding[]
}

/** Runs the self-test from this browser. @throws FaultError, AbortError */
export async function checkServer(signal: AbortSignal): Promise<ServerCheckResult> {
  // In sequence, since requests would slow the server's own measurements. A failure is a finding.
  const server = await callApi('inspectServer', { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error
    return null
  })
  const path = await probePath(signal)
  const at = new Date().toISOString()
  return { at, findings: findingsOf({ by: 'browser', time: at, path, server }) }
}
