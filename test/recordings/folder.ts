import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseSnmprec, type Recording } from '@linecard/driver-kit/recording'

/** A recording of a real device, made by others. See the README of the recordings. */
export interface Entry {
  name: string
  vendor: string
  group: string
  sysDescr: string | null
  sysObjectID: string | null
  expected: boolean
}

/**
 * A port as the other system derived it from the same recording. A missing member is unknown.
 */
export interface ExpectedPort {
  ifIndex: number
  ifName?: string
  ifDescr?: string
  ifAlias?: string
  ifOperStatus?: string
  ifAdminStatus?: string
  ifType?: string
}

export interface ExpectedVlan {
  vlan_vlan: number
  vlan_name: string | null
}
/** `baseport` is the bridge port; 0 where the other system did not find it. */
export interface ExpectedMember {
  vlan: number
  baseport: number
  untagged: number
}
export interface ExpectedStation {
  mac_address: string
  ifIndex: number | null
}
export interface ExpectedArp {
  mac_address: string
  ipv4_address: string
}
export interface ExpectedAddress {
  ipv4_address: string
  ipv4_prefixlen: number
  ifIndex: number | null
}
export interface ExpectedLink {
  protocol: string
  remote_hostname: string
  remote_port: string
  ifName: string
  ifDescr: string
}
export interface ExpectedProcessor {
  processor_descr: string
  processor_usage: number
  processor_oid: string
}
export interface ExpectedPool {
  mempool_descr: string
  mempool_perc: number
  mempool_used: number
  mempool_free: number
  mempool_total: number
}
export interface ExpectedSensor {
  sensor_class: string
  sensor_descr: string
  sensor_index: string
  sensor_oid: string
  sensor_current: number
  sensor_divisor: number
  sensor_multiplier: number
}
export interface ExpectedTransceiver {
  index: string
  ifIndex?: number
  serial?: string
  type?: string
  vendor?: string
  model?: string
}

/** The result of the other system for one recording. A missing member is unknown. */
export interface Expected {
  ports?: ExpectedPort[]
  vlans?: ExpectedVlan[]
  ports_vlans?: ExpectedMember[]
  fdb?: ExpectedStation[]
  arp?: ExpectedArp[]
  ipv4?: ExpectedAddress[]
  links?: ExpectedLink[]
  processors?: ExpectedProcessor[]
  mempools?: ExpectedPool[]
  sensors?: ExpectedSensor[]
  transceivers?: ExpectedTransceiver[]
}

export interface Identity {
  name: string
  vendor: string
  sysDescr: string | null
  sysObjectID: string | null
  hardware: string | null
}

const json = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8'))

/**
 * The folder of the recordings: `LINECARD_RECORDINGS`, else next to the repository. Null if it does not
 * exist.
 */
export function recordingsFolder(): string | null {
  const folder = resolve(process.env.LINECARD_RECORDINGS ?? '../shared/recordings')
  return existsSync(join(folder, 'index.json')) ? folder : null
}

export const readIndex = (folder: string) => json<Entry[]>(join(folder, 'index.json'))
export const readIdentities = (folder: string) => json<Identity[]>(join(folder, 'detection.json'))

/**
 * Octets whose rest is in the file as lines of a hex dump: `\n00 FF …` after the sixteenth octet. Our parser
 * joins them. The other system used them unchanged.
 */
const wrappedLine = /^([\d.]+)\|4x\|[\da-f]{32}0a(?:[34][\da-f]){2}20/i

/** A recording, and the OIDs of octets that its recorder wrapped. */
export async function readRecording(
  folder: string,
  name: string,
): Promise<{ recording: Recording; wrapped: ReadonlySet<string> }> {
  const text = await readFile(join(folder, 'snmp', `${name}.snmprec`), 'utf8')
  const wrapped = new Set(text.split('\n').flatMap(line => wrappedLine.exec(line)?.[1] ?? []))
  return { recording: parseSnmprec(text, name), wrapped }
}

export const readExpected = async (folder: string, { name, expected }: Entry): Promise<Expected> =>
  expected ? json<Expected>(join(folder, 'expected', `${name}.json`)) : {}
