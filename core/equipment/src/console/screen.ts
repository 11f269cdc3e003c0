import { blankFrom, control, clearLine, endLine, goBack, lineOf, newLine, type, type Line } from './line.ts'

/** Escape sequences of terminals (ECMA-48): CSI, OSC, and the short ones. */
const sequence =
  /\u001b(?:\[([0-?]*)[ -/]*([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|([ -/]*)([0-Z\\^-~]))/g
/** An incomplete one at the end of a piece of text. */
const unfinished = /\u001b(?:\[[0-?]*[ -/]*|\][^\u0007\u001b]*\u001b?|[ -/]*)?$/

/** Characters at the end of a long line in which prompts and questions are looked for. */
const maxLast = 8_192
/** Characters of an escape sequence; a longer one is text. */
const maxSequence = 256

/**
 * The screen of a terminal: what a person would see of the text of a device. It drops colours and follows
 * backspaces, carriage returns and cursor movements within the line, so that a pager that deletes itself
 * leaves nothing (fault 29). A piece of text may end anywhere.
 */
export interface Screen {
  write(text: string): void
  /** Complete lines. */
  readonly lines: readonly string[]
  /** The line after them, without blanks at its end; of a very long one its end. A prompt stands here. */
  readonly last: string
  /** What the screen costs, in characters. The reader has to limit it. */
  readonly size: number
  /** The prompt. A line in which it stood at any time is not output, whatever is drawn over it later. */
  prompt: string
  /**
   * Whether a line may not be what the device meant: the prompt has stood in it, or text went on where a line
   * was deleted.
   */
  readonly disturbed: boolean
  /** Whether a line was too long, and its end is lost. */
  readonly cut: boolean
  /**
   * Deletes the last line. A pager then deletes itself too or goes to the next line: if text goes on, it was
   * no pager.
   * @param from where it begins: what stands before it stays, and the cursor too; such a pager deletes itself
   *   backwards
   */
  wipe(what: 'pager' | 'question', from?: number): void
  /** The same for a pager in a line before, with messages of the device below it: they go too. */
  goBack(rows: number, from: number): void
  /** Gives all lines and clears the screen. */
  take(): string[]
}

/** Writes text without incomplete sequences. */
function write(line: Line, text: string): void {
  let at = 0
  for (const found of text.matchAll(sequence)) {
    type(line, text.slice(at, found.index))
    at = found.index + found[0].length
    line.wiped = false
    const [, numbers = '', kind = '', between = '', short = ''] = found
    const name = kind === 'f' ? 'H' : kind
    const [first = 0, second = 0] = numbers.split(';').map(number => Number.parseInt(number, 10) || 0)
    if (Object.hasOwn(control, name)) control[name]!(line, first, second)
    // ESC E (ECMA-48 NEL) and ESC D (VT100 IND) go to the next line.
    else if (between === '' && (short === 'E' || short === 'D')) endLine(line)
  }
  type(line, text.slice(at))
}

export function createScreen(): Screen {
  const line = newLine()
  /** An incomplete sequence at the end of the last piece. */
  let rest = ''
  /** The last line as it was read last; null: it has changed. */
  let last: string | null = null
  return {
    write(text) {
      const whole = rest + text
      const unended = unfinished.exec(whole)
      rest = unended && unended[0].length < maxSequence ? unended[0] : ''
      write(line, unended ? whole.slice(0, unended.index) : whole)
      last = null
    },
    get lines() {
      return line.before
    },
    get last() {
      return (last ??= lineOf(line, maxLast))
    },
    get size() {
      return line.size + line.length
    },
    get prompt() {
      return line.prompt
    },
    set prompt(prompt) {
      line.prompt = prompt
    },
    get disturbed() {
      return line.doubtful || (line.prompted && this.last !== line.prompt)
    },
    get cut() {
      return line.cut
    },
    wipe(what, from = 0) {
      if (from > 0) blankFrom(line, from)
      else clearLine(line)
      line.wiped = what === 'pager'
      last = null
    },
    goBack(rows, from) {
      goBack(line, rows, from)
      last = null
    },
    take() {
      const all = [...line.before, lineOf(line)]
      line.before = []
      line.size = 0
      clearLine(line)
      line.doubtful = line.cut = false
      last = null
      return all
    },
  }
}
