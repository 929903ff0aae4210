import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { shownMessage } from '../../contract/shownText.ts'
import { resultInSlices } from '../../core/util/timeSlice.ts'

/** Characters of a block: what is out of view is not laid out. */
const blockLength = 8192

/** Plain text of a stranger, with every character visible; nothing in it can be clicked. */
export function TextPreview({ text, label }: { text: string; label: string }) {
  const [blocks, setBlocks] = useState<readonly string[]>([])
  useEffect(() => {
    let isCurrent = true
    void resultInSlices(blocksInSteps(text)).then((all) => isCurrent && setBlocks(all))
    return () => void (isCurrent = false)
  }, [text])
  return (
    <Text role="region" tabIndex={0} aria-label={label} translate="no">
      {blocks.map((block, index) => (
        <pre key={index}>{block}</pre>
      ))}
    </Text>
  )
}

/** Blocks of whole lines, except where one is longer than a block. */
function* blocksInSteps(text: string): Generator<undefined, string[]> {
  const blocks: string[] = []
  for (let at = 0; at < text.length;) {
    const line = text.indexOf('\n', at + blockLength)
    const cut = line < 0 ? text.length : Math.min(line + 1, at + 2 * blockLength)
    // Not within a character.
    const end = cut < text.length && /[\uD800-\uDBFF]/.test(text.charAt(cut - 1)) ? cut - 1 : cut
    blocks.push(shownMessage(text.slice(at, end).replace(/\r?\n$/, '')))
    at = end
    yield
  }
  return blocks
}

const Text = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  padding: theme.spacing(2),
  '& pre': {
    margin: 0,
    fontFamily: 'ui-monospace, monospace',
    fontSize: theme.typography.body2.fontSize,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 20rem',
  },
}))
