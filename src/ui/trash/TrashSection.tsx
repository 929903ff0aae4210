import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReactNode, useMemo, useState } from 'react'
import { withToggled } from '../../../core/util/withToggled.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { KeepWhileClosing } from '../dialogs/KeepWhileClosing.tsx'
import { useBoxRows, VirtualRows } from '../lists/VirtualRows.tsx'
import { QueryContent } from '../messages/QueryContent.tsx'
import { Disclosure } from '../page/Disclosure.tsx'
import { checkboxStyles } from '../theme/checkboxStyles.ts'
import { focusRing } from '../theme/theme.ts'
import { ByteSize } from '../values/ByteSize.tsx'
import { ShortTime } from '../values/DateTime.tsx'

/** A line below a list that shows what was deleted from it; nothing without any. `children` is rendered once it is opened. */
export function TrashSection({ count, children }: { count: number; children: ReactNode }) {
  const [isOpened, setOpened] = useState(false)
  if (count === 0) return null
  return (
    <Disclosure summary={t('trash.line', { count })} onOpen={() => setOpened(true)}>
      {isOpened && children}
    </Disclosure>
  )
}

interface TrashedRow {
  id: number
  deleted_at: string
  erased_at: string
}

interface TrashListProps<Row> {
  /** Result of a hook of RTK Query. */
  query: { data?: readonly Row[] | undefined; error?: unknown; refetch: () => unknown }
  nameOf: (row: Row) => ReactNode
  sizeOf: (row: Row) => number
  /** Asks before rows are erased. */
  question: (props: {
    rows: readonly Row[]
    open: boolean
    onCancel: () => void
    onConfirm: () => void
  }) => ReactNode
  onErase: (rows: readonly Row[]) => Promise<void>
  onRestore: (rows: readonly Row[]) => Promise<void>
}

const none: ReadonlySet<number> = new Set()
const rowOptions = { keyOf: ({ id }: TrashedRow) => id, height: 53, overscan: 6 }

/** The rows of a trash, which can be selected, restored and erased. */
export function TrashList<Row extends TrashedRow>(props: TrashListProps<Row>) {
  const { query, nameOf, sizeOf, question, onErase, onRestore } = props
  const rows = useMemo(() => query.data ?? [], [query.data])
  const { body, virtual } = useBoxRows(rows, rowOptions)
  const [selected, setSelected] = useState(none)
  const [isBusy, setBusy] = useState(false)
  const [toErase, setToErase] = useState<readonly Row[] | null>(null)
  const chosen = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected])
  const canAct = chosen.length > 0 && !isBusy
  const run = async (work: Promise<void>) => {
    setToErase(null)
    setBusy(true)
    try {
      await work
      setSelected(none)
    } finally {
      setBusy(false)
    }
  }
  return (
    <QueryContent query={query} loading={t('trash.loading')}>
      {() => (
        <>
          <Head>
            <input
              type="checkbox"
              aria-label={t('trash.selectAll')}
              title={t('trash.selectAll')}
              checked={rows.length > 0 && chosen.length === rows.length}
              ref={(input) => {
                if (input) input.indeterminate = chosen.length > 0 && chosen.length < rows.length
              }}
              onChange={({ target }) =>
                setSelected(target.checked ? new Set(rows.map(({ id }) => id)) : none)
              }
            />
            <Button size="small" disabled={!canAct} onClick={() => void run(onRestore(chosen))}>
              {t('trash.restore')}
            </Button>
            <Button size="small" color="error" disabled={!canAct} onClick={() => setToErase(chosen)}>
              {t('trash.deleteNow')}
            </Button>
            <Button
              size="small"
              color="error"
              disabled={isBusy || rows.length === 0}
              onClick={() => setToErase(rows)}
            >
              {t('trash.empty')}
            </Button>
          </Head>
          <Rows ref={body}>
            <div
              role="list"
              aria-label={t('trash.line', { count: rows.length })}
              style={{ height: virtual.getTotalSize(), position: 'relative' }}
            >
              <VirtualRows items={rows} virtual={virtual} role="listitem">
                {(row) => (
                  <label>
                    <input
                      type="checkbox"
                      checked={selected.has(row.id)}
                      onChange={() => setSelected(withToggled(selected, row.id))}
                    />
                    <span>
                      <strong>{nameOf(row)}</strong>
                      <span className="facts">
                        {rich('trash.facts', {
                          size: () => <ByteSize bytes={sizeOf(row)} />,
                          deleted: () => <ShortTime iso={row.deleted_at} />,
                          until: () => <ShortTime iso={row.erased_at} />,
                        })}
                      </span>
                    </span>
                  </label>
                )}
              </VirtualRows>
            </div>
          </Rows>
          <KeepWhileClosing item={toErase}>
            {(rows, open) =>
              question({
                ...{ rows, open },
                onCancel: () => setToErase(null),
                onConfirm: () => void run(onErase(rows)),
              })
            }
          </KeepWhileClosing>
        </>
      )}
    </QueryContent>
  )
}

const Head = styled('div')(({ theme: { spacing } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: spacing(1),
  '& > input': { ...checkboxStyles, '&:focus-visible': focusRing },
}))

const Rows = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.body2,
  maxHeight: '20rem',
  marginTop: spacing(1),
  overflowY: 'auto',
  overflowWrap: 'anywhere',
  '& .row': { position: 'absolute', top: 0, left: 0, width: '100%' },
  '& label': {
    display: 'flex',
    gap: spacing(1.5),
    paddingBlock: spacing(0.75),
    borderTop: `1px solid ${vars.palette.divider}`,
    cursor: 'pointer',
  },
  '& input': { ...checkboxStyles, marginTop: 3, '&:focus-visible': focusRing },
  '& label > span': { minWidth: 0 },
  '& strong': { fontWeight: 500 },
  '& .facts': { display: 'block', ...typography.small, color: vars.palette.text.secondary },
}))
