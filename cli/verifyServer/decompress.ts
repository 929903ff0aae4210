import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, zstdDecompress, type ZstdOptions } from 'node:zlib'
import { maxServedBytes } from '../../contract/integrityFiles.ts'

/** The largest window of zstd that HTTP allows, as a power of two: 8 MiB (RFC 9659). */
const maxWindowLog = 23

const options = { maxOutputLength: maxServedBytes }
const zstdOptions: ZstdOptions = {
  ...options,
  params: { [constants.ZSTD_d_windowLogMax]: maxWindowLog },
}
const [gunzipAsync, inflateAsync] = [promisify(gunzip), promisify(inflate)]
const [brotliDecompressAsync, zstdDecompressAsync] = [promisify(brotliDecompress), promisify(zstdDecompress)]

const decoders: Readonly<Record<string, (raw: Buffer) => Promise<Buffer>>> = {
  gzip: (raw) => gunzipAsync(raw, options),
  deflate: (raw) => inflateAsync(raw, options),
  br: (raw) => brotliDecompressAsync(raw, options),
  zstd: (raw) => zstdDecompressAsync(raw, zstdOptions),
}

/**
 * Decompresses a body.
 * @param encoding its Content-Encoding
 * @param accepted the Accept-Encoding that it was asked for with
 * @returns null if it is too long or broken, or if it was not asked for in this encoding
 */
export async function decompress(raw: Buffer, encoding: string, accepted: string): Promise<Buffer | null> {
  if (encoding === 'identity') return raw
  const decode = decoders[encoding]
  if (decode === undefined || !accepted.split(', ').includes(encoding)) return null
  return decode(raw).catch(() => null)
}
