/**
 * No prompt, question or refusal is longer. The rest of a line is not looked at, to bound the work of
 * patterns.
 */
export const maxMatched = 512

/** The output without lines that belong to the next prompt, and without the empty line before them. */
export function withoutMargin(lines: readonly string[], abovePrompt: RegExp | undefined): string[] {
  const last = lines.at(-1) ?? ''
  if (!abovePrompt?.test(last.slice(0, maxMatched))) return [...lines]
  return lines.slice(0, lines.at(-2) === '' ? -2 : -1)
}

/**
 * The output without the echo of the command. The device may wrap the echo, and may write it again after its
 * prompt.
 */
export function withoutEcho(lines: readonly string[], command: string): string[] {
  const wanted = command.replace(/\s+/g, '')
  if (wanted === '') return lines[0] === '' ? lines.slice(1) : [...lines]
  let seen = ''
  for (let count = 1; count <= Math.min(lines.length, 8); count++) {
    seen += lines[count - 1]!.replace(/\s+/g, '')
    if (seen.endsWith(wanted) && (seen === wanted || count === 1)) return lines.slice(count)
    if (!wanted.startsWith(seen)) break
  }
  return [...lines]
}
