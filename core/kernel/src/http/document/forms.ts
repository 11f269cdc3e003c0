import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** One form of the document: JSON or YAML, as it is and compressed. */
export interface Form {
  type: string
  /** Strong for each encoding: the text with its encoding. */
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/** Makes a form. It is compressed well, because that happens once. */
export async function formOf(type: string, text: string): Promise<Form> {
  const plain = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  const [br, gzipped] = await Promise.all([brotli(plain, { params }), zip(plain, { level: 7 })])
  const etag = `W/"${createHash('sha1').update(plain).digest('base64url')}"`
  return { type, etag, plain, br, gzip: gzipped }
}
