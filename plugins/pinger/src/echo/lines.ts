import type { Readable } from 'node:stream'
import { maxLine } from './line.ts'

/** Gives each line of a stream. Of a line without an end no more is kept than a line may have. */
export function eachLine(stream: Readable, onLine: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('latin1').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!.slice(0, maxLine + 1)
    for (const line of lines) onLine(line)
  })
  stream.on('error', () => {})
}
