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
} from '@linecard/driver-kit/modules'
import { answerOf, resourcesAnswer, type LiveRoute } from '@linecard/plugin-kit'
import type { TProperties } from 'typebox'
import { byName } from './narrow.ts'

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
