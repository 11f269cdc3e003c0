import {
  ponOntsStatus,
  fdb,
  ponOntsDownHistory,
  ponProfiles,
  refusedOnts,
  unregisteredOnts,
} from '@linecard/driver-kit/modules'
import {
  liveRoute,
  type Context,
  type Routes,
  answerOf,
  resourcesAnswer,
  type LiveRoute,
} from '@linecard/plugin-kit'
import { onuRoute } from './onu/route.ts'
import { variablesRoute } from './templates/variables.ts'
import { treeRoutes } from './tree/routes.ts'
import { cardsAnswer } from './answers/cards.ts'
import { macsAnswer } from './answers/macs.ts'
import { freeNumbersAnswer } from './templates/free-numbers.ts'
import { physicalPortsAnswer, ponPortsAnswer } from './answers/ports.ts'

type Read = Omit<LiveRoute, 'path' | 'operationId' | 'tag' | 'permission'>

/** Reading operations that put together what modules answer, by the last part of their path. */
const reads: Readonly<Record<string, Read>> = {
  'pon-ports': { summary: 'PON ports with number of ONUs, filling and transceiver', answer: ponPortsAnswer },
  'physical-ports': { summary: 'Uplinks and other ports that are no PON ports', answer: physicalPortsAnswer },
  cards: { summary: 'Cards with state and load', answer: cardsAnswer },
  resources: {
    summary: 'Identity, uptime, load, temperature and power supplies',
    answer: resourcesAnswer('olts.Resources'),
  },
  profiles: { summary: 'Profiles of the OLT by kind', answer: answerOf(ponProfiles) },
  'free-ont-numbers': {
    summary: 'Free numbers of ONUs by PON port',
    description:
      'A proposal: another registration may take the number meanwhile, so register with the number that ' +
      'the OLT accepted. `from=device` shows what is free now. With `interface` it is about one PON port.',
    answer: freeNumbersAnswer,
  },
  unregistered: {
    summary: 'ONUs that wait to be registered',
    query: { type: unregisteredOnts.args.properties.type },
    answer: answerOf(unregisteredOnts, {
      narrow: (rows: typeof unregisteredOnts.example, id: number) =>
        rows.filter(({ interface: port }) => port?.id === id),
    }),
  },
  refused: {
    summary: 'Refused ONUs and ONUs that the OLT suspects (rogue)',
    description:
      'A blacklist of the OLT, and ONUs that send out of turn. An empty list is what the OLT said.',
    answer: answerOf(refusedOnts, {
      narrow: (rows: typeof refusedOnts.example, id: number) =>
        rows.filter(({ interface: at }) => at !== null && (at.id === id || at.parent === id)),
    }),
  },
  'down-history': {
    summary: 'Registrations and losses of ONUs in the log of the OLT',
    description: 'Newest first. With `interface` it is about one ONU, or about the ONUs of one PON port.',
    answer: answerOf(ponOntsDownHistory),
  },
  macs: {
    summary: 'MAC addresses behind ONUs',
    description:
      'With `interface` it is about one ONU, or about the ONUs of one PON port. ' +
      'Some OLTs tell it for one ONU only: without `interface` the list is then empty or 422.',
    query: { mac: fdb.args.properties.mac, vlan_id: fdb.args.properties.vlan_id },
    answer: macsAnswer,
  },
}

export function routes(declare: Routes, ctx: Context): void {
  for (const [name, read] of Object.entries(reads)) {
    liveRoute(declare, ctx, {
      ...read,
      path: `/component/olts/${name}`,
      operationId: `olts.${name}.read`,
      tag: 'olts',
      permission: 'olts_info',
      only: ponOntsStatus,
    })
  }
  variablesRoute(declare, ctx)
  treeRoutes(declare, ctx)
  onuRoute(declare, ctx)
}
