import { MiB } from '../../contract/limits.ts'
import { maxTextBytes } from './contentType.ts'

/** Larger files are only saved: a preview holds all of a file in memory. */
export const maxPreviewBytes = 100 * MiB

const extensions =
  'aac avif c cfg conf cpp cs css csv flac gif go h htm html ics ini java jfif jpeg jpg js json jsx log m4a m4v md ' +
  'mov mp3 mp4 oga ogg opus pdf php png py rb rs sh sql svg tex toml ts tsv tsx txt vcf wav webm webp xml yaml yml'
const previewable: ReadonlySet<string> = new Set(extensions.split(' '))

/**
 * Why a file is not fetched to be looked at; null if it is. Large ones are where their name promises something to see;
 * what they are shows when they are there ([Note: What is looked at]).
 */
export function previewRefusal(name: string, size: number): 'too-large' | 'no-kind' | null {
  if (size > maxPreviewBytes) return 'too-large'
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return size <= maxTextBytes || previewable.has(extension) ? null : 'no-kind'
}
