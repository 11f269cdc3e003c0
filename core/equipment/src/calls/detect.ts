import { DeviceError } from '@linecard/driver-kit'
import { type Detection, type DriverIndex, unknownConsole } from '@linecard/driver-kit/detection'
import type { Target } from '@linecard/plugin-kit'
import { connectionKey } from '../connections/memory.ts'
import type { Pool, DeviceConnections } from '../connections/pool.ts'
import type { Config } from '../config.ts'
import type { OnTranscript, TranscriptEntry } from '../console/state.ts'
import type { Networks } from '../networks.ts'
import { textOf } from '../snmp/value.ts'
import { withDeadline } from '../waiting/signals.ts'
import type { Logged } from './logged.ts'
import type { Models } from './models.ts'

/** The profile of all drivers together is made once for a set of drivers. */
const profiles = new WeakMap<DriverIndex, ReturnType<typeof unknownConsole>>()
function profileOf(index: DriverIndex) {
  const known = profiles.get(index) ?? unknownConsole(index.models)
  profiles.set(index, known)
  return known
}

/**
 * Finds the model of a device without SNMP: signs in to its console and types commands that only show
 * something.
 * @throws DeviceError AuthFailed, NoPrompt, DeviceUnreachable of the console
 */
async function detectOnConsole(
  target: Target,
  {
    device,
    index,
    onTranscript,
  }: { device: DeviceConnections; index: DriverIndex; onTranscript: OnTranscript },
  signal: AbortSignal,
): Promise<Detection> {
  if (!target.console)
    throw new DeviceError(
      'AuthFailed',
      `SNMP is off for ${target.ip}, and its access profile has no login to a console.`,
    )
  const console = await device.console.session(target, profileOf(index), onTranscript, signal)
  return index.detectByConsole(async command => {
    try {
      return await console.run(command, { repeatable: true }, signal)
    } catch (error) {
      if (error instanceof DeviceError && error.kind === 'CommandRejected') return null
      throw error
    }
  })
}

/** SNMPv2-MIB (RFC 3418). */
const sysDescr = '1.3.6.1.2.1.1.1.0'
const sysObjectId = '1.3.6.1.2.1.1.2.0'

export interface DetectOptions {
  /** Receives what was typed on a console. */
  onTranscript: OnTranscript
  pool: Pool
  index: DriverIndex
  deadlineMs: number
  /** Fires when the service stops. */
  closing: AbortSignal
}

/** Detection as a call that is logged. It also asks devices that are known to be down. */
export const createDetect =
  (
    {
      pool,
      models,
      networks,
      settings,
      logged,
      closing,
    }: Pick<DetectOptions, 'pool' | 'closing'> & {
      models: Models
      networks: Networks
      settings: Pick<Config, 'call_deadline_sec'>
      logged: Logged
    },
    track: <T>(run: Promise<T>) => Promise<T>,
  ) =>
  (given: Target): Promise<Detection> =>
    logged({ target: given, module: 'detect', args: {}, from: 'device', options: {} }, async cost => {
      const transcript: TranscriptEntry[] = []
      cost.transcript = transcript
      const target = { ...given, ip: networks.checkTarget(given) }
      const deadlineMs = settings.call_deadline_sec * 1000
      const onTranscript = (entry: TranscriptEntry) => transcript.push(entry)
      return track(detectDevice(target, { pool, index: models.index, deadlineMs, closing, onTranscript }))
    })

/** The console is not tried by itself: the ports of a device would get other identities. */
const withHint = (error: unknown, { console }: Target): unknown =>
  console && error instanceof DeviceError && error.kind === 'DeviceTimeout'
    ? new DeviceError(
        error.kind,
        `${error.message} If it has no SNMP, set snmp_enabled to false in the access profile: then its ` +
          'console is asked.',
        { missing: error.missing, cause: error },
      )
    : error

/**
 * Reads SNMPv2-MIB sysObjectID and sysDescr, then the objects that the index needs to decide; with SNMP off
 * asks the console. Throws DeviceTimeout if the address is silent.
 */
export function detectDevice(
  target: Target,
  { pool, index, deadlineMs, closing, onTranscript }: DetectOptions,
): Promise<Detection> {
  const tooLate = () =>
    new DeviceError('DeviceTimeout', `${target.ip} was not detected within ${deadlineMs / 1000} s.`)
  return withDeadline(deadlineMs, tooLate, deadline => {
    const signal = AbortSignal.any([deadline, closing])
    const key = connectionKey(target)
    const turn = { key, target, tuning: undefined, kind: 'read', what: 'detection', signal } as const
    return pool.run(turn, async device => {
      if (target.snmp.off) return detectOnConsole(target, { device, index, onTranscript }, signal)
      const snmp = device.snmp.until(signal)
      const read = async (oids: readonly string[]) => {
        const values = await snmp.get(oids).catch((error: unknown) => {
          throw signal.aborted ? signal.reason : error
        })
        return oids.map(oid => textOf(values.get(oid)?.value ?? null))
      }
      const [objectId = null, descr = null] = await read([sysObjectId, sysDescr]).catch((error: unknown) => {
        throw withHint(error, target)
      })
      const first = async (oid: string) => {
        const { columns } = await snmp.columns([oid], { maxRows: 1 }).catch((error: unknown) => {
          throw signal.aborted ? signal.reason : error
        })
        return columns[0]?.size ? (textOf([...columns[0].values()][0]!.value) ?? '') : null
      }
      return index.detect({ objectId, descr }, async (oid, below) =>
        below ? first(oid) : ((await read([oid]))[0] ?? null),
      )
    })
  })
}
