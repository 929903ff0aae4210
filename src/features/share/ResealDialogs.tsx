import Stack from '@mui/material/Stack'
import { useMemo, useState } from 'react'
import { noRules } from '../../../contract/operatorRules.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { shownText } from '../../../contract/shownText.ts'
import { z } from '../../../contract/schemas/zod.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import type { LinkReseal } from '../../../core/keys/resealLink.ts'
import type { FolderKeyFields } from '../../../core/trust/folderKeyFields.ts'
import { t } from '../../../i18n/t.ts'
import { useSchemaForm } from '../../forms/schemaForm.ts'
import { getUnlockedKey } from '../../session/unlockedKey.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { ChangeLinkDialog } from './ChangeLinkDialog.tsx'
import { linkSchemaOf, unchangedLinkFields } from './linkFormFields.ts'
import { resealListedLink } from './listedLink.ts'
import { PasswordFields } from './PasswordOption.tsx'

interface ResealDialogProps {
  folder: FolderKeyFields
  link: DownloadLink
  onClose: () => void
}

export function LinkPasswordDialog(props: ResealDialogProps) {
  const [initial] = useState(() => ({ ...unchangedLinkFields(), hasPassword: true }))
  const form = useSchemaForm(
    useMemo(() => linkSchemaOf(noRules), []),
    initial,
  )
  const reseal = useReseal(props)
  return (
    <ChangeLinkDialog
      {...props}
      title={t('share.changePasswordTitle')}
      text={t('share.changePasswordText')}
      form={form}
      changesOf={({ password }) => reseal({ password })}
      success={t('share.passwordChanged')}
    >
      <Stack spacing={1.5}>
        <PasswordFields form={form} disabled={form.formState.isSubmitting} />
      </Stack>
    </ChangeLinkDialog>
  )
}

const noFields = z.object({})

/** @param file as the owner sees it; the link's box says whether it is that */
export function RemoveFileDialog({ file, ...props }: ResealDialogProps & { file: LinkedFile }) {
  const form = useSchemaForm(noFields, {})
  const reseal = useReseal(props)
  return (
    <ChangeLinkDialog
      {...props}
      title={t('share.removeFileTitle')}
      text={t('share.removeFileText', { name: shownText(file.name) })}
      submit={{ label: t('share.removeFile'), destructive: true }}
      form={form}
      changesOf={() => reseal({ withoutFiles: [file.id] })}
      success={t('share.fileRemoved', { name: shownText(file.name) })}
    />
  )
}

export interface LinkedFile {
  id: number
  name: string
}

/** Seals a link anew, after it was compared with its box. */
function useReseal({ folder, link }: ResealDialogProps) {
  const dispatch = useAppDispatch()
  return (reseal: LinkReseal) => {
    const key = getUnlockedKey()
    if (!key) throw new FaultError(fault('key-not-loaded'))
    const { signal } = new AbortController()
    return dispatch(resealListedLink(link, reseal, { folder, key, signal, onProgress: () => undefined }))
  }
}
