import type { CliBackup, CliProfile } from '../contract/cli.ts'

/** No refusal, pager or clock is longer. Longer lines are not matched, which bounds the work of patterns. */
const maxMatched = 512
/** Characters at the end of a line that may say that it goes on. */
const maxEnd = 16
/** Lines with a text at the beginning and at the end of an output in which a refusal is looked for. */
const refusalLines = 5

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-Z\\^-~])|[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g
// oxlint-disable-next-line no-control-regex -- the same without their ends: most lines have none
const hasControl = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/

const fitsSome = (patterns: readonly RegExp[], line: string): boolean =>
  line.length <= maxMatched && patterns.some(pattern => pattern.test(line))

/** The lines of one output of a backup, taken one by one. */
export interface BackupLines {
  /** Takes the next line, without its line feed. A carriage return in it is removed. */
  take(line: string): void
  /** Those that are configuration. */
  readonly lines: readonly string[]
  /**
   * Some line shows that it is not whole: a page that was left in it, or a part that could not be printed.
   */
  readonly spoiled: boolean
}

/**
 * Reads an output: without escape sequences, control characters, blanks at the ends of lines, and lines that
 * are not configuration (`drop`). Lines that go on in the next one are joined. What was not UTF-8 stays as
 * U+FFFD.
 */
export function createBackupLines({
  backup,
  pager,
}: Pick<CliProfile, 'pager'> & { backup: CliBackup }): BackupLines {
  const { drop = [], broken = [], continued } = backup
  const pages = pager.map(({ prompt }) => prompt)
  const lines: string[] = []
  let spoiled = false
  let open = false
  return {
    lines,
    get spoiled() {
      return spoiled
    },
    take(line) {
      const clean = (hasControl.test(line) ? line.replace(controls, '') : line).trimEnd()
      if (fitsSome(drop, clean)) return
      spoiled ||= fitsSome(broken, clean) || fitsSome(pages, clean)
      const end = continued?.exec(clean.slice(-maxEnd))
      const text = end ? clean.slice(0, -end[0].length) : clean
      if (open) lines[lines.length - 1] += text.trimStart()
      else lines.push(text)
      open = Boolean(end)
    },
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
  const lines = outputs.flatMap(output => {
    const taken = createBackupLines({ backup, pager: [] })
    for (const line of output.split('\n')) taken.take(line)
    return withoutEmptyEnds(taken.lines)
  })
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

/** Whether a line says something about what is configured (`ignore`). */
export const isSignificant =
  ({ ignore = [] }: Pick<CliProfile, 'ignore'>): ((line: string) => boolean) =>
  line =>
    !fitsSome(ignore, line)

/** The lines of a configuration that say something about what is configured. */
export const significantLines = (profile: Pick<CliProfile, 'ignore'>, text: string): string =>
  text.split('\n').filter(isSignificant(profile)).join('\n')

/** Everything that is wrong with the backup of a profile. */
export function backupFindings({ commands, end, continued, drop = [], broken = [] }: CliBackup): string[] {
  const found: string[] = []
  if (commands.length === 0) found.push('backup.commands is empty')
  const typed = commands.flatMap(one => (typeof one === 'string' ? [one] : [one.command, ...(one.or ?? [])]))
  for (const command of typed) {
    if (command.trim() === '') found.push('backup.commands has an empty command')
    // oxlint-disable-next-line no-control-regex -- a console would take them as keys
    if (/[\u0000-\u001f\u007f?]/.test(command)) found.push(`backup: "${command}" cannot be typed as one line`)
    if (command.includes('{')) found.push(`backup: "${command}" has a { that nothing replaces`)
  }
  for (const pattern of [...(end ? [end] : []), ...(continued ? [continued] : []), ...drop, ...broken])
    if (pattern.test('')) found.push(`backup: ${pattern} matches an empty line`)
  if (continued && !continued.source.endsWith('$'))
    found.push(`backup: ${continued} is not tied to the end of the line ($)`)
  return found
}
