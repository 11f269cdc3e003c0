import { DeviceError, isUnder, type Missing, type Varbind } from '@linecard/driver-kit'
import { interfacesList, ponCountRegisteredOnts, type Interface } from '@linecard/driver-kit/modules'
import { recordingOf, type Recording } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { allDrivers } from '../../support/drivers.ts'
import { ownDevices, type Device } from '../mutated/devices.ts'

/** What an OLT says of its ONUs, and which columns it was asked for. */
export interface Listing {
  onus: Interface[]
  ports: Interface[]
  /** Count of ONUs by name of the port; a port without a row is absent. Null: the model has no such module. */
  counts: ReadonlyMap<string, number> | null
  missing: readonly Missing[]
  /** What the module of counts reported. */
  missingInCounts: readonly Missing[]
  asked: ReadonlySet<string>
}

const sessionOn = ({ known, options }: Device, recording: Recording) =>
  replaySession(recording, known, options)

/** Errors of the device count as told. */
async function told<T>(call: () => Promise<T[]>, missing: Missing[]): Promise<T[]> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    missing.push({ what: error.kind, reason: 'silent' })
    return []
  }
}

/** The ONUs and their counts, as two calls on the same agent give them. */
export async function listingOf(device: Device, recording: Recording): Promise<Listing> {
  const asked = new Set<string>()
  const session = sessionOn(device, recording)
  const { columns } = session.snmp
  Object.assign(session.snmp, {
    columns: (...[oids, options]: Parameters<typeof columns>) => {
      for (const oid of oids) asked.add(oid)
      return columns(oids, options)
    },
  })
  const missing: Missing[] = []
  const all = await told(() => session.call(interfacesList, { type: 'PON,ONU' }), missing)
  const second = sessionOn(device, recording)
  const missingInCounts: Missing[] = []
  const counts = device.known.modules.has(ponCountRegisteredOnts.name)
    ? await told(() => second.call(ponCountRegisteredOnts, {}), missingInCounts)
    : null
  return {
    onus: all.filter(({ type }) => type === 'ONU'),
    ports: all.filter(({ type }) => type === 'PON'),
    counts: counts && new Map(counts.map(row => [row.interface.name, row.count])),
    missing: [...missing, ...session.reports],
    missingInCounts: [...missingInCounts, ...second.reports],
    asked,
  }
}

/** The recording with its values changed; null removes one. */
export const bent = (recording: Recording, change: (cell: Varbind) => Varbind | null): Recording =>
  recordingOf([...recording].flatMap(cell => change(cell) ?? []))

export const without = (recording: Recording, column: string): Recording =>
  bent(recording, cell => (isUnder(cell.oid, column) ? null : cell))

/** The invented OLTs of the repository that list ONUs. */
export async function ownOlts(): Promise<{ device: Device; whole: Listing }[]> {
  const found: { device: Device; whole: Listing }[] = []
  for (const device of await ownDevices(await allDrivers())) {
    if (device.known.model.type !== 'OLT') continue
    const whole = await listingOf(device, device.recording)
    if (whole.onus.length > 0) found.push({ device, whole })
  }
  return found
}
