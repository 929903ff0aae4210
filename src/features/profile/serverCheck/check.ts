import type { Finding } from '../../../../contract/doctor/finding.ts'
import { findingsOf } from '../../../../contract/doctor/findings.ts'
import { callApi } from '../../../api/client.ts'
import { probePath } from './probePath.ts'

export interface Checked {
  /** ISO */
  at: string
  findings: readonly Finding[]
}

/** The self-test, from this browser. @throws FaultError, AbortError */
export async function checkServer(signal: AbortSignal): Promise<Checked> {
  // What the server measures of itself must not be slowed down by what comes to it; its failing is a finding.
  const server = await callApi('inspectServer', { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error
    return null
  })
  const path = await probePath(signal)
  const at = new Date().toISOString()
  return { at, findings: findingsOf({ by: 'browser', time: at, path, server }) }
}
