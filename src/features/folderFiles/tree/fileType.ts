const extensions = {
  image: 'avif bmp gif heic heif jfif jpeg jpg png psd raw svg tif tiff webp',
  pdf: 'pdf',
  text: 'doc docx eml epub md msg odt pages rtf tex txt',
  table: 'csv numbers ods tsv xls xlsm xlsx',
  slides: 'key odp pps ppsx ppt pptx',
  video: '3gp avi m4v mkv mov mp4 mpeg mpg webm wmv',
  audio: 'aac aiff flac m4a mid mp3 oga ogg opus wav wma',
  archive: '7z bz2 dmg gz iso rar tar tgz xz zip zst',
  code: 'c cpp cs css go h html ini java js json jsx log php py rb rs sh sql toml ts tsx xml yaml yml',
}

export type FileType = keyof typeof extensions | 'other'

const types = new Map(
  Object.entries(extensions).flatMap(([type, list]) =>
    list.split(' ').map((extension) => [extension, type as FileType] as const),
  ),
)

/** Returns the type that a name claims by its extension, for its icon. */
export function fileTypeOf(name: string): FileType {
  const [, extension = ''] = /[^.]\.([a-z0-9]+)$/i.exec(name) ?? []
  return types.get(extension.toLowerCase()) ?? 'other'
}
