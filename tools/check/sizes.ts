import type { Finding, Repository } from '../repository.ts'

/** Highest number of formatted lines of a source file. A longer file has more than one idea. */
const most = 250
/** 95 % of the source files have at most this number of lines. */
const usual = 150
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
  const lengths = sources.map(([file, text]) => ({ file, lines: text.split('\n').length - 1 }))
  const long = lengths.filter(({ lines }) => lines > most)
  const longer = lengths.filter(({ lines }) => lines > usual).toSorted((a, b) => b.lines - a.lines)
  const allowed = Math.floor(lengths.length * 0.05)
  const share = `${longer.length} of ${lengths.length} files exceed ${usual}, ${allowed} may`
  return [
    ...sources.filter(([file]) => !isApplied(file)).flatMap(([file, text]) => wideLines(file, text)),
    ...long.map(({ file, lines }) => ({
      file,
      message: `${lines} lines, ${most} at most: split it by ideas`,
    })),
    ...longer
      .slice(0, Math.max(0, longer.length - allowed))
      .map(({ file, lines }) => ({ file, message: `${lines} lines: ${share}` })),
  ]
}
