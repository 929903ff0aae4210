import { useEffect, useRef } from 'react'
import { appUploadService } from '../sending/appUploadService.ts'

/** Edge of the canvas in pixels, twice the displayed size. */
const canvasPixels = 72
/** Maximum file size in bytes: decoding larger pictures takes memory that the upload needs. */
const maxBytes = 32 * 1024 ** 2

/** True if the row's file is a picture that can be shown. */
export function hasThumbnail(id: number): boolean {
  const file = appUploadService.file(id)
  return file !== undefined && file.type.startsWith('image/') && file.size <= maxBytes
}

/** Serializes decoding, which takes much memory. */
let lastDrawing: Promise<unknown> = Promise.resolve()

/** Thumbnail of a picture, stored nowhere; empty if the browser cannot decode the file. */
export function Thumbnail({ id }: { id: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isHere = true
    lastDrawing = lastDrawing.then(async () => {
      if (isHere && canvas.current) await drawPicture(id, canvas.current).catch(() => undefined)
    })
    return () => void (isHere = false)
  }, [id])
  return <canvas ref={canvas} className="thumbnail" width={canvasPixels} height={canvasPixels} aria-hidden />
}

async function drawPicture(id: number, canvas: HTMLCanvasElement): Promise<void> {
  const file = appUploadService.file(id)
  if (!file) return
  const picture = await createImageBitmap(file, { resizeHeight: canvasPixels, resizeQuality: 'medium' })
  const scale = Math.max(canvasPixels / picture.width, canvasPixels / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  canvas
    .getContext('2d')
    ?.drawImage(picture, (canvasPixels - width) / 2, (canvasPixels - height) / 2, width, height)
  picture.close()
}
