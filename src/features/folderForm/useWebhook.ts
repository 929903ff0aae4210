import { useEffect, useState } from 'react'
import type { Webhook, WebhookOutcome } from '../../../contract/schemas/notices.ts'
import { callApi } from '../../api/client.ts'
import type { Fault } from '../../../core/faults/fault.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'

export type Done =
  | { what: 'failed'; fault: Fault }
  | { what: 'saved' | 'removed' }
  | { what: 'tested'; outcome: WebhookOutcome }

type Action = 'saving' | 'testing' | 'replacing' | 'removing'

/** State of a folder's webhook, in no store: its address may contain a token, its secret is shown once. */
export function useWebhook(folderId: number) {
  /** Undefined while loading; null if there is none. */
  const [webhook, setWebhook] = useState<Webhook | null | undefined>(undefined)
  const [secret, setSecret] = useState<string | null>(null)
  const [action, setAction] = useState<Action | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const [attempts, setAttempts] = useState(0)
  const params = { id: folderId }

  useEffect(() => {
    const leaving = new AbortController()
    callApi('getWebhook', { params: { id: folderId }, signal: leaving.signal }).then(
      (response) => setWebhook(response.webhook),
      (error: unknown) => {
        if (!leaving.signal.aborted) setDone({ what: 'failed', fault: faultOf(error) })
      },
    )
    return () => leaving.abort()
  }, [folderId, attempts])

  async function act(what: Action, work: () => Promise<Done | null>) {
    setAction(what)
    setDone(null)
    try {
      setDone(await work())
    } catch (error) {
      setDone({ what: 'failed', fault: faultOf(error) })
    } finally {
      setAction(null)
    }
  }

  return {
    ...{ webhook, secret, action, done },
    reload() {
      setDone(null)
      setAttempts(attempts + 1)
    },
    save: (url: string) =>
      act('saving', async () => {
        const response = await callApi('setWebhook', { params, body: { url } })
        setWebhook(response.webhook)
        if (response.secret !== null) setSecret(response.secret)
        return { what: 'saved' }
      }),
    test: () =>
      act('testing', async () => {
        const { outcome } = await callApi('testWebhook', { params })
        setWebhook((before) => before && { ...before, last: outcome })
        return { what: 'tested', outcome }
      }),
    replaceSecret: () =>
      act('replacing', async () => {
        const response = await callApi('replaceWebhookSecret', { params })
        setWebhook(response.webhook)
        setSecret(response.secret)
        return null
      }),
    remove: () =>
      act('removing', async () => {
        await callApi('deleteWebhook', { params })
        setWebhook(null)
        setSecret(null)
        return { what: 'removed' }
      }),
  }
}
