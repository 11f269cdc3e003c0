import type { Model } from '@linecard/driver-kit'
import { sfpOptical } from '@linecard/driver-kit/modules'
import { standard } from './families/standard.ts'
import { switches } from './families/switches.ts'
import { deltaStream } from './olt/family.ts'

const tplink = '1.3.6.1.4.1.11863'
/** Enterprise number of the DSL routers of TP-Link. */
const dsl = '1.3.6.1.4.1.16972'
const one = (key: string, name: string, detect: Model['detect']): Model => ({
  key,
  name,
  type: 'SWITCH',
  family: switches,
  detect,
})
/** sysDescr of these devices gives the equipment of a switch. sysObjectID identifies the model. */
const product = (name: string, ports: number, ...numbers: string[]): Model => ({
  ...one(`tplink_${name.toLowerCase().replace(/^tl-/, '').replaceAll('-', '_')}`, `TP-Link ${name}`, {
    objectId: numbers.map(number => `${tplink}.${number}`),
  }),
  ports,
})

/**
 * Switches of the years in which the agent cannot bear its own table of transceivers, and those that may be.
 */
const oldAgents: Pick<Model, 'cautions'> = {
  cautions: [
    {
      modules: [sfpOptical],
      reason:
        'Older JetStream agents stop answering until the switch is restarted when their tables of ' +
        'transceivers (TPLINK-DDM…-MIB) are read in bulk; seen on a T2600G-18TS with firmware 2.0.3 ' +
        '(LibreNMS issue 13050, pull request 13715).',
    },
  ],
}

export const models: readonly Model[] = [
  product('TL-SG2210P', 10, '5.26', '1.1.26'),
  product('TL-SG2008', 8, '1.1.25'),
  product('SG2218P', 18, '5.190'),
  { ...product('T1600G-18TS', 18, '5.86'), ...oldAgents },
  { ...product('T2600G-28TS', 28, '5.33'), ...oldAgents },
  {
    ...one('tplink_jetstream_switch', 'TP-Link JetStream Switch', [
      { objectId: `${tplink}.5` },
      { objectId: tplink, descr: /^(?:JetStream|Omada) .*Switch\b/ },
    ]),
    ...oldAgents,
  },
  one('tplink_smart_switch', 'TP-Link Smart Switch', { objectId: tplink, descr: /\bSmart Switch\b/ }),
  one('tplink_general_switch', 'TP-Link Switch', { objectId: tplink, descr: /\bSwitch\b/ }),
  {
    key: 'tplink_deltastream',
    name: 'TP-Link DeltaStream OLT',
    type: 'OLT',
    family: deltaStream,
    detect: [
      { objectId: `${tplink}.6.100` },
      { objectId: tplink, descr: /\bDeltaStream\b|\bDS-P[78]\d{3}/i },
    ],
  },
  {
    key: 'tplink_dsl_router',
    name: 'TP-Link DSL router',
    type: 'ROUTER',
    family: standard,
    detect: { objectId: dsl },
  },
  {
    key: 'tplink_device',
    name: 'TP-Link device',
    type: 'SWITCH',
    family: standard,
    detect: { objectId: tplink },
  },
]
