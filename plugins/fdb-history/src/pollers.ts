import type { Module } from '@linecard/driver-kit'
import { arpInfo, arps } from '@linecard/driver-kit/modules'
import type { Poller, PollStore } from '@linecard/plugin-kit'
import type { History } from './setup.ts'

const keep: PollStore<History> = { store: ({ tables }, polled) => tables.keepPolled(polled) }

export const pollStores: Readonly<Record<string, PollStore<History>>> = { fdb_table: keep }

export const pollers: Readonly<Record<string, Poller<History>>> = {
  arp_table: {
    summary: 'ARP tables of routers: which IP address is at which MAC address',
    intervalSec: 600,
    modules: [arps, arpInfo] as unknown as readonly Module[],
    seesAll: true,
    ...keep,
  },
}
