import { findInterface, type Olt } from '@linecard/driver-kit/onus'
import {
  implement,
  type Implementation,
  enumeration,
  integer,
  map,
  readTable,
  table,
  type RowOf,
  type Session,
} from '@linecard/driver-kit'
import { sfpDiagnostics } from '@linecard/driver-kit/builders'
import {
  ponPortsOptical,
  refOf,
  sfpMedia,
  sfpOptical,
  wanted,
  type Interface,
} from '@linecard/driver-kit/modules'
import type { ChassisParams } from '../params.ts'
import { readPorts } from '../port-list.ts'
import { label, none32, oltPower, thousandths, zte } from '../columns.ts'
import { byC320, transceiverPort } from '../indexes.ts'
import { keyOf } from '../place.ts'

type OltSession = Session<ChassisParams | undefined>
/** Tables in which a firmware keeps its transceivers. */
type Generation = 'c300-fw12' | 'c300-fw21' | 'c600'

const old = `${zte}.1015.3.1.13.1`
const now = `${zte}.1082.30.40.2.4.1`
const uplink = `${zte}.1082.30.45.2.4.1`
const channel = `${zte}.1082.30.40.2.10.1`

const wavelength = (oid: string) => integer(oid, { none: [none32, 0] })
/** Firmware 1.2, PON ports only. Index: `transceiverPort`. */
const modules1015 = table({
  tx: oltPower(`${old}.4`),
  bias: thousandths(`${old}.9`),
  voltage: thousandths(`${old}.10`),
  wavelength: wavelength(`${old}.11`),
  temp: thousandths(`${old}.12`),
  partNumber: label(`${old}.13`),
  maker: label(`${old}.14`),
  kind: label(`${old}.62`),
})
/** Index: ifIndex. */
const modules1082 = table({
  rx: oltPower(`${now}.2`),
  tx: oltPower(`${now}.3`),
  bias: thousandths(`${now}.5`),
  voltage: thousandths(`${now}.6`),
  wavelength: wavelength(`${now}.7`),
  temp: thousandths(`${now}.8`),
  fiber: map(enumeration(`${now}.9`, { 1: 'single-mode', 2: 'multi-mode', 3: '' }), word => word || null),
  partNumber: label(`${now}.11`),
  maker: label(`${now}.12`),
  serial: label(`${now}.13`),
  kind: label(`${now}.15`),
  connector: label(`${now}.16`),
  ponClass: label(`${now}.20`),
})
/** Uplinks of the C600 series. Index: ifIndex. */
const uplinks = table({
  tx: oltPower(`${uplink}.2`),
  rx: oltPower(`${uplink}.3`),
  bias: thousandths(`${uplink}.4`),
})
/**
 * One or two optical channels of a PON port, C600 series. Index: ifIndex, then 1 or 2. The value is the
 * index of `channels`.
 */
const channelMap = table({ channel: integer(`${zte}.1082.500.2.2.9.2.1.3`) })
const channels = table({ tx: oltPower(`${channel}.3`), bias: thousandths(`${channel}.4`) })

/** Values of one transceiver. `lanes` has the channels of a combo port. */
type Transceiver = Partial<RowOf<typeof modules1082>> & {
  lanes?: { lane: number; tx: number | null; bias: number | null }[]
}

/** Transceivers of firmware 1.2 by the bind key of their port. */
async function readOld(session: OltSession, ports: readonly Interface[]): Promise<Map<number, Transceiver>> {
  const index = transceiverPort(session.model.params?.transceiverSlots ?? byC320)
  const rows = await readTable(session, modules1015)
  const byKey = new Map(
    [...rows].flatMap(([at, row]) => {
      const place = index.decode(at)
      const key = place && keyOf(place)
      return key === null ? [] : [[key, row] as const]
    }),
  )
  return new Map(
    ports.flatMap(({ id }) => {
      const row = byKey.get(id)
      return row ? [[id, row] as const] : []
    }),
  )
}

async function readLanes(session: Session): Promise<(ifIndex: number) => NonNullable<Transceiver['lanes']>> {
  const lanes = await readTable(session, channelMap)
  const values =
    lanes.size > 0 ? await readTable(session, channels) : new Map<string, RowOf<typeof channels>>()
  return ifIndex =>
    [1, 2].flatMap(lane => {
      const at = lanes.get(`${ifIndex}.${lane}`)?.channel
      const row = at == null ? undefined : values.get(String(at))
      return row && (row.tx !== null || row.bias !== null) ? [{ lane, ...row }] : []
    })
}

const least = (values: readonly (number | null)[]): number | null =>
  ((known: number[]) => (known.length === 0 ? null : Math.min(...known)))(
    values.filter(value => value !== null),
  )
