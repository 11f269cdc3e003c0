import {
  liveRoute,
  type Context,
  type Routes,
  answerOf,
  resourcesAnswer,
  type LiveRoute,
  type LiveAnswer,
  type LiveModule,
} from '@linecard/plugin-kit'
import type { Module, ResultOf } from '@linecard/driver-kit'
import {
  addressListInfo,
  arpInfo,
  bgpSessions,
  dhcpServerInfo,
  interfaceInfo,
  interfaceVlanInfo,
  leaseInfo,
  simpleQueueInfo,
  interfacesList,
  type Interface,
} from '@linecard/driver-kit/modules'
import type { TProperties } from 'typebox'

type Names = (row: never) => readonly (string | null | undefined)[]

/**
 * The answer of a module whose rows contain names of interfaces. A request with `interface` keeps the rows
 * with that name. The list of interfaces gives the name for a bind key.
 */
function byName(module: LiveModule['module'], namesOf: Names): LiveAnswer {
  const answer = answerOf(module, {
    narrow: (rows: readonly never[], id, parts) => {
      const listed = parts.get(interfacesList.name)?.data as readonly Interface[] | undefined
      const name = listed?.find(one => one.id === id)?.name
      return name === undefined ? [] : rows.filter(row => namesOf(row).includes(name))
    },
  })
  return {
    ...answer,
    modules: [
      { module: interfacesList, narrow: (rows: readonly Interface[]) => rows, when: 'narrow' },
      ...answer.modules,
    ],
  }
}

type Row<M extends Module> = ResultOf<M> extends readonly (infer R)[] ? R : never
type Read = Omit<LiveRoute, 'path' | 'operationId' | 'tag' | 'permission'>

/** All arguments of a module except `interface`, which every operation has. */
const argumentsOf = ({ args }: Module): TProperties => {
  const { interface: _, ...rest } = (args as unknown as { properties: TProperties }).properties
  return rest
}
const ofDevice = '`interface` has no effect: the answer is about the whole device.'

/** The operations, by the last part of their path. */
export const reads: Readonly<Record<string, Read>> = {
  'address-list': {
    summary: 'Entries of the firewall address lists',
    description: ofDevice,
    query: argumentsOf(addressListInfo),
    answer: answerOf(addressListInfo),
  },
  arp: { summary: 'ARP table with all its flags', query: argumentsOf(arpInfo), answer: answerOf(arpInfo) },
  'bgp-sessions': {
    summary: 'BGP sessions',
    description: ofDevice,
    query: argumentsOf(bgpSessions),
    answer: answerOf(bgpSessions),
  },
  'dhcp-servers': {
    summary: 'DHCP servers with their VLANs',
    query: argumentsOf(dhcpServerInfo),
    description: 'With `interface`: the servers of that interface.',
    answer: byName(dhcpServerInfo, (row: Row<typeof dhcpServerInfo>) => [row.interface]),
  },
  'dhcp-leases': {
    summary: 'DHCP leases',
    query: argumentsOf(leaseInfo),
    description:
      'With `interface`: the leases of the servers of that interface; not with `hide_server_detail`.',
    answer: byName(leaseInfo, (row: Row<typeof leaseInfo>) => [row.extra.server?.interface]),
  },
  'simple-queues': {
    summary: 'Simple queues',
    description: ofDevice,
    query: argumentsOf(simpleQueueInfo),
    answer: answerOf(simpleQueueInfo),
  },
  interfaces: {
    summary: 'Interfaces with counters',
    query: argumentsOf(interfaceInfo),
    answer: byName(interfaceInfo, (row: Row<typeof interfaceInfo>) => [row.name]),
  },
  vlans: {
    summary: 'VLAN interfaces',
    query: argumentsOf(interfaceVlanInfo),
    description: 'With `interface`: that VLAN interface, or the VLAN interfaces on that interface.',
    answer: byName(interfaceVlanInfo, (row: Row<typeof interfaceVlanInfo>) => [row.name, row.interface]),
  },
  resources: {
    summary: 'Identity, uptime, load and temperature',
    answer: resourcesAnswer('router-os.Resources'),
  },
}

export function routes(declare: Routes, ctx: Context): void {
  for (const [name, read] of Object.entries(reads)) {
    // Existing clients use the name `router_os` for the component.
    liveRoute(declare, ctx, {
      ...read,
      path: `/component/router_os/${name}`,
      operationId: `router-os.${name}.read`,
      tag: 'router-os',
      permission: 'router_os_info',
    })
  }
}
