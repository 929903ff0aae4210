import { useCallback, useEffect, useRef, useState } from 'react'
import { fault } from '../../core/faults/fault.ts'
import { errorText, faultText } from '../../i18n/errorText.ts'
import { t } from '../../i18n/t.ts'
import { useIsMounted } from '../ui/hooks/useIsMounted.ts'
import { recoveryCodeErrorText, openWithRecoveryCode, resealWithPassword } from './openWithRecoveryCode.ts'
import type { OpenedKey } from './installKeyPair.ts'
import {
  getUnlockedKey,
  type UnconfirmedKey,
  registerPendingKey,
  subscribeUnlockedKey,
  type UnlockedKey,
  beginUnlock,
} from './unlockedKey.ts'

type RefusalText = () => string

/** A step of the dialog. `refusal` is that of the last attempt. */
export type RecoveryCodeStep =
  | { name: 'code'; busy: boolean; refusal: RefusalText | null }
  | { name: 'words'; key: UnlockedKey }
  | { name: 'foreign'; unconfirmed: UnconfirmedKey }
  /** The key is in use. */
  | { name: 'seal'; busy: boolean; refusal: RefusalText | null }

const codeStep = (refusal: RefusalText | null): RecoveryCodeStep => ({ name: 'code', busy: false, refusal })
const keyIsGone: RefusalText = () => faultText(fault('key-not-loaded'))
const sealStep: RecoveryCodeStep = { name: 'seal', busy: false, refusal: null }

/**
 * The steps code, comparison of words, use, and new seal, see [Note: A key that a recovery code opens]. The
 * key's bytes are kept for sealing, and overwritten on unmount or when the key is locked.
 * @param onSealed called when the login password opens the key again
 */
export function useRecoveryCodeSteps(username: string, onSealed: () => void) {
  const [step, setStep] = useState(codeStep(null))
  const opened = useRef<OpenedKey | null>(null)
  const finishUnlock = useRef<ReturnType<typeof beginUnlock> | null>(null)
  const isMounted = useIsMounted()

  const eraseOpenedKey = useCallback(() => {
    opened.current?.pkcs8Bytes.fill(0)
    opened.current = null
  }, [])

  const backToCode = useCallback(
    (refusal: RefusalText) => {
      eraseOpenedKey()
      setStep(codeStep(refusal))
    },
    [eraseOpenedKey],
  )

  useEffect(() => eraseOpenedKey, [eraseOpenedKey])

  const isOpen = step.name !== 'code'
  useEffect(
    () => (isOpen ? registerPendingKey(() => backToCode(keyIsGone)) : undefined),
    [isOpen, backToCode],
  )
  const isInUse = step.name === 'seal'
  useEffect(() => {
    if (!isInUse) return undefined
    return subscribeUnlockedKey(() => {
      if (getUnlockedKey() === null) backToCode(keyIsGone)
    })
  }, [isInUse, backToCode])

  async function enter(typed: string) {
    setStep({ name: 'code', busy: true, refusal: null })
    finishUnlock.current = beginUnlock(username)
    try {
      const openedKey = await openWithRecoveryCode(typed)
      if (!isMounted()) {
        openedKey.pkcs8Bytes.fill(0)
        return
      }
      opened.current = openedKey
      setStep({ name: 'words', key: openedKey.key })
    } catch (error) {
      setStep(codeStep(() => recoveryCodeErrorText(error)))
    }
  }

  async function unlock(work: () => Promise<UnconfirmedKey | null>) {
    try {
      const unconfirmed = await work()
      setStep(unconfirmed ? { name: 'foreign', unconfirmed } : sealStep)
    } catch (error) {
      backToCode(() => errorText(error))
    }
  }

  function confirmWords() {
    const [key, finish] = [opened.current?.key, finishUnlock.current]
    if (key && finish) void unlock(() => finish(key, null))
  }

  const useForeign = ({ activate }: UnconfirmedKey) => void unlock(() => activate().then(() => null))

  async function seal(password: string) {
    const key = opened.current
    if (!key) return
    setStep({ name: 'seal', busy: true, refusal: null })
    try {
      await resealWithPassword(username, key, password)
      onSealed()
    } catch (error) {
      // Erased meanwhile: the step has been left.
      if (opened.current === key) setStep({ name: 'seal', busy: false, refusal: () => errorText(error) })
    }
  }

  return {
    step,
    enter: (typed: string) => void enter(typed),
    confirmWords,
    rejectWords: () => backToCode(() => t('session.codeOtherWords')),
    useForeign,
    seal: (password: string) => void seal(password),
  }
}
