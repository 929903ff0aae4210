import { useEffect, useRef } from 'react'
import { uploads } from './uploads.ts'

/** Twice the size that it is shown in. */
const pixels = 72
/** Decoding a larger one would take memory that the upload needs. */
const largestBytes = 32 * 1024 ** 2

/** Whether a row is of a picture that is worth a look. */
export function hasThumbnail(id: number): boolean {
  const file = uploads.file(id)
  return file !== undefined && file.type.startsWith('image/') && file.size <= largestBytes
}

/** One after the other: a picture takes much memory while it is decoded. */
let last: Promise<unknown> = Promise.resolve()

/** A small picture of a picture, drawn here and kept nowhere. What the browser cannot decode stays an empty square. */
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
  const file = uploads.file(id)
  if (!file) return
  const picture = await createImageBitmap(file, { resizeHeight: pixels, resizeQuality: 'medium' })
  const scale = Math.max(pixels / picture.width, pixels / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  canvas.getContext('2d')?.drawImage(picture, (pixels - width) / 2, (pixels - height) / 2, width, height)
  picture.close()
}
