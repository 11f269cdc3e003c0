/**
 * No prompt, question or refusal is longer. The rest of a line is not looked at, to bound the work of
 * patterns.
 */
export const maxMatched = 512

/** The output without lines that belong to the next prompt, and without the empty line before them. */
export function withoutMargin(lines: readonly string[], abovePrompt: RegExp | undefined): string[] {
  const isMargin = (line: string | undefined) =>
    line !== undefined && abovePrompt?.test(line.slice(0, maxMatched)) === true
  let end = lines.length
  while (isMargin(lines[end - 1])) end -= lines[end - 2] === '' ? 2 : 1
  return lines.slice(0, end)
}

/** Blanks do not count: a device may wrap or align what it shows. */
export const squeeze = (text: string): string => text.replace(/\s+/g, '')

/** Lines before a torn one that may be its beginning. */
const maxTorn = 32
/** Tears of one output that are followed: a device may print its prompt in every line. */
const maxTears = 100
/** Lines into which a device wraps a command. */
const maxWraps = 8

/** Both ways to join a torn line. Longer ones match nothing that is looked for. */
const joined = (before: string, rest: string): string[] =>
  [before + rest, `${before} ${rest}`].map(line => line.slice(0, 2 * maxMatched))

/** Whether an output is torn more often than `possibleLines` follows. */
export const isShredded = (lines: readonly string[], prompt: string): boolean =>
  prompt !== '' && lines.filter(line => line.startsWith(prompt)).length > maxTears

/**
 * The lines, and every line that a message may have torn: what stands after a prompt within the output may
 * be the rest of any line before it.
 */
export function possibleLines(lines: readonly string[], prompt: string): string[] {
  const all: string[] = []
  let tears = 0
  for (const line of lines) {
    const rest = prompt !== '' && line.startsWith(prompt) ? line.slice(prompt.length).trimStart() : ''
    // A blank at the place of the tear is not on the screen any more.
    if (rest !== '' && tears++ < maxTears)
      all.push(...all.slice(-maxTorn).flatMap(before => joined(before, rest)), rest)
    all.push(line)
  }
  return all
}

/** Lines that the device may have wrapped, joined: each line with the lines before it. */
const unwrapped = (lines: readonly string[]): string[] =>
  lines.flatMap((_, end) =>
    Array.from({ length: Math.min(maxWraps, end) }, (__, more) =>
      lines.slice(end - more - 1, end + 1).join(''),
    ),
  )

/**
 * Whether the console has repeated the whole typed text: alone or after the prompt, in one line or wrapped,
 * or torn by a message and a new prompt. A console that scrolls sideways shows the last part only, after `$`
 * or `<`.
 */
export function showsTyped(lines: readonly string[], last: string, prompt: string, typed: string): boolean {
  const wanted = squeeze(typed)
  const behind = squeeze(prompt) + wanted
  const all = [...lines.slice(-maxTorn), last]
  const isEcho = (line: string) => [wanted, behind].includes(squeeze(line))
  if (possibleLines(all, prompt).some(isEcho) || unwrapped(all).some(isEcho)) return true
  const scrolled = /[$<](\S{8,})$/.exec(squeeze(last))
  return scrolled !== null && wanted.endsWith(scrolled[1]!)
}

/** Lines after a command in which a message may have drawn it once more. */
const maxRedrawn = 1_000

/**
 * What a command has printed, without the rest of the line on which it was typed. If the prompt and the
 * command stand there once more, because the device printed something in between, the output begins after
 * them.
 */
export function outputOf(lines: readonly string[], prompt: string, command: string): string[] {
  const typed = squeeze(command)
  const redrawn = squeeze(prompt) + typed
  const again =
    typed === '' ? -1 : lines.slice(0, maxRedrawn).findIndex(line => line !== '' && squeeze(line) === redrawn)
  if (again >= 0) return lines.slice(again + 1)
  return squeeze(lines[0] ?? 'x') === '' || squeeze(lines[0]!) === typed ? lines.slice(1) : [...lines]
}
