import { readFileSync } from 'node:fs'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import type { DeviceOptions } from './device-options.ts'
import type { Behaviour } from './snmp/behaviour.ts'
import { Malformed, readInteger, readTlv } from './snmp/ber.ts'
import { answerCommunity } from './snmp/community.ts'
import type { Engine } from './snmp/engine.ts'
import { answerWithFaults } from './snmp/faults.ts'
import { type Mib, fixedMib } from './snmp/mib.ts'
import { createUsm } from './snmp/usm.ts'
import { type WritableMib, writableMib } from './snmp/writable-mib.ts'

/** Largest payload of a UDP datagram over IPv4. */
const maxDatagram = 65_507

/** Reads a recording into a MIB that many devices may share. Throws with file and line if it is invalid. */
export const loadRecording = (path: string | URL): Mib =>
  fixedMib(parseSnmprec(readFileSync(path, 'utf8'), String(path)))

/** What the device answers: its own MIB, that of the simulated device, or the recording. */
export const mibOf = ({ ip, recording, mib, simulated }: DeviceOptions): Mib => {
  const own = mib ?? simulated?.mib
  if (own) return own
  if (recording === undefined)
    throw new TypeError(`device ${ip} has no recording, no simulated device and no mib`)
  return typeof recording === 'string' || recording instanceof URL
    ? loadRecording(recording)
    : fixedMib(recording)
}

/** The MIB of each context, by contextName or by the suffix of the community; '' is the default one. */
function createContexts({ contexts = [], simulated }: DeviceOptions, defaultMib: WritableMib) {
  const recorded = new Map<string, WritableMib>([['', defaultMib]])
  for (const { name, suffix, recording } of contexts) {
    const mib = writableMib(fixedMib(recording))
    recorded.set(name, mib).set(suffix, mib)
  }
  const writable = new WeakMap<Mib, WritableMib>()
  return (name: string): WritableMib | undefined => {
    const mib = simulated?.context?.(name)
    if (!mib) return recorded.get(name)
    const known = writable.get(mib) ?? writableMib(mib)
    writable.set(mib, known)
    return known
  }
}

function readVersion(datagram: Buffer): '1' | '2c' | '3' {
  const message = readTlv(datagram, 0, datagram.length, 0x30)
  const version = readInteger(datagram, readTlv(datagram, message.start, message.end))
  if (version !== 0 && version !== 1 && version !== 3) throw new Malformed(`SNMP version ${version}`)
  return version === 0 ? '1' : version === 1 ? '2c' : '3'
}

/** Makes the function that answers datagrams. Throws Malformed if a datagram is not an SNMP message. */
export function createAgent(
  options: DeviceOptions,
  mib: WritableMib,
  engine: Engine,
  behaviour: () => Behaviour,
) {
  const communities = options.communities ?? { read: 'public', write: 'private' }
  const contextOf = createContexts(options, mib)
  const answerV3 = createUsm(engine, options.v3Users ?? [], Date.now, {
    has: name => contextOf(name) !== undefined,
  })
  const answer = answerWithFaults(contextOf, behaviour)
  return (datagram: Buffer): Buffer | undefined => {
    const { versions, truncate = maxDatagram } = behaviour()
    const version = readVersion(datagram)
    if (versions && !versions.includes(version)) return undefined
    const maxSize = Math.min(truncate, maxDatagram)
    return version === '3'
      ? answerV3(datagram, maxSize, answer)
      : answerCommunity(datagram, communities, maxSize, answer)
  }
}
