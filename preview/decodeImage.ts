import { imageSizeOf, maxImagePixels } from '../core/preview/imageSize.ts'

/** The worker in which a picture is decoded: what hangs or fails there is ended with it. */

/** Longer sides are scaled down: no screen shows more, and not all devices draw it. */
const maxSide = 4096

export interface ImageToDecode {
  bytes: ArrayBuffer
  mime: string
}

export type DecodedImage =
  | { bitmap: ImageBitmap; width: number; height: number }
  | 'too-many-pixels'
  | 'not-decoded'

async function decode({ bytes, mime }: ImageToDecode): Promise<DecodedImage> {
  const size = imageSizeOf(new Uint8Array(bytes), mime)
  if (size === null) return 'not-decoded'
  const { width, height } = size
  if (width * height > maxImagePixels) return 'too-many-pixels'
  // It may turn the picture, so its own sides count.
  const whole = await createImageBitmap(new Blob([bytes], { type: mime }))
  const scale = maxSide / Math.max(whole.width, whole.height)
  if (scale >= 1) return { bitmap: whole, width, height }
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  const bitmap = await createImageBitmap(whole, {
    resizeWidth: side(whole.width),
    resizeHeight: side(whole.height),
    resizeQuality: 'high',
  })
  whole.close()
  return { bitmap, width, height }
}

onmessage = ({ data }: MessageEvent<ImageToDecode>) =>
  void decode(data)
    .catch((): DecodedImage => 'not-decoded')
    .then((decoded) => {
      const transfer = typeof decoded === 'object' ? [decoded.bitmap] : []
      ;(postMessage as (message: DecodedImage, transfer: Transferable[]) => void)(decoded, transfer)
    })
