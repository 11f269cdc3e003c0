import { isSignificant, type CliProfile } from '@linecard/driver-kit/cli'
import type { Tear } from '../pages.ts'
import type { Pair } from './lines.ts'

/** A line that only one backup has, and what is known of its device. */
export interface Alone extends Pair {
  profile: CliProfile
  /** Lines of the recorded outputs of the commands that print the configuration. */
  printed: ReadonlySet<string>
  /** Lines at which its pager stood. */
  tears: readonly Tear[]
}

/** Why a line is in one backup only. Each is a check on the recording, and not a list of lines. */
export interface BackupReason {
  id: string
  text: string
  fits(line: Alone): boolean
}

const isComment = (line: string | null): line is string => line !== null && /^\s*[!#]/.test(line)

/** A line that the pager has torn, as the device meant it, and what is left of it if a part is lost. */
const meant = ({ head, tail }: Tear): string => (head + tail).trimEnd()
const mangled = ({ head, tail }: Tear): string[] =>
  head === '' ? [] : [head.trimEnd(), (head.trimEnd() + tail).trimEnd()]

/** Lines that were joined before the comparison. */
export const broken = {
  id: 'broken line',
  text: 'RouterOS has broken a long line with a backslash at its end. Oxidized joins the lines.',
} as const

/** The first that fits counts. */
export const backupReasons: readonly BackupReason[] = [
  {
    id: 'bare',
    text: 'An empty line, or nothing but the sign of a comment.',
    fits: ({ theirs, ours }) => /^\s*[!#]*$/.test(theirs ?? ours ?? ''),
  },
  {
    id: 'other command',
    text: 'A comment of Oxidized about the device: no command that prints the configuration has printed it.',
    fits: ({ theirs, printed }) => isComment(theirs) && !printed.has(theirs),
  },
  {
    id: 'about the output',
    text: 'The console prints it about its output; the profile leaves it out (`drop`).',
    fits: ({ theirs, printed, profile: { backup } }) =>
      theirs !== null && printed.has(theirs) && (backup?.drop ?? []).some(one => one.test(theirs)),
  },
  {
    id: 'changes by itself',
    text: 'It changes by itself. Oxidized leaves it out; Linecard keeps it, and it is no change (`ignore`).',
    fits: ({ ours, printed, profile }) => ours !== null && printed.has(ours) && !isSignificant(profile)(ours),
  },
  {
    id: 'comment',
    text: 'A comment that the console has printed within the configuration. Oxidized leaves it out.',
    fits: ({ ours, printed }) => isComment(ours) && printed.has(ours),
  },
  {
    id: 'pager',
    text:
      'At the end of a page, Oxidized has lost a line, a part of one or a blank, because an alarm came there ' +
      'or the pager stood in the line. Linecard has the line as the device meant it.',
    fits: ({ theirs, ours, tears }) =>
      tears.some(tear => (ours === null ? mangled(tear).includes(theirs!) : meant(tear) === ours)),
  },
]