const most = (values: readonly (number | null)[]): number | null =>
  ((known: number[]) => (known.length === 0 ? null : Math.max(...known)))(
    values.filter(value => value !== null),
  )

/** Transceivers of firmware 2.1 and of the C600 series by the bind key of their port. */
async function readNew(
  session: Session,
  ports: readonly Interface[],
  generation: Generation,
): Promise<Map<number, Transceiver>> {
  const rows = await readTable(session, modules1082)
  const up =
    generation === 'c600' ? await readTable(session, uplinks) : new Map<string, RowOf<typeof uplinks>>()
  const lanesOf = generation === 'c600' ? await readLanes(session) : () => []
  return new Map(
    ports.flatMap(({ id, if_index }) => {
      const row = if_index === null ? undefined : rows.get(String(if_index))
      const levels = up.get(String(if_index))
      const lanes = if_index === null ? [] : lanesOf(if_index)
      if (!row && !levels && lanes.length === 0) return []
      return [
        [
          id,
          {
            ...row,
            rx: row?.rx ?? levels?.rx ?? null,
            tx: row?.tx ?? levels?.tx ?? least(lanes.map(lane => lane.tx)),
            bias: row?.bias ?? levels?.bias ?? most(lanes.map(lane => lane.bias)),
            lanes,
          },
        ] as const,
      ]
    }),
  )
}

/** Ports with their transceivers. Empty cages are left out. */
async function readModules(
  session: OltSession,
  olt: Olt,
  generation: Generation,
  wantedPort?: string | number,
): Promise<[Interface, Transceiver][]> {
  const one = wantedPort === undefined ? undefined : await findInterface(session, olt, wantedPort)
  if (one?.type === 'ONU') return []
  const ports = one ? [one] : await readPorts(session)
  const modules =
    generation === 'c300-fw12' ? await readOld(session, ports) : await readNew(session, ports, generation)
  return ports.flatMap((port): [Interface, Transceiver][] => {
    const module = modules.get(port.id)
    return module ? [[port, module]] : []
  })
}

const measures = ({ rx, tx, bias, voltage, temp }: Transceiver): boolean =>
  [rx, tx, bias, voltage, temp].some(value => value != null)
const named = ({ partNumber, maker, serial }: Transceiver): boolean =>
  [partNumber, maker, serial].some(value => value != null)

/** sfp_optical, sfp_media, sfp_diag and pon_ports_optical. */
export const transceiverModules = (
  olt: Olt,
  generation: Generation,
): Implementation<ChassisParams | undefined>[] => [
  implement(sfpOptical, async (session: OltSession, args) => {
    const value = (field: string, number: number | null | undefined) =>
      wanted(args.load_only, field) ? (number ?? null) : null
    return (await readModules(session, olt, generation, args.interface))
      .filter(([, module]) => measures(module))
      .map(([port, { temp, voltage, bias, tx, rx, wavelength: nm, lanes = [] }]) =>
        Object.assign(
          {
            interface: refOf(port),
            temp: value('temp', temp),
            vcc: value('vcc', voltage),
            tx_bias: value('tx_bias', bias),
            tx_power: value('tx_power', tx),
            rx_power: value('rx_power', rx),
            _wavelength: nm ?? null,
          },
          lanes.length > 1
            ? {
                lanes: lanes.map(lane => ({
                  lane: lane.lane,
                  tx_bias: lane.bias,
                  tx_power: lane.tx,
                  rx_power: null,
                })),
              }
            : {},
        ),
      )
  }),
  implement(sfpMedia, async (session: OltSession, args) =>
    (await readModules(session, olt, generation, args.interface))
      .filter(([, module]) => named(module))
      .map(([port, module]) => ({
        interface: refOf(port),
        serial_num: module.serial ?? null,
        vendor_name: module.maker ?? null,
        part_number: module.partNumber ?? null,
        connector_type: module.connector ?? null,
        fiber_type: module.fiber ?? null,
        _wave_length: module.wavelength ?? null,
        _xpon_type: module.ponClass ?? null,
        _model: module.kind ?? null,
      })),
  ),
  sfpDiagnostics(),
  implement(ponPortsOptical, async (session: OltSession, args) => {
    const value = (field: string, number: number | null | undefined) =>
      wanted(args.load_only, field) ? (number ?? null) : null
    return (await readModules(session, olt, generation, args.interface))
      .filter(([port, module]) => port.type === 'PON' && (measures(module) || named(module)))
      .map(([port, module]) => ({
        interface: refOf(port),
        temp: value('temp', module.temp),
        voltage: value('voltage', module.voltage),
        bias: value('bias', module.bias),
        tx: value('tx', module.tx),
        vendor: module.maker ?? null,
        product_name: module.partNumber ?? null,
      }))
  }),
]
