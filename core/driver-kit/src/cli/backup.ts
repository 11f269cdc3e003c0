import type { CliBackup, CliProfile } from '../contract/cli.ts'

/** No refusal, pager or clock is longer. Longer lines are not matched, which bounds the work of patterns. */
const maxMatched = 512
/** Lines with a text at the beginning and at the end of an output in which a refusal is looked for. */
const refusalLines = 5

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-Z\\^-~])|[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g
// oxlint-disable-next-line no-control-regex -- the same without their ends: most lines have none
const hasControl = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/

const fitsSome = (patterns: readonly RegExp[], line: string): boolean =>
  line.length <= maxMatched && patterns.some(pattern => pattern.test(line))

/**
 * Reads one line of an output: without escape sequences, control characters and blanks at its end. What was
 * not UTF-8 stays as U+FFFD. Null: the line is not a part of the configuration (`drop`).
 */
export function backupLine({ drop = [] }: CliBackup): (line: string) => string | null {
  return line => {
    const clean = (hasControl.test(line) ? line.replace(controls, '') : line).trimEnd()
    return fitsSome(drop, clean) ? null : clean
  }
}

/** The lines without empty ones at the beginning and at the end. */
export function withoutEmptyEnds(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(line => line !== '')
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(line => line !== '') + 1)
}

/**
 * The configuration in the outputs of `backup.commands`, which follow each other. Lines end with \n, the last
 * one too.
 */
export function joinBackup(backup: CliBackup, outputs: readonly string[]): string {
  const clean = backupLine(backup)
  const lines = outputs.flatMap(output =>
    withoutEmptyEnds(
      output
        .split('\n')
        .map(clean)
        .filter(line => line !== null),
    ),
  )
  return lines.map(line => `${line}\n`).join('')
}

/** Whether the text ends with the line `end`; null: the device prints no such line. */
export function backupEnded({ end }: CliBackup, text: string): boolean | null {
  if (!end) return null
  const whole = text.trimEnd()
  return end.test(whole.slice(whole.lastIndexOf('\n') + 1).slice(0, maxMatched))
}

/**
 * The line with which the device refuses to print a configuration; null: it does not. It counts among the
 * first and the last lines only, and not if the output ends as a whole configuration does: a banner may have
 * the same words.
 */
export function backupRefusal(
  { errors, backup }: Pick<CliProfile, 'errors' | 'backup'>,
  lines: readonly string[],
): string | null {
  const said = (from: readonly string[]) => {
    const found: string[] = []
    for (const line of from) {
      if (line.trim() !== '') found.push(line)
      if (found.length === refusalLines) break
    }
    return found
  }
  const last = said(lines.slice(-8 * refusalLines).toReversed())
  if (backup?.end && last.length > 0 && backup.end.test(last[0]!.slice(0, maxMatched))) return null
  return [...said(lines.slice(0, 8 * refusalLines)), ...last].find(line => fitsSome(errors, line)) ?? null
}

/**
 * Whether a line shows that the output is not whole: a page that was left in it, or a part that the device
 * could not print.
 */
export const spoilsBackup =
  ({ pager, backup }: Pick<CliProfile, 'pager' | 'backup'>): ((line: string) => boolean) =>
  line =>
    fitsSome(backup?.broken ?? [], line) ||
    (line.length <= maxMatched && pager.some(({ prompt }) => prompt.test(line)))

/** Whether a line says something about what is configured (`ignore`). */
export const isSignificant =
  ({ ignore = [] }: Pick<CliProfile, 'ignore'>): ((line: string) => boolean) =>
  line =>
    !fitsSome(ignore, line)

/** The lines of a configuration that say something about what is configured. */
export const significantLines = (profile: Pick<CliProfile, 'ignore'>, text: string): string =>
  text.split('\n').filter(isSignificant(profile)).join('\n')

/** Everything that is wrong with the backup of a profile. */
export function backupFindings({ commands, end, drop = [], broken = [] }: CliBackup): string[] {
  const found: string[] = []
  if (commands.length === 0) found.push('backup.commands is empty')
  const typed = commands.flatMap(one => (typeof one === 'string' ? [one] : [one.command, ...(one.or ?? [])]))
  for (const command of typed) {
    if (command.trim() === '') found.push('backup.commands has an empty command')
    // oxlint-disable-next-line no-control-regex -- a console would take them as keys
    if (/[\u0000-\u001f\u007f?]/.test(command)) found.push(`backup: "${command}" cannot be typed as one line`)
    if (command.includes('{')) found.push(`backup: "${command}" has a { that nothing replaces`)
  }
  for (const pattern of [...(end ? [end] : []), ...drop, ...broken])
    if (pattern.test('')) found.push(`backup: ${pattern} matches an empty line`)
  return found
}
