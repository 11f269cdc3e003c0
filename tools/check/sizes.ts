import type { Finding, Repository } from '../repository.ts'

/** Formatted lines of a source file at most. A file is one whole thing; none is cut to please a number. */
const most = 300
/** Columns of the formatter; see `.oxfmtrc.json`. */
const width = 110

/** Tests contain long tables of cases and outputs of devices. They are formatted, but not measured. */
const isSource = (file: string): boolean => !/(^|\/)test\/|\.(gen|test)\.ts$/.test(file)

/** Regular expressions are the only thing that cannot be broken into lines. */
const isPattern = (line: string): boolean =>
  /^\s*(?:[\w.$]+(?::|\s=|\()\s*)*\/(?![*/]).+\/[dgimsuvy]*[\s,;)\]}.\w(]*$/.test(line)

/** The text of an applied migration never changes again: its checksum is stored. */
const isApplied = (file: string): boolean => file.includes('/migrations/')

/** Lines that the formatter leaves too wide: long texts and comments, which a person must break. */
function wideLines(file: string, text: string): Finding[] {
  const wide = text.split('\n').flatMap((line, i) => (line.length > width && !isPattern(line) ? [i + 1] : []))
  if (wide.length === 0) return []
  return [{ file, message: `wider than ${width} columns: line ${wide.slice(0, 8).join(', ')}` }]
}

/** Lengths of files and widths of lines, measured on formatted code. Lengths of functions: oxlint. */
export function checkSizes({ packages, loose }: Repository): Finding[] {
  const all = [...packages.map(({ files }) => files), loose].flatMap(files => [...files])
  const sources = all.filter(([file]) => isSource(file))
  const long = sources
    .map(([file, text]) => ({ file, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > most)
  return [
    ...sources.filter(([file]) => !isApplied(file)).flatMap(([file, text]) => wideLines(file, text)),
    ...long.map(({ file, lines }) => ({
      file,
      message: `${lines} lines, ${most} at most: it is more than one thing`,
    })),
  ]
}
