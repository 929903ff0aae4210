import { useState } from 'react'
import { type Fault, FaultError } from '../../../core/faults/fault.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { notifyError } from '../../store/hooks.ts'
import { useIsMounted } from '../../ui/hooks/useIsMounted.ts'
import type { FolderFields } from './folderFields.ts'

/** Runs what saves the form, and says while it does so, and why it failed. */
export function useSaving(saveFields: (fields: FolderFields, isMounted: () => boolean) => Promise<void>) {
  const isMounted = useIsMounted()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Fault | null>(null)

  async function save(fields: FolderFields) {
    setSaving(true)
    setFailure(null)
    try {
      await saveFields(fields, isMounted)
    } catch (error) {
      setFailure(faultOf(error))
      // The store's listener reports failed mutations.
      if (!isMounted() && error instanceof FaultError) notifyError(error)
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving, failure }
}
