import { DeviceError } from '@linecard/driver-kit'
import {
  backupEnded,
  backupRefusal,
  createBackupLines,
  createConsoleMasker,
  withoutEmptyEnds,
  type CliBackupCommand,
  type CliOptions,
  type CliProfile,
} from '@linecard/driver-kit/cli'
import type { DeviceConfiguration, Target } from '@linecard/plugin-kit'
import type { Cost } from '../calls/device-call.ts'
import type { KeptConsole } from '../connections/console.ts'
import type { ConsoleSession } from '../console/session.ts'
import type { TranscriptEntry } from '../console/state.ts'
import { inSlices, joinedInSlices } from './text.ts'

export interface Asked {
  console: KeptConsole
  target: Target
  profile: CliProfile
  /** Octets of all outputs, and the time of one. */
  most: { octets: number; ms: number }
  cost: Cost
  signal: AbortSignal
}

/** A device may think for so long before it prints: it builds the text from its database. In ms. */
const thinkMs = 90_000
/** A longer output is not quoted in an error, even if it looks like a refusal. In lines. */
const maxQuoted = 10

const failed = (why: string) => new DeviceError('ParseFailed', why)

/** How often a command is typed whose output is spoiled: a message of the device may have torn a page. */
const tries = 2

/** The lines of an output that are configuration, and whether a part of it is missing. */
async function cleaned({ backup, pager }: CliProfile, output: readonly string[]) {
  const taken = createBackupLines({ backup: backup!, pager })
  await inSlices(output, taken.take)
  return { lines: withoutEmptyEnds(taken.lines), spoiled: taken.spoiled }
}

/** Types one form of a command. A refusal is a text. */
async function typedOnce(
  session: ConsoleSession,
  typed: string,
  options: CliOptions,
  { profile, target, most, signal }: Asked,
  characters: number,
): Promise<readonly string[] | string> {
  const idleMs = Math.max(options.idleMs ?? 0, target.console!.idleMs, thinkMs)
  const hidden = { characters, ms: most.ms }
  const run = { ...options, idleMs, hidden, lenient: true, repeatable: true } as const
  for (let count = 0; count < tries; count++) {
    const { lines, spoiled } = await cleaned(profile, await session.lines(typed, run, signal))
    const refused = backupRefusal(profile, lines)
    const { masked } = createConsoleMasker(profile.secrets)
    if (refused !== null) return lines.length > maxQuoted ? '' : masked(refused.trim())
    if (!spoiled) return lines
  }
  throw failed(`The output of "${typed}" has a page of the pager in it, or says that a part is missing.`)
}

/** One command, or one of its other forms. Its lines, without those that are not configuration. */
async function outputOf(
  session: ConsoleSession,
  { command, or = [], lenient, ...cliOptions }: CliBackupCommand,
  asked: Asked,
  characters: number,
): Promise<readonly string[]> {
  let refused = ''
  for (const typed of [command, ...or]) {
    const came = await typedOnce(session, typed, cliOptions, asked, characters)
    if (typeof came !== 'string') return came
    refused = `The device refused "${typed}"${came && `: ${came}`}.`
  }
  if (lenient) return []
  throw new DeviceError('CommandRejected', refused)
}

/** Types the commands of a backup. @throws DeviceError for a text that is not a whole configuration */
export async function typedConfiguration(asked: Asked): Promise<Omit<DeviceConfiguration, 'spent_ms'>> {
  const { console, target, profile, most, cost, signal } = asked
  const { backup } = profile
  const transcript: TranscriptEntry[] = []
  cost.transcript = transcript
  const session = await console.session(target, profile, entry => transcript.push(entry), signal)
  let text = ''
  for (const one of backup!.commands) {
    const command = typeof one === 'string' ? { command: one } : one
    const lines = await outputOf(session, command, asked, Math.max(0, most.octets - text.length))
    if (lines.length > 0) text += `${await joinedInSlices(lines)}\n`
  }
  if (text === '') throw failed('The device printed nothing as its configuration.')
  const octets = Buffer.byteLength(text)
  if (octets > most.octets)
    throw failed(`The configuration has ${octets} octets, more than the ${most.octets} that are allowed.`)
  const ended = backupEnded(backup!, text)
  if (ended === false)
    throw failed('The output has not the line with which such a configuration ends: it was cut off.')
  transcript.push({ sent: '', received: `configuration read, ${octets} octets` })
  return { text, ended }
}
