import { useEffect, useRef } from 'react'
import { appUploadService } from './appUploadService.ts'

/** Edge of the canvas in pixels, twice the displayed size. */
const pixels = 72
/** Maximum file size in bytes: decoding larger pictures takes memory that the upload needs. */
const maxBytes = 32 * 1024 ** 2

/** True if the row's file is a picture that can be shown. */
export function hasThumbnail(id: number): boolean {
  const file = appUploadService.file(id)
  return file !== undefined && file.type.startsWith('image/') && file.size <= maxBytes
}

/** Serializes decoding, which takes much memory. */
let last: Promise<unknown> = Promise.resolve()

/** Thumbnail of a picture, stored nowhere; empty if the browser cannot decode the file. */
export function Thumbnail({ id }: { id: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isHere = true
    last = last.then(async () => {
      if (isHere && canvas.current) await draw(id, canvas.current).catch(() => undefined)
    })
    return () => void (isHere = false)
  }, [id])
  return <canvas ref={canvas} className="thumbnail" width={pixels} height={pixels} aria-hidden />
}

async function draw(id: number, canvas: HTMLCanvasElement): Promise<void> {
  const file = appUploadService.file(id)
  if (!file) return
  const picture = await createImageBitmap(file, { resizeHeight: pixels, resizeQuality: 'medium' })
  const scale = Math.max(pixels / picture.width, pixels / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  canvas.getContext('2d')?.drawImage(picture, (pixels - width) / 2, (pixels - height) / 2, width, height)
  picture.close()
}
