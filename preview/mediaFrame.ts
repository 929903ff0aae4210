import { answerCodes, type FrameContent } from '../core/preview/frameMessages.ts'
import { maxImagePixels } from '../core/preview/imageSize.ts'
import type { DecodedImage, ImageToDecode } from './decodeImage.ts'

/**
 * The script of the document that shows a picture, or plays sound and video ([Note: The frame of a preview]). Its origin
 * is opaque, its policy allows no network. The build puts the worker's script into it (scripts/previewDocuments.ts).
 */
declare const decodeImageScript: string

const aliveMs = 1000
/** A picture that takes longer is not decoded. */
const maxDecodingMs = 10_000

interface TrustedTypes {
  createPolicy: (
    name: 'preview',
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => string
  }
}

function begin({ source, data, ports: [port] }: MessageEvent<FrameContent>): void {
  if (source !== parent || !port) return
  removeEventListener('message', begin)
  const answer = (type: keyof typeof answerCodes, ...size: number[]) =>
    port.postMessage([answerCodes[type], ...size])
  setInterval(() => answer('alive'), aliveMs)
  // The page has the other keys: only what is played here gets the focus.
  addEventListener('keydown', ({ key }) => key === 'Escape' && answer('escape'))
  if (data.kind === 'image') showImage(data, answer)
  else play(data, answer)
}
addEventListener('message', begin)

type Answer = (type: keyof typeof answerCodes, ...size: number[]) => void

function showImage({ bytes, mime }: FrameContent, answer: Answer): void {
  const worker = startDecoder()
  if (!worker) {
    answer('not-decoded')
    return
  }
  const end = (decoded: DecodedImage) => {
    clearTimeout(timer)
    worker.terminate()
    if (typeof decoded === 'string') {
      answer(decoded)
      return
    }
    const { bitmap, width, height } = decoded
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
    document.body.append(canvas)
    answer('shown', width, height)
  }
  const timer = setTimeout(() => end('not-decoded'), maxDecodingMs)
  worker.onmessage = ({ data }: MessageEvent<DecodedImage>) => end(data)
  worker.onerror = () => end('not-decoded')
  worker.postMessage({ bytes, mime } satisfies ImageToDecode, [bytes])
}

/** Null where a browser starts no worker in such a document. */
function startDecoder(): Worker | null {
  const url = URL.createObjectURL(new Blob([decodeImageScript], { type: 'text/javascript' }))
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  // No other address becomes a script.
  const policy = trustedTypes?.createPolicy('preview', { createScriptURL: () => url })
  try {
    return new Worker(policy ? policy.createScriptURL(url) : url)
  } catch {
    return null
  }
}

function play({ kind, bytes, mime }: FrameContent, answer: Answer): void {
  const media = document.createElement(kind === 'video' ? 'video' : 'audio')
  media.controls = true
  media.onloadedmetadata = () => {
    const { videoWidth: width, videoHeight: height } =
      media instanceof HTMLVideoElement ? media : { videoWidth: 0, videoHeight: 0 }
    if (width * height <= maxImagePixels) answer('shown', width, height)
    else {
      media.remove()
      answer('too-many-pixels')
    }
  }
  media.onerror = () => answer('not-decoded')
  media.src = URL.createObjectURL(new Blob([bytes], { type: mime }))
  document.body.append(media)
}
