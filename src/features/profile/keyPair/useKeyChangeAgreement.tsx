import type { ReactNode } from 'react'
import { t } from '../../../../i18n/t.ts'
import { getUnlockedKey } from '../../../session/unlockedKey.ts'
import { useUnlock } from '../../../session/useUnlock.tsx'
import { useAppDispatch } from '../../../store/hooks.ts'
import { type KeyChangePlan, planKeyChange } from '../../../trust/keyChange.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { AffectedFolders, type PlannedKeyChange } from './AffectedFolders.tsx'
import { useQuestion } from '../../../ui/hooks/useQuestion.ts'

interface KeyChangeTexts {
  title: string
  confirmLabel: string
  text: ReactNode
}

/** Asks what becomes of shared folders with a new key pair; again if the current key was unlocked for that. */
export function useKeyChangeAgreement({ title, confirmLabel, text }: KeyChangeTexts) {
  const dispatch = useAppDispatch()
  const { unlock, dialog } = useUnlock()
  const { openQuestion, ask, reply } = useQuestion<PlannedKeyChange, 'sure' | 'open'>()

  /** @param isAgreed true for a plan that needs no question @returns null if the person declines @throws FaultError */
  async function agree(isAgreed: (plan: KeyChangePlan) => boolean): Promise<PlannedKeyChange | null> {
    for (;;) {
      const key = getUnlockedKey()
      const keyChange = { key, plan: await dispatch(planKeyChange(key)) }
      const decision = isAgreed(keyChange.plan) ? 'sure' : await ask(keyChange)
      if (decision !== 'open') return decision && keyChange
      await unlock(() => t('keys.presentSignsNew'))
    }
  }

  const dialogs = (
    <>
      <ConfirmDialog
        open={openQuestion !== null}
        title={title}
        confirmLabel={confirmLabel}
        onConfirm={() => reply('sure')}
        onCancel={() => reply(null)}
      >
        <p>{text}</p>
        {openQuestion && <AffectedFolders keyChange={openQuestion} onOpenKey={() => reply('open')} />}
      </ConfirmDialog>
      {dialog}
    </>
  )
  return { agree, isAsking: openQuestion !== null, dialogs }
}
