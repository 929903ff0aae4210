import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import type { ApiToken } from '../../../../contract/schemas/apiTokens.ts'
import { shownText } from '../../../../contract/shownText.ts'
import { useServerTime } from '../../../api/useServerTime.ts'
import { useApiTokensQuery, useRevokeApiTokenMutation } from '../../../api/accountApi.ts'
import { notify } from '../../../store/hooks.ts'
import { rich } from '../../../i18n/rich.ts'
import { t } from '../../../../i18n/t.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { DateTime } from '../../../ui/values/DateTime.tsx'
import { Buttons } from '../../../ui/theme/layout.ts'
import { Entry, EntryList } from '../../../ui/lists/EntryList.tsx'
import { QueryContent } from '../../../ui/messages/QueryContent.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { Tag } from '../../../ui/values/Tag.tsx'
import { NewApiTokenDialog } from './NewApiTokenDialog.tsx'

/** API tokens, which scripts use to call the server in the person's name. */
export function ApiTokensSection({ username }: { username: string }) {
  const query = useApiTokensQuery(undefined, { refetchOnMountOrArgChange: true })
  const [isMaking, setMaking] = useState(false)
  return (
    <Section id="api-tokens" title={t('tokens.title')} intro={t('tokens.intro')}>
      <Stack spacing={2} sx={{ mt: 2 }}>
        <QueryContent query={query} loading={t('tokens.loading')}>
          {(tokens) => <TokenList tokens={tokens} />}
        </QueryContent>
        <Buttons>
          <Button onClick={() => setMaking(true)}>{t('tokens.begin')}</Button>
        </Buttons>
      </Stack>
      {isMaking && (
        <NewApiTokenDialog
          username={username}
          onMade={() => void query.refetch()}
          onClose={() => setMaking(false)}
        />
      )}
    </Section>
  )
}

function TokenList({ tokens }: { tokens: readonly ApiToken[] }) {
  const [tokenToRevoke, setTokenToRevoke] = useState<ApiToken | null>(null)
  const [revoke] = useRevokeApiTokenMutation()
  const now = useServerTime(tokens.map(({ expires_at }) => expires_at))

  async function revokeConfirmed({ id, name }: ApiToken) {
    setTokenToRevoke(null)
    // The store's listener reports a failure.
    const { error } = await revoke(id)
    if (!error) notify('success', t('tokens.revoked', { name: shownText(name) }))
  }

  if (tokens.length === 0) return null
  return (
    <>
      <EntryList label={t('tokens.title')}>
        {tokens.map((token) => (
          <Entry
            key={token.id}
            name={shownText(token.name)}
            actions={
              <Button
                size="small"
                color="error"
                aria-label={t('tokens.revokeToken', { name: shownText(token.name) })}
                onClick={() => setTokenToRevoke(token)}
              >
                {t('tokens.revoke')}
              </Button>
            }
          >
            <Scopes>
              {token.scopes.map((scope) => (
                <Tag key={scope}>{scope}</Tag>
              ))}
            </Scopes>
            <span className="fact">
              {rich('tokens.times', {
                isOver: Date.parse(token.expires_at) > now ? 'no' : 'yes',
                end: () => <DateTime iso={token.expires_at} />,
                isUsed: token.last_used_at === null ? 'no' : 'yes',
                use: () => <DateTime iso={token.last_used_at} />,
              })}
            </span>
          </Entry>
        ))}
      </EntryList>
      <ConfirmDialog
        open={tokenToRevoke !== null}
        title={t('tokens.revokeQuestion')}
        confirmLabel={t('tokens.revoke')}
        destructive
        onCancel={() => setTokenToRevoke(null)}
        onConfirm={() => tokenToRevoke && void revokeConfirmed(tokenToRevoke)}
      >
        {tokenToRevoke && t('tokens.revokeText', { name: shownText(tokenToRevoke.name) })}
      </ConfirmDialog>
    </>
  )
}

const Scopes = styled(Buttons)(({ theme: { spacing } }) => ({
  gap: spacing(0.5),
  marginBlock: spacing(0.75),
}))
