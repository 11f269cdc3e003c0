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
  screen: ProgressScreen = process.stderr,
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

/** For example `1200 of 65534 (1 %), 10.1.0.0/16`. Empty for a job that does not report its progress. */
export function progressText(progress: { done: number; total: number | null; what: string } | null): string {
  if (!progress) return ''
  const { done, total, what } = progress
  const share = total ? `${done} of ${total} (${Math.floor((100 * done) / total)} %)` : String(done)
  return what ? `${share}, ${what}` : share
}
