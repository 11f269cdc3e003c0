import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { Type as T, type Static } from 'typebox'
import { RawReply } from '../replies.ts'
import type { ExportOptions } from '../services/transfer.ts'
import { closedObject } from '../shapes.ts'
import { guarded } from './guard.ts'

/** Separators by the names that a client asks for them with. */
export const separators = { comma: ',', semicolon: ';', tab: '\t' } as const

/** How a table is written; part of the query of every export. */
export const csvQuery = {
  separator: T.Optional(
    T.Enum(['comma', 'semicolon', 'tab'], { description: 'Between two cells; comma unless said' }),
  ),
  bom: T.Optional(
    T.Boolean({ description: 'Begin with a byte order mark, which makes spreadsheets read UTF-8' }),
  ),
}
/** The query of an export that has no other parameters. */
export const CsvQuery = closedObject(csvQuery)
/** What a client said in `csvQuery`. */
export type CsvOptions = ExportOptions

/** Answer of an export, for the document. */
export const CsvFile = T.String({
  raw: true,
  contentMediaType: 'text/csv',
  description: 'RFC 4180 in UTF-8, a line of headings first',
})
export type CsvFile = Static<typeof CsvFile>

type Cell = string | number | boolean | Date | null | undefined
/** Heading → what stands below it. */
export type CsvColumns<R> = Readonly<Record<string, (row: R) => Cell>>

function cellOf(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? guarded(value) : String(value)
}

/**
 * Pages of rows as text (RFC 4180), each made when the one before is gone: as much memory for a million rows
 * as for a thousand.
 */
async function* lines<R>(
  columns: CsvColumns<R>,
  pages: AsyncIterable<readonly R[]>,
  { separator = 'comma', bom = false }: CsvOptions,
): AsyncGenerator<Buffer> {
  const picks = Object.values(columns)
  // Blanks at the ends would be cut by many a reader, and a lone CR taken for the end of the line.
  const write = (rows: string[][]) =>
    Buffer.from(
      stringify(rows, {
        delimiter: separators[separator],
        record_delimiter: '\r\n',
        quoted_match: /^\s|\s$|^#|[\r\n;,\t]/,
      }),
    )
  yield Buffer.concat([Buffer.from(bom ? '\uFEFF' : ''), write([Object.keys(columns)])])
  for await (const page of pages) yield write(page.map(row => picks.map(pick => cellOf(pick(row)))))
}

/**
 * A table as octets, a line of headings first. `pages` is read no faster than the stream, and left when the
 * stream is destroyed; its failure is that of the stream.
 */
export const csvStream = <R>(
  columns: CsvColumns<R>,
  pages: AsyncIterable<readonly R[]>,
  options: CsvOptions,
): Readable => Readable.from(lines(columns, pages, options), { objectMode: false })

/** Answers CSV as a file to be saved. */
export const csvFile = (name: string, stream: Readable): RawReply =>
  new RawReply(stream, 'text/csv; charset=utf-8', {
    'content-disposition': `attachment; filename=${name}.csv`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })

/**
 * Answers a table as a file. `pages` is read no faster than the client reads, and left when it goes; a
 * failure half-way breaks the connection, so that a part is never taken for the whole.
 */
export const csvReply = <R>(
  name: string,
  columns: CsvColumns<R>,
  pages: AsyncIterable<readonly R[]>,
  options: CsvOptions,
): RawReply => csvFile(name, csvStream(columns, pages, options))
