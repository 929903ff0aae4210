import { MiB } from '../../contract/limits.ts'
import { isTouch } from './isTouch.ts'

/** The largest file that is offered to the share sheet: browsers and apps copy all of it. */
export const maxSharedFileBytes = 100 * MiB

/** Extensions of the types that every browser with a share sheet takes. */
const extensionsByType = {
  'application/pdf': 'pdf',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'oga ogg opus',
  'audio/wav': 'wav',
  'audio/webm': 'weba',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/jpeg': 'jfif jpeg jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif tiff',
  'image/webp': 'webp',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/html': 'htm html',
  'text/plain': 'text txt',
  'video/mp4': 'm4v mp4',
  'video/mpeg': 'mpeg mpg',
  'video/ogg': 'ogv',
  'video/webm': 'webm',
}

const typesByExtension: ReadonlyMap<string, string> = new Map(
  Object.entries(extensionsByType).flatMap(([type, list]) =>
    list.split(' ').map((one) => [one, type] as const),
  ),
)

/** The MIME type under which a file of this name is shared; browsers refuse files without one. */
export function sharedType(name: string): string {
  const [, extension = ''] = /[^.]\.([a-z0-9]+)$/i.exec(name) ?? []
  return typesByExtension.get(extension.toLowerCase()) ?? 'application/octet-stream'
}

export const hasShareSheet = (): boolean => isTouch() && 'canShare' in navigator

/** True if this device's share sheet takes a file of this name and size. */
export function canShareFile(name: string, size: number): boolean {
  if (size > maxSharedFileBytes || !hasShareSheet()) return false
  const type = sharedType(name)
  // Chromium refuses other types only once the sheet is to open.
  if (type === 'application/octet-stream' && 'userAgentData' in navigator) return false
  return navigator.canShare({ files: [new File([], name, { type })] })
}
