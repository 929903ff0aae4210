import Stack from '@mui/material/Stack'
import { useOperatorRulesQuery, useServerInfoQuery } from '../../../api/serverApi.ts'
import { t } from '../../../../i18n/t.ts'
import { QueryContent } from '../../../ui/messages/QueryContent.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { RulesForm } from './RulesForm.tsx'

export function OperatorRulesSection() {
  const query = useOperatorRulesQuery(undefined, { refetchOnMountOrArgChange: true })
  const sendsMail = useServerInfoQuery(undefined).data?.sends_mail === true
  return (
    <Section id="rules" title={t('rules.section')} intro={t('rules.intro')}>
      <Stack spacing={2.5} sx={{ mt: 2.5 }}>
        <QueryContent query={query} loading={t('rules.loading')}>
          {(installed) => <RulesForm installed={installed} sendsMail={sendsMail} />}
        </QueryContent>
      </Stack>
    </Section>
  )
}
