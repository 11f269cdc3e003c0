import { maskSecrets, significantLines, type CliProfile } from '@linecard/driver-kit/cli'
import type { Demands } from '../oxidized.ts'
import type { Tear } from '../pages.ts'
import { joinBroken, linesOf, pairsOf, type Pair } from './lines.ts'
import { backupReasons, broken } from './reasons.ts'

/** The lines of two backups of one recording. */
export interface ComparedLines {
  equal: number
  /** Lines with a reason, by its id. */
  explained: Readonly<Record<string, number>>
  different: Pair[]
}

/**
 * Compares a backup with that of the other system, line by line.
 * @param printed what the device printed when it was asked for its configuration
 * @param tears where its pager stood
 */
export function compareBackups(
  theirs: string,
  ours: string,
  { profile, printed, tears }: { profile: CliProfile; printed: readonly string[]; tears: readonly Tear[] },
): ComparedLines {
  const known = new Set(printed.flatMap(linesOf))
  // Oxidized joins what RouterOS has broken. Linecard keeps the lines as they were printed.
  const { lines, breaks } = joinBroken(linesOf(ours))
  const theirLines = joinBroken(linesOf(theirs)).lines
  const pairs = pairsOf(theirLines, lines)
  const alone = pairs.filter(one => one.theirs !== one.ours)
  const explained: Record<string, number> = breaks > 0 ? { [broken.id]: breaks } : {}
  const different = alone.filter(pair => {
    const reason = backupReasons.find(one => one.fits({ ...pair, profile, printed: known, tears }))
    if (reason) explained[reason.id] = (explained[reason.id] ?? 0) + 1
    return !reason
  })
  return { equal: pairs.length - alone.length, explained, different }
}

const found = (pattern: string, text: string): boolean => new RegExp(pattern, 'm').test(text)

/**
 * What the other system writes in place of a secret, or of the words behind a keyword: those that tell its form
 * may stay.
 */
const hidden = /<?(?:secret|configuration|password|hash) (?:hidden|removed)>/g

/**
 * What is wrong with the secrets of a backup: patterns of secrets that still fit the masked text, and lines
 * whose meaning is lost. Those of lines that the configuration does not have are no demand.
 */
export function secretFailures(profile: CliProfile, text: string, { pass, fail }: Demands): string[] {
  const masked = maskSecrets(profile.secrets ?? [], text)
  const wanted = pass.map(one => one.replace(hidden, String.raw`(?:(?:password|secret|\d) ){0,2}\*\*\*`))
  return [
    ...fail.filter(one => found(one, masked)).map(one => `shows what fits ${one}`),
    ...wanted.filter(one => !found(one, masked)).map(one => `has no line that fits ${one}`),
  ]
}

/** Lines that must not count as a change and do, and lines of the configuration that count no longer. */
export function changeFailures(profile: CliProfile, text: string, { pass, fail }: Demands): string[] {
  const counting = significantLines(profile, text)
  return [
    ...fail.filter(one => found(one, counting)).map(one => `counts as a change: ${one}`),
    ...pass
      .filter(one => found(one, text) && !found(one, counting))
      .map(one => `counts as a change no longer: ${one}`),
  ]
}
