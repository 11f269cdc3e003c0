import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { tagOf } from '../entity-tags.ts'

/** One form of the document: JSON or YAML, as it is and compressed. */
export interface Form {
  type: string
  /** Of the text as it is. */
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
  return { type, etag: tagOf(plain), plain, br, gzip: gzipped }
}
