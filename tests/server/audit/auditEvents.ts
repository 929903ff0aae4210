import { expect } from 'vitest'
import type { AuditEvent, getAudit } from '../../../contract/schemas/audit.ts'
import type { AuditKind } from '../../../contract/auditKinds.ts'
import type { CallResponse } from '../../../contract/call.ts'
import type { Browser } from '../testServer.ts'

type AuditPage = CallResponse<typeof getAudit>

export async function auditPage(browser: Browser, query = ''): Promise<AuditPage> {
  const reply = await browser.get(`/api/audit${query}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

/** What this person is told, the oldest first. */
export async function eventsOf(browser: Browser, query = '?limit=500'): Promise<AuditEvent[]> {
  return (await auditPage(browser, query)).events.reverse()
}

export async function kindsOf(browser: Browser, query?: string): Promise<AuditKind[]> {
  return (await eventsOf(browser, query)).map(({ kind }) => kind)
}

/** Those of these kinds, as kind and details, but for when they ended. */
export async function eventDetails(browser: Browser, ...kinds: AuditKind[]) {
  const events = await eventsOf(browser)
  return events
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, details: { ended_at, ...details } }) => {
      if (ended_at !== undefined) expect(ended_at).toMatch(/^20\d\d-\d\d-\d\dT.*Z$/)
      return [kind, details] as const
    })
}

export async function lastEvent(browser: Browser, kind: AuditKind): Promise<AuditEvent | undefined> {
  return (await eventsOf(browser)).findLast((event) => event.kind === kind)
}
