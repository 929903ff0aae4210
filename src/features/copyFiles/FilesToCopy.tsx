import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { OwnFile } from '../../transfer/keys/own.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FileName, FileNames } from '../../ui/FileName.tsx'
import { count, formatNumber } from '../../ui/format.ts'
import { Scrolling } from '../../ui/layout.ts'
import type { Chosen } from './copying.ts'

const named = 5

/** Every name is the one in the file's manifest; what the server says otherwise is not shown. */
export function FilesToCopy({ chosen: { files, unsealed, unopened } }: { chosen: Chosen }) {
  return (
    <div>
      {files.length > 0 ? (
        <>
          <Typography variant="subtitle2" component="h3">
            {`${count(files.length, 'file')}, by the names that their senders sealed`}
          </Typography>
          <Names files={files} />
        </>
      ) : (
        <Banner severity="warning">None of these files can be copied.</Banner>
      )}
      <LeftOut
        names={unsealed.map(({ original_filename }) => original_filename)}
        reason={[
          'no manifest came with it, so nothing but the server says what it is',
          'no manifest came with them, so nothing but the server says what they are',
        ]}
      />
      <LeftOut
        names={unopened.map(({ original_filename }) => original_filename)}
        reason={['its key does not open with yours', 'their keys do not open with yours']}
      />
    </div>
  )
}

function Names({ files }: { files: readonly OwnFile[] }) {
  const [isOpen, setOpen] = useState(false)
  const rest = files.length - named
  return (
    <>
      <List files={files.slice(0, named)} />
      {rest > 0 && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{`and ${formatNumber(rest)} more`}</summary>
          {isOpen && (
            <Scrolling tabIndex={0} role="group" aria-label="More files to copy">
              <List files={files.slice(named)} />
            </Scrolling>
          )}
        </details>
      )}
    </>
  )
}

const List = ({ files }: { files: readonly OwnFile[] }) => (
  <Lines>
    {files.map(({ record, name, path }) => (
      <li key={record.id}>
        {path !== '.' && (
          <span className="path">
            <FileName name={path} />
            {' / '}
          </span>
        )}
        <FileName name={name} whole />
      </li>
    ))}
  </Lines>
)

interface LeftOutProps {
  names: readonly string[]
  /** Of one file, of several. */
  reason: readonly [string, string]
}

function LeftOut({ names, reason }: LeftOutProps) {
  if (names.length === 0) return null
  const more = names.length - named
  return (
    <Typography variant="body2" component="p" sx={{ mt: 1.5 }}>
      {`${count(names.length, 'file')} cannot be copied, because ${names.length === 1 ? reason[0] : reason[1]}: `}
      <FileNames names={names.slice(0, named)} />
      {more > 0 && ` and ${formatNumber(more)} more`}
    </Typography>
  )
}

const Lines = styled('ul')(({ theme: { typography, spacing, vars } }) => ({
  ...typography.body2,
  margin: spacing(0.75, 0, 0),
  padding: 0,
  listStyle: 'none',
  overflowWrap: 'anywhere',
  '& .path': { color: vars.palette.text.secondary },
  '& + details': { ...typography.body2, marginTop: spacing(0.5) },
  '& + details > summary': { cursor: 'pointer', color: vars.palette.text.secondary, width: 'fit-content' },
}))
