import { findInterface, type Olt } from '@linecard/driver-kit/onus'
import { implement, type Implementation } from '@linecard/driver-kit'
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
import { readNew, readOld, type Generation, type OltSession, type Transceiver } from './transceiver-tables.ts'

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
