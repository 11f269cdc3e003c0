import type { Module } from '@linecard/driver-kit'
import { lldpInfo } from '@linecard/driver-kit/modules'
import type { Keep, Poller } from '@linecard/plugin-kit'
import type { Links } from './parts.ts'

export const keeps: Readonly<Record<string, Keep<Links>>> = {
  neighbours: {
    modules: [lldpInfo],
    whole: true,
    async keep({ again }, answers) {
      for (const answer of answers) again.heard(answer)
    },
  },
}

/** Nobody stores anything of it: scans read the stored answer. */
export const pollers: Readonly<Record<string, Poller<Links>>> = {
  neighbours: {
    summary: 'Neighbours by LLDP, CDP and other protocols, for scans of links',
    intervalSec: 1800,
    modules: [lldpInfo] as unknown as readonly Module[],
    seesAll: true,
  },
}
