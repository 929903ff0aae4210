import Typography from '@mui/material/Typography'
import { lazy, Suspense } from 'react'
import { sha256AnywayBytes } from '../../transfer/open/job.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { selectPage, sha256Asked } from './downloadPageSlice.ts'

/** Few links have a file that is large enough. */
const CompareSha256 = lazy(() =>
  import('../../ui/CompareSha256.tsx').then((module) => ({ default: module.CompareSha256 })),
)

/** What protects the files, in one line, and on request in four sentences. */
export function Encryption() {
  const dispatch = useAppDispatch()
  const { rows, compareSha256 } = useAppSelector(selectPage)
  const hasLarge = rows.some(({ size }) => size > sha256AnywayBytes)
  return (
    <Disclosure summary="These files are end-to-end encrypted.">
      <Typography variant="body2">
        The server keeps them encrypted and cannot read them. Your browser decrypts them while they are saved,
        with keys that are part of your link behind the “#”, or that your password opens; neither is sent to
        the server. Every piece is checked before it is written, and the whole against what the sender’s
        browser sealed of its content and name; where it sealed nothing, the file is marked. Keep this page
        open until a download is done: it is this page that decrypts.
      </Typography>
      {hasLarge && (
        <Suspense>
          <CompareSha256
            above={sha256AnywayBytes}
            checked={compareSha256}
            onChange={(isAsked) => dispatch(sha256Asked(isAsked))}
          />
        </Suspense>
      )}
    </Disclosure>
  )
}
