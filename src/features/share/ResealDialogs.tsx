import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { noRules } from '../../../contract/operatorRules.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { shownText } from '../../../contract/shownText.ts'
import { z } from '../../../contract/schemas/zod.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import type { LinkReseal } from '../../../core/keys/resealLink.ts'
import type { FolderKeyFields } from '../../../core/trust/folderKeyFields.ts'
import { t } from '../../../i18n/t.ts'
import { useEffectiveRules } from '../../api/serverApi.ts'
import { useSchemaForm } from '../../forms/schemaForm.ts'
import { getUnlockedKey } from '../../session/unlockedKey.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { ChangeLinkDialog } from './ChangeLinkDialog.tsx'
import { linkSchemaOf, unchangedLinkFields } from './linkFormFields.ts'
import { resealListedLink } from './listedLink.ts'
import { PasswordOption } from './PasswordOption.tsx'

interface ResealDialogProps {
  folder: FolderKeyFields
  link: DownloadLink
  onClose: () => void
}

export function LinkPasswordDialog(props: ResealDialogProps) {
  const { has_password, named_people } = props.link
  const rules = useEffectiveRules() ?? noRules
  const [initial] = useState(() => ({
    ...unchangedLinkFields(),
    hasPassword: true,
    isNamed: named_people !== null,
    people: (named_people ?? []).map(({ email }) => email).join('\n'),
  }))
  const form = useSchemaForm(
    useMemo(() => linkSchemaOf(noRules), []),
    initial,
  )
  const { hasPassword = true } = useWatch({ control: form.control })
  const reseal = useReseal(props)
  const changesAddress = hasPassword !== has_password
  return (
    <ChangeLinkDialog
      {...props}
      title={t('share.changePasswordTitle')}
      text={t(changesAddress ? 'share.newAddressText' : 'share.changePasswordText')}
      form={form}
      changesOf={({ password }) =>
        hasPassword || has_password ? reseal({ password: hasPassword ? password : null }) : null
      }
      success={t(changesAddress ? 'share.addressChanged' : 'share.passwordChanged')}
    >
      <PasswordOption form={form} rules={rules} disabled={form.formState.isSubmitting} />
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
