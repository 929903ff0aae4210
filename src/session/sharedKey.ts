import { hasKeyPair } from '../../contract/hasKeyPair.ts'
import { csrfToken } from '../api/client.ts'
import { fingerprint, fromBase64, type SealedPrivateKey } from '../../core/crypto/index.ts'
import { store } from '../store/store.ts'
import { lockIfOverdue } from './idleLock.ts'
import { knownFingerprint } from './knownKey.ts'
import { selectSession } from './sessionSlice.ts'
import { unlocksOnce } from './unlockOnce.ts'
import {
  beginUnlock,
  getOpenedSealedKey,
  getUnlockedKey,
  subscribeUnlockedKey,
  trackOpening,
  type UnlockedKey,
} from './unlockedKey.ts'

/**
 * [Note: One key for the tabs of a session]
 * An account page without an open key asks the other tabs for it when it starts, and when a tab says that its key was
 * opened. A question names the user, the fingerprint that this device knows of the user's key, and a channel of its own,
 * random and used once. A tab answers there with handles that cannot be exported if its key was opened in the session
 * that is still current (all tabs have its cookies), belongs to that user and has that fingerprint. Whoever asks checks
 * the same of the answer, and drops it if keys were dropped since. Only account pages that are no frame ask, listen and
 * answer; the code is not part of visitors' pages. Browsers deliver to the same origin alone, in the same profile. Where
 * a browser cannot send a key, or nobody answers, the key stays locked.
 */
const channelName = 'sealpost-key'
const answerChannelName = (id: string) => `${channelName}-${id}`
/** Nobody may be there, or a tab frozen. */
const maxAnswerWaitMs = 1_000

export interface KeyQuestion {
  /** A UUID. */
  id: string
  userId: number
  fingerprint: string
}

export interface KeyAnswer {
  key: UnlockedKey
  sealed: SealedPrivateKey | null
}

/** A tab decides by this whether it asks, answers, and keeps an answer. */
export interface TabState {
  isFrame: boolean
  /** `unlocksOnce`. */
  isWanted: boolean
  /** Who is signed in here. */
  userId: number | null
  /** The CSRF token, of which each session has its own; '' if there is none. */
  session: string
  /** The open key, and the session in which it was opened. */
  held: { fingerprint: string; session: string } | null
}

const mayTakePart = ({ isFrame, isWanted, userId, session }: TabState): boolean =>
  !isFrame && isWanted && userId !== null && session !== ''

export const mayAnswer = (question: KeyQuestion, tab: TabState): boolean =>
  mayTakePart(tab) &&
  tab.held?.session === tab.session &&
  tab.held.fingerprint === question.fingerprint &&
  tab.userId === question.userId

/** @param before the state in which the question was asked */
export const mayKeep = (answer: KeyAnswer, question: KeyQuestion, before: TabState, now: TabState): boolean =>
  mayTakePart(now) &&
  now.held === null &&
  now.session === before.session &&
  now.userId === question.userId &&
  answer.key.fingerprint === question.fingerprint

export function readQuestion(data: unknown): KeyQuestion | null {
  const { id, userId, fingerprint } = (data ?? {}) as Partial<Record<keyof KeyQuestion, unknown>>
  return typeof id === 'string' &&
    /^[\da-f-]{36}$/.test(id) &&
    typeof userId === 'number' &&
    typeof fingerprint === 'string'
    ? { id, userId, fingerprint }
    : null
}

/** Null unless it consists of handles that cannot be exported, beside the public key of which it has the fingerprint. */
export async function readAnswer(data: unknown): Promise<KeyAnswer | null> {
  const { key, sealed } = (data ?? {}) as Partial<KeyAnswer>
  if (!key || sealed === undefined) return null
  const { privateKey, signingKey, root, publicKeySpki } = key
  const isHandle = (handle: unknown, usage: KeyUsage) =>
    handle instanceof CryptoKey && !handle.extractable && handle.usages.join() === usage
  if (!isHandle(privateKey, 'decrypt') || !isHandle(signingKey, 'sign') || !isHandle(root, 'deriveBits'))
    return null
  try {
    const { b64u, words } = await fingerprint(fromBase64(publicKeySpki))
    if (b64u !== key.fingerprint) return null
    return {
      key: { privateKey, signingKey, root, publicKeySpki, fingerprint: b64u, fingerprintWords: words },
      sealed,
    }
  } catch {
    return null
  }
}

let held: { key: UnlockedKey; session: string } | null = null

function noteHeldKey(): void {
  const key = getUnlockedKey()
  if (key !== held?.key) held = key && { key, session: csrfToken() }
}
noteHeldKey()
subscribeUnlockedKey(noteHeldKey)

const tabState = (): TabState => ({
  isFrame: window.top !== window,
  isWanted: unlocksOnce(),
  userId: selectSession(store.getState()).user?.id ?? null,
  session: csrfToken(),
  held: held && { fingerprint: held.key.fingerprint, session: held.session },
})

/** Asks, answers and announces, while an account page of a signed-in user is shown. @returns a function that stops it */
export function startKeySharing(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(channelName)
  const stopped = new AbortController()

  const announce = () => {
    if (getUnlockedKey() !== null && mayTakePart(tabState())) channel.postMessage('opened')
  }
  const ask = () => {
    if (getUnlockedKey() === null && mayTakePart(tabState())) trackOpening(askForKey(channel, stopped.signal))
  }
  channel.addEventListener('message', ({ data }: MessageEvent) => {
    if (data === 'opened') ask()
    else answerQuestion(readQuestion(data))
  })
  const unsubscribe = subscribeUnlockedKey(announce)
  announce()
  ask()
  return () => {
    stopped.abort()
    unsubscribe()
    channel.close()
  }
}

function answerQuestion(question: KeyQuestion | null): void {
  // A timer of a tab in the background may be late.
  lockIfOverdue()
  const key = getUnlockedKey()
  if (question === null || key === null || !mayAnswer(question, tabState())) return
  const answers = new BroadcastChannel(answerChannelName(question.id))
  try {
    answers.postMessage({ key, sealed: getOpenedSealedKey() } satisfies KeyAnswer)
  } catch {
    // This browser sends no keys.
  }
  answers.close()
}

/** @throws FaultError if keys were dropped meanwhile */
async function askForKey(channel: BroadcastChannel, stopped: AbortSignal): Promise<void> {
  const { user } = selectSession(store.getState())
  if (!user || !hasKeyPair(user)) return
  const before = tabState()
  const finishUnlock = beginUnlock(user.username)
  const known = await knownFingerprint(user.username)
  if (known === null || stopped.aborted) return
  const question = { id: crypto.randomUUID(), userId: user.id, fingerprint: known }
  const answer = await firstAnswer(channel, question, stopped)
  if (answer && mayKeep(answer, question, before, tabState())) await finishUnlock(answer.key, answer.sealed)
}

async function firstAnswer(
  channel: BroadcastChannel,
  question: KeyQuestion,
  stopped: AbortSignal,
): Promise<KeyAnswer | null> {
  const answers = new BroadcastChannel(answerChannelName(question.id))
  const over = AbortSignal.any([stopped, AbortSignal.timeout(maxAnswerWaitMs)])
  try {
    return await new Promise((resolve) => {
      over.addEventListener('abort', () => resolve(null))
      answers.addEventListener('message', ({ data }: MessageEvent) => {
        void readAnswer(data).then((answer) => {
          if (answer?.key.fingerprint === question.fingerprint) resolve(answer)
        })
      })
      channel.postMessage(question)
    })
  } finally {
    answers.close()
  }
}
