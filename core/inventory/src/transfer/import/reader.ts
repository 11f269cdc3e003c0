import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { fail } from '../../errors.ts'
import { layoutOf, type Layout } from './columns.ts'
import { encodingOf, textOf, type Encoding } from './encoding.ts'
import type { ImportFile } from './file.ts'

/** A line of a table, with the number of the line of the file where it begins. */
export interface Line {
  line: number
  cells: readonly string[]
}

/**
 * Maximum length of one line in characters, far more than a real line has. After a quote that is not closed,
 * the rest of the file would be read as one cell.
 */
const maxLineLength = 65_536
const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/** Without this, quotes with blanks around them would be a part of the cell's text. */
const unquoted = (cell: string) =>
  cell.includes('"') && /^\s+".*"\s*$|^".*"\s+$/s.test(cell) ? cell.trim().slice(1, -1) : cell

/** The most frequent separator in the first line that is not a comment, outside of quotes. */
function delimiterOf(text: string): Delimiter {
  const first =
    text.split('\n').find(line => line.trim() !== '' && !line.startsWith('#') && !/^sep=.$/i.test(line)) ?? ''
  const bare = first.replace(/"(?:[^"]|"")*(?:"|$)/g, '')
  const times = delimiters.map(delimiter => bare.split(delimiter).length)
  return delimiters[times.indexOf(Math.max(...times))]!
}

const breaksOf = (cells: readonly string[]) =>
  cells.reduce((breaks, cell) => (cell.includes('\n') ? breaks + cell.split('\n').length - 1 : breaks), 0)

async function headOf(file: ImportFile, encoding: Encoding): Promise<string> {
  let head = ''
  for await (const text of textOf(file, encoding)) if ((head += text).length >= maxLineLength) break
  return head
}

function explained(error: unknown, last: number): unknown {
  if (!(error instanceof CsvError)) return error
  // Its message and its fields contain the text, which may be a password.
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return fail('INVENTORY_IMPORT_UNREADABLE', {
      what: `a quote that begins after line ${last} is not closed`,
    })
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return fail('INVENTORY_IMPORT_UNREADABLE', {
      what:
        `the text after line ${last} has more than ${maxLineLength} characters, ` +
        'or a quote there is not closed',
    })
  return fail('INVENTORY_IMPORT_UNREADABLE', { what: `the text after line ${last} is not valid CSV` })
}

async function* linesOf(file: ImportFile, encoding: Encoding, delimiter: Delimiter): AsyncGenerator<Line> {
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    comment: '#',
    comment_no_infix: true,
    max_record_size: maxLineLength,
  })
  pipeline(Readable.from(textOf(file, encoding)), parser, () => undefined)
  let last = 0
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      last = info.lines
      if (cells.every(cell => cell.trim() === '') || (cells.length <= 2 && /^sep=$/i.test(cells[0]!)))
        continue
      yield { line: last - breaksOf(cells), cells: cells.map(unquoted) }
    }
  } catch (error) {
    throw explained(error, last)
  }
}

/** A file with its format, and its lines without the headings. The lines can be read several times. */
export interface Table {
  readonly encoding: Encoding
  readonly delimiter: Delimiter
  readonly layout: Layout
  lines(): AsyncGenerator<Line>
}

/** @throws ApiError if the file is empty, is not CSV or has unknown headings */
export async function tableOf(file: ImportFile): Promise<Table> {
  const encoding = await encodingOf(file)
  const delimiter = delimiterOf(await headOf(file, encoding))
  const all = () => linesOf(file, encoding, delimiter)
  let first: Line | null = null
  for await (const line of all()) {
    first = line
    break
  }
  if (!first) throw fail('INVENTORY_IMPORT_EMPTY')
  const layout = layoutOf(first.cells)
  return {
    encoding,
    delimiter,
    layout,
    async *lines() {
      let skip = layout.headed
      for await (const line of all()) {
        if (!skip) yield line
        skip = false
      }
    },
  }
}

/**
 * Counts the lines. It reads the whole file, so that a file that cannot be read changes nothing.
 * @throws ApiError if a line cannot be read, if there is no line, or if there are more than `most`
 */
export async function countLines(table: Table, most: number): Promise<number> {
  let count = 0
  for await (const _ of table.lines()) if (++count > most) throw fail('INVENTORY_IMPORT_TOO_MANY', { most })
  if (!count) throw fail('INVENTORY_IMPORT_EMPTY')
  return count
}
