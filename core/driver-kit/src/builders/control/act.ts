import { cliText, type CliOptions, type CliTextOptions } from '../../cli/index.ts'
import { DeviceError } from '../../contract/errors.ts'
import type { Session } from '../../contract/session.ts'
import type { Interface } from '../../modules/index.ts'
import { SnmpType, type Varbind } from '../../contract/snmp.ts'

/**
 * Makes one change on the device. Returns the answer of the device, or what was written; null if the device
 * answers nothing. It does not verify the change.
 */
export type Act<A extends unknown[] = []> = (session: Session, ...args: A) => Promise<string | null>

/** A command of a change, with the questions that it can ask. */
export interface Step extends CliOptions {
  command: string
}

/** Characters of evidence that are kept. */
const maxEvidenceLength = 2000

/** A change of several commands failed in the middle: the caller has to know that it is made in part. */
function afterSteps(error: unknown, done: number, all: number): unknown {
  if (!(error instanceof DeviceError)) return error
  const { kind, message, missing, partial, notSent } = error
  const words = `${message} (${done} of ${all} commands of this change were executed before)`
  return new DeviceError(kind, words, { missing, partial, notSent, cause: error })
}

/**
 * A change by commands, in order. All commands are built before the first is sent, so a bad argument changes
 * nothing. The first refusal stops the sequence.
 */
export const typed =
  <A extends unknown[]>(commands: (...args: A) => readonly (string | Step)[]): Act<A> =>
  async (session, ...args) => {
    const answers: string[] = []
    const steps = commands(...args).map(one => (typeof one === 'string' ? { command: one } : one))
    for (const [done, { command, ...options }] of steps.entries()) {
      const words = await session.cli.run(command, options).catch((error: unknown) => {
        throw done === 0 ? error : afterSteps(error, done, steps.length)
      })
      if (words.trim() !== '') answers.push(words.trim())
    }
    return answers.length > 0 ? answers.join('\n').slice(-maxEvidenceLength) : null
  }

/** Octets that are not text (a PortList) as hexadecimal digits. */
function shown({ value }: Varbind): string {
  if (typeof value !== 'string' && !Buffer.isBuffer(value)) return String(value)
  const text = value.toString('utf8')
  return Buffer.isBuffer(value) && /[\p{Cc}\ufffd]/u.test(text)
    ? `0x${value.toString('hex')}`
    : JSON.stringify(text)
}

/**
 * A change by one SNMP SET with the private community; the agent takes all of it or nothing (RFC 3416
 * §4.2.5).
 */
export const written =
  <A extends unknown[]>(varbinds: (...args: A) => readonly Varbind[]): Act<A> =>
  async (session, ...args) => {
    const set = varbinds(...args)
    await session.snmp.set(set)
    return set
      .map(one => `${one.oid} = ${shown(one)}`)
      .join(', ')
      .slice(0, maxEvidenceLength)
  }

/** An INTEGER for a SET. `oid` is that of the instance, with its index. */
export const integerTo = (oid: string, value: number): Varbind => ({ oid, type: SnmpType.Integer, value })
/** A Gauge32 for a SET, also for Unsigned32, which has the same tag (RFC 2578). */
export const gaugeTo = (oid: string, value: number): Varbind => ({ oid, type: SnmpType.Gauge32, value })
/** An OCTET STRING for a SET: a text or a PortList. */
export const octetsTo = (oid: string, value: Buffer): Varbind => ({ oid, type: SnmpType.OctetString, value })

/** ifIndex of an interface that is to be changed. @throws DeviceError BadArgument if it has none */
export function ifIndexOf({ name, if_index }: Interface): number {
  if (if_index !== null) return if_index
  throw new DeviceError('BadArgument', `${name} has no ifIndex, so it cannot be changed`, {
    argument: 'interface',
  })
}

/**
 * The name of an interface as part of a command line. The name comes from the device, which can be hostile.
 * Only the characters of interface names are allowed.
 * @throws DeviceError ParseFailed for a name that could be more than a name
 */
export function cliName({ name }: Pick<Interface, 'name'>): string {
  if (/^[A-Za-z0-9](?:[\w./:-]| (?=[\w./:-])){0,63}$/.test(name)) return name
  throw new DeviceError(
    'ParseFailed',
    `The device calls an interface ${JSON.stringify(name.slice(0, 80))}, which is not safe in a command`,
  )
}

/** A description as a command line takes it. */
export const cliDescription = (text: string, options: Omit<CliTextOptions, 'argument'>): string =>
  cliText(text, { argument: 'description', ...options })
