import type { Module } from '@linecard/driver-kit'
import { arpInfo, arps, fdb } from '@linecard/driver-kit/modules'
import type { Polled, Poller, PollStore } from '@linecard/plugin-kit'
import { keepArp, keepFdb } from './kept.ts'
import type { History } from './setup.ts'

/** The first of these modules that gave anything. */
function answerOf({ answers, device }: Polled, modules: readonly { name: string }[]) {
  for (const { name } of modules) {
    const answer = answers.get(name)
    if (answer && Array.isArray(answer.data))
      return { deviceId: device.id, data: answer.data, complete: answer.complete, time: answer.time }
  }
  return null
}

export const pollStores: Readonly<Record<string, PollStore<History>>> = {
  fdb_table: {
    async store({ ctx }, polled) {
      const answered = answerOf(polled, [fdb])
      if (answered) await keepFdb(ctx, answered)
    },
  },
}

export const pollers: Readonly<Record<string, Poller<History>>> = {
  arp_table: {
    summary: 'ARP tables of routers: which IP address is at which MAC address',
    intervalSec: 600,
    modules: [arps, arpInfo] as unknown as readonly Module[],
    seesAll: true,
    async store({ ctx }, polled) {
      const answered = answerOf(polled, [arps, arpInfo])
      if (answered) await keepArp(ctx, answered)
    },
  },
}
