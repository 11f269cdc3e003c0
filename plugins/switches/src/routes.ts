import {
  liveRoute,
  type Context,
  type Routes,
  answerOf,
  byInterface,
  interfacesAnswer,
  resourcesAnswer,
  vlansAnswer,
  type LiveRoute,
} from '@linecard/plugin-kit'
import { changeRoutes } from './changes/index.ts'
import type { ResultOf } from '@linecard/driver-kit'
import {
  cableDiag,
  errors,
  fdb,
  interfaceCounters,
  lldpInfo,
  poeInfo,
  pvid,
  rmon,
  sfpMedia,
  sfpOptical,
} from '@linecard/driver-kit/modules'

const ofPort = ({ local, remotes }: ResultOf<typeof lldpInfo>, id: number): ResultOf<typeof lldpInfo> => ({
  local: { ...local, ports: local.ports.filter(port => port.interface?.id === id) },
  remotes: remotes.filter(remote => remote.loc_interface?.id === id),
})

type Read = Omit<LiveRoute, 'path' | 'operationId' | 'tag' | 'permission'>

/** The reading operations, by the last part of their path. */
const reads: Readonly<Record<string, Read>> = {
  interfaces: {
    summary: 'Ports with link, speed, description and PVID',
    answer: interfacesAnswer('switches.Interface', { pvid: { module: pvid, field: 'pvid' } }),
  },
  resources: {
    summary: 'Identity, uptime, load, temperature and power supplies',
    answer: resourcesAnswer('switches.Resources'),
  },
  vlans: { summary: 'VLANs with their ports, and ports with their VLANs', answer: vlansAnswer('switches') },
  'cable-diag': {
    summary: 'Tests copper cables',
    action: 'switches:cable_diag',
    description:
      'The test may drop the link of a tested port for some seconds: select one port with ' +
      '`interface`. The default of `from` is `device`.',
    answer: answerOf(cableDiag),
  },
  'sfp-diag': {
    summary: 'Transceivers and their optical power',
    answer: byInterface(
      { media: { module: sfpMedia }, optical: { module: sfpOptical } },
      { $id: 'switches.Transceiver', description: 'A transceiver. Power in dBm, temperature in °C' },
    ),
  },
  fdb: {
    summary: 'MAC addresses behind ports',
    query: { mac: fdb.args.properties.mac, vlan_id: fdb.args.properties.vlan_id },
    answer: answerOf(fdb),
  },
  counters: {
    summary: 'Traffic counters of ports since the start of the device',
    answer: answerOf(interfaceCounters),
  },
  errors: {
    summary: 'Error counters of ports',
    description: '`rmon` separates cable faults (CRC errors, fragments) from overload.',
    answer: byInterface(
      { errors: { module: errors }, rmon: { module: rmon } },
      { $id: 'switches.Errors', description: 'Errors of a port, packets since the start of the device' },
    ),
  },
  lldp: { summary: 'LLDP neighbours', answer: answerOf(lldpInfo, { narrow: ofPort }) },
  poe: { summary: 'Power over Ethernet by port', answer: answerOf(poeInfo) },
}

export function routes(declare: Routes, ctx: Context): void {
  for (const [name, read] of Object.entries(reads)) {
    liveRoute(declare, ctx, {
      ...read,
      path: `/component/switches/${name}`,
      operationId: `switches.${name}.read`,
      tag: 'switches',
      permission: 'switches_info',
    })
  }
  changeRoutes(declare, ctx)
}
