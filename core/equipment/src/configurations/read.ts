import { DeviceError } from '@linecard/driver-kit'
import type { Configurations, DeviceConfiguration, Target } from '@linecard/plugin-kit'
import { createDeduplicator } from '../calls/deduplicate.ts'
import type { Cost } from '../calls/device-call.ts'
import type { Logged } from '../calls/logged.ts'
import { unknownModel, type Models, type SupportedModel } from '../calls/models.ts'
import type { Config } from '../config.ts'
import { connectionKey } from '../connections/memory.ts'
import type { Pool } from '../connections/pool.ts'
import type { Bounds } from '../limits/bounds.ts'
import type { Networks } from '../networks.ts'
import { withDeadline } from '../waiting/signals.ts'
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
import type { KeptConsole } from '../connections/console.ts'
import type { ConsoleSession } from '../console/session.ts'
import type { TranscriptEntry } from '../console/state.ts'
import { inSlices, joinedInSlices } from './text.ts'

interface Asked {
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

export interface ReadOptions {
  pool: Pool
  models: Models
  networks: Networks
  settings: Pick<Config, 'configuration_octets' | 'configuration_deadline_sec'>
  bounds: Pick<Bounds, 'silence'>
  logged: Logged
  /** Fires when the service stops. */
  closing: AbortSignal
}

/** The name of such a reading in the call log, and for those who wait for the device. */
const what = 'configuration'

/** The model, if a way is known in which it tells its configuration. @throws DeviceError Unsupported */
function readableModel({ byKey }: Models, target: Target): SupportedModel {
  const model = byKey.get(target.modelKey)
  if (!model) throw unknownModel(target)
  if (!model.family.cli?.backup)
    throw new DeviceError(
      'Unsupported',
      `Linecard does not know how ${model.model.name} prints its configuration.`,
    )
  return model
}

/** Several who ask at the same time share one reading. It stops when all of them have gone. */
export function createRead(
  options: ReadOptions,
  track: <T>(run: Promise<T>) => Promise<T>,
): Configurations['read'] {
  const { pool, models, networks, settings, bounds, logged, closing } = options
  const readings = createDeduplicator()

  function read(
    target: Target,
    model: SupportedModel,
    key: string,
    poll: boolean,
    cost: Cost,
    stop: AbortSignal,
  ) {
    const seconds = settings.configuration_deadline_sec
    let begun = false
    const tooLate = () =>
      begun
        ? new DeviceError(
            'DeviceTimeout',
            `${target.ip} did not print its configuration within ${seconds} s.`,
          )
        : new DeviceError('DeviceBusy', `${target.ip} had other calls for ${seconds} s; try again later.`)
    return withDeadline(1000 * seconds, tooLate, async deadline => {
      const signal = AbortSignal.any([deadline, stop, closing])
      const turn = { key, target, tuning: model.family.snmp, kind: 'read', what, poll, signal } as const
      // Silence over SNMP says nothing about the console.
      const attempt = bounds.silence.enter(key, target.ip, true)
      try {
        return await pool.run(turn, async ({ console }) => {
          const started = performance.now()
          begun = true
          try {
            const most = { octets: settings.configuration_octets, ms: 1000 * seconds }
            const asked = { console, target, profile: model.family.cli!, most, cost, signal }
            const configuration = await typedConfiguration(asked)
            attempt.answered()
            return configuration
          } finally {
            cost.spentMs = performance.now() - started
            // What comes late must not stand in the transcript of another call.
            console.close()
          }
        })
      } finally {
        attempt.end()
      }
    })
  }

  return (given, { signal, caller = null } = {}) =>
    logged(
      { target: given, module: what, args: {}, from: 'device', options: { signal, caller } },
      async cost => {
        const started = performance.now()
        const model = readableModel(models, given)
        const target = { ...given, ip: networks.checkTarget(given) }
        const key = connectionKey(target)
        const { text, ended }: Omit<DeviceConfiguration, 'spent_ms'> = await readings.join(
          `${key} ${model.model.key}`,
          signal,
          stop => track(read(target, model, key, caller === null, cost, stop)),
        )
        return { text, ended, spent_ms: Math.round(performance.now() - started) }
      },
    )
}
