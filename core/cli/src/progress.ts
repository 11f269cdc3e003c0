/** Interval of new lines where a line cannot be overwritten. */
const newLineMs = 5_000

export interface ProgressLine {
  /** Shows the progress. The same text is not written twice. */
  show(text: string): void
  /** Removes the line, so that other lines can follow. */
  clear(): void
}

export interface ProgressScreen {
  isTTY?: boolean
  write(text: string): unknown
}

/** One line on stderr. A terminal overwrites it; without a terminal, a new line is written at intervals. */
export function progressLine(
  screen: ProgressScreen,
  clock: () => number = () => performance.now(),
): ProgressLine {
  let shown = ''
  let writtenAt = -Infinity
  return {
    show(text) {
      const line = text.replace(/\p{Cc}/gu, '?')
      if (line === shown) return
      if (screen.isTTY) screen.write(`\r\x1b[K${line}`)
      else if (clock() - writtenAt >= newLineMs) {
        writtenAt = clock()
        screen.write(`${line}\n`)
      } else return
      shown = line
    },
    clear() {
      if (shown !== '' && screen.isTTY) screen.write('\r\x1b[K')
      shown = ''
    },
  }
}
