import { styled } from '@mui/material/styles'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import {
  type FrameAnswer,
  type FrameContent,
  previewFramePath,
  readFrameAnswer,
  requiredFramePolicy,
} from '../../core/preview/frameMessages.ts'

/** A frame that says nothing for as long hangs, or is not ours. */
const silenceMs = 5000

interface PreviewFrameProps extends Pick<FrameContent, 'kind' | 'mime'> {
  title: string
  /** Verified. */
  content: Blob
  onAnswer: (answer: FrameAnswer | { type: 'silent' }) => void
}

/** Shows a picture, or plays sound or video, in a document without origin and requests ([Note: The frame of a preview]). */
export function PreviewFrame({ title, content, kind, mime, onAnswer }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isShown, setIsShown] = useState(false)
  const answered = useEffectEvent(onAnswer)
  const given = useEffectEvent(async (port: MessagePort) => {
    const bytes = await content.arrayBuffer()
    const message: FrameContent = { kind, mime, bytes }
    // An opaque origin cannot be named; the policy of this page lets frames show nothing but our own documents.
    frame.current?.contentWindow?.postMessage(message, '*', [port, bytes])
  })
  useLayoutEffect(() => {
    const { port1, port2 } = new MessageChannel()
    const giveUp = () => answered({ type: 'silent' })
    // Frames of hidden pages speak seldom.
    const onSilence = () => {
      if (document.hidden) timer = setTimeout(onSilence, silenceMs)
      else giveUp()
    }
    let timer = setTimeout(onSilence, silenceMs)
    port1.onmessage = ({ data }) => {
      const answer = readFrameAnswer(data)
      if (answer === null) return
      clearTimeout(timer)
      timer = setTimeout(onSilence, silenceMs)
      if (answer.type === 'shown') setIsShown(true)
      answered(answer)
    }
    let hasLoaded = false
    const handleLoad = () => {
      // Later ones are of another document.
      if (hasLoaded) giveUp()
      else void given(port2)
      hasLoaded = true
    }
    const element = frame.current
    element?.addEventListener('load', handleLoad)
    return () => {
      clearTimeout(timer)
      element?.removeEventListener('load', handleLoad)
      port1.close()
    }
  }, [])
  return (
    <Frame
      ref={frame}
      src={previewFramePath}
      sandbox="allow-scripts"
      // Chromium alone knows it: a document with a weaker policy is not shown.
      {...{ csp: requiredFramePolicy }}
      title={title}
      aria-busy={!isShown}
      // Arrow keys and swipes are the page's where there is nothing to play.
      {...(kind === 'image' && { tabIndex: -1, style: { pointerEvents: 'none' } })}
    />
  )
}

const Frame = styled('iframe')({ flex: 1, width: '100%', minHeight: 0, border: 0 })
