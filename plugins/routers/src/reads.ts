import { BlockList, isIP } from 'node:net'
import type { ResultOf } from '@linecard/driver-kit'
import {
  arps,
  bgpInfo,
  bgpSessions,
  directRoutes,
  fdb,
  interfaceCounters,
} from '@linecard/driver-kit/modules'
import {
  answerOf,
  interfacesAnswer,
  resourcesAnswer,
  together,
  vlansAnswer,
  type LiveParts,
  type LiveRoute,
} from '@linecard/plugin-kit'

const family = (address: string) => `ipv${isIP(address) as 4 | 6}` as const

/**
 * Sessions whose neighbour is in a network of the interface. Undefined: the device does not list its
 * networks.
 */
function sessionsOn(
  sessions: ResultOf<typeof bgpSessions>,
  id: number,
  parts: LiveParts,
): ResultOf<typeof bgpSessions> | undefined {
  const routes = parts.get(directRoutes.name)?.data as ResultOf<typeof directRoutes> | undefined
  if (!routes) return undefined
  const networks = new BlockList()
  for (const { network, cidr } of routes.filter(route => route.interface?.id === id))
    if (isIP(network)) networks.addSubnet(network, Number(cidr.split('/')[1]), family(network))
  return sessions.filter(
    ({ remote_address: address }) => isIP(address) > 0 && networks.check(address, family(address)),
  )
}

/** The reading operations, by the last part of their path. */
export const reads: Readonly<Record<string, Omit<LiveRoute, 'path' | 'operationId' | 'tag' | 'permission'>>> =
  {
    arp: {
      summary: 'ARP table and IPv6 neighbours',
      query: {
        ip: arps.args.properties.ip,
        mac: arps.args.properties.mac,
        vlan_id: arps.args.properties.vlan_id,
      },
      answer: answerOf(arps),
    },
    routes: { summary: 'Directly connected networks', answer: answerOf(directRoutes) },
    fdb: {
      summary: 'MAC addresses behind ports',
      query: { mac: fdb.args.properties.mac, vlan_id: fdb.args.properties.vlan_id },
      answer: answerOf(fdb),
    },
    interfaces: {
      summary: 'Interfaces with link, speed, description and traffic',
      answer: interfacesAnswer('routers.Interface', { counters: { module: interfaceCounters } }),
    },
    vlans: { summary: 'VLANs with their ports, and ports with their VLANs', answer: vlansAnswer('routers') },
    resources: {
      summary: 'Identity, uptime, load, temperature and power supplies',
      answer: resourcesAnswer('routers.Resources'),
    },
    'bgp-sessions': {
      summary: 'BGP sessions',
      description: 'With `interface`: the sessions whose neighbour is in a network of that interface.',
      answer: together(
        {
          local: answerOf(bgpInfo),
          sessions: {
            ...answerOf(bgpSessions),
            modules: [
              { module: bgpSessions, narrow: sessionsOn },
              { module: directRoutes, when: 'narrow' },
            ],
          },
        },
        { $id: 'routers.Bgp' },
      ),
    },
  }
