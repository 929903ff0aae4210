import { useEffect, useState } from 'react'
import type { Webhook, WebhookOutcome } from '../../../contract/schemas/notices.ts'
import { callApi } from '../../api/client.ts'
import type { Fault } from '../../../core/faults/fault.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'

export type WebhookResult =
  | { type: 'failed'; fault: Fault }
  | { type: 'saved' | 'removed' }
  | { type: 'tested'; outcome: WebhookOutcome }

type Action = 'saving' | 'testing' | 'replacing' | 'removing'

/** State of a folder's webhook, in no store: its address may contain a token, its secret is shown once. */
export function useWebhook(folderId: number) {
  /** Undefined while loading; null if there is none. */
  const [webhook, setWebhook] = useState<Webhook | null | undefined>(undefined)
  const [secret, setSecret] = useState<string | null>(null)
  const [action, setAction] = useState<Action | null>(null)
  const [result, setResult] = useState<WebhookResult | null>(null)
  const [attempts, setAttempts] = useState(0)
  const params = { id: folderId }

  useEffect(() => {
    const leaving = new AbortController()
    callApi('getWebhook', { params: { id: folderId }, signal: leaving.signal }).then(
      (response) => setWebhook(response.webhook),
      (error: unknown) => {
        if (!leaving.signal.aborted) setResult({ type: 'failed', fault: faultOf(error) })
      },
    )
    return () => leaving.abort()
  }, [folderId, attempts])

  async function run(action: Action, request: () => Promise<WebhookResult | null>) {
    setAction(action)
    setResult(null)
    try {
      setResult(await request())
    } catch (error) {
      setResult({ type: 'failed', fault: faultOf(error) })
    } finally {
      setAction(null)
    }
  }

  return {
    ...{ webhook, secret, action, result },
    reload() {
      setResult(null)
      setAttempts(attempts + 1)
    },
    save: (url: string) =>
      run('saving', async () => {
        const response = await callApi('setWebhook', { params, body: { url } })
        setWebhook(response.webhook)
        if (response.secret !== null) setSecret(response.secret)
        return { type: 'saved' }
      }),
    test: () =>
      run('testing', async () => {
        const { outcome } = await callApi('testWebhook', { params })
        setWebhook((before) => before && { ...before, last: outcome })
        return { type: 'tested', outcome }
      }),
    replaceSecret: () =>
      run('replacing', async () => {
        const response = await callApi('replaceWebhookSecret', { params })
        setWebhook(response.webhook)
        setSecret(response.secret)
        return null
      }),
    remove: () =>
      run('removing', async () => {
        await callApi('deleteWebhook', { params })
        setWebhook(null)
        setSecret(null)
        return { type: 'removed' }
      }),
  }
}
