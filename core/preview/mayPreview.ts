import { MiB } from '../../contract/limits.ts'
import { maxTextBytes } from './contentType.ts'

/** Larger files are only saved: a preview holds all of a file in memory. */
export const maxPreviewBytes = 100 * MiB

const shown =
  'aac avif c cfg conf cpp cs css csv flac gif go h htm html ics ini java jfif jpeg jpg js json jsx log m4a m4v md ' +
  'mov mp3 mp4 oga ogg opus php png py rb rs sh sql svg tex toml ts tsv tsx txt vcf wav webm webp xml yaml yml'
/** Not even where they are small. */
const notShown =
  '7z bin bmp bz2 dmg doc docx exe gz heic heif iso key msi numbers odp ods odt pages pdf ppt pptx psd rar tar tgz tif ' +
  'tiff xls xlsx xz zip zst'
const shownExtensions: ReadonlySet<string> = new Set(shown.split(' '))
const otherExtensions: ReadonlySet<string> = new Set(notShown.split(' '))

/**
 * Why a file is not fetched to be looked at; null if it is. Large ones are where their name promises something to see,
 * small ones unless it promises nothing; what they are shows when they are there ([Note: What is looked at]).
 */
export function previewRefusal(name: string, size: number): 'too-large' | 'no-kind' | null {
  if (size > maxPreviewBytes) return 'too-large'
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (shownExtensions.has(extension)) return null
  return size <= maxTextBytes && !otherExtensions.has(extension) ? null : 'no-kind'
}
