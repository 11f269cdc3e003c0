import type { Implementation } from '@linecard/driver-kit'
import {
  maintenance,
  portControl,
  setAdmin,
  setAlias,
  typed,
  vlanControl,
} from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import { configPorts, descriptionWords, isPort, onPort, speedWords, type Units } from './ports.ts'

const yes = [{ prompt: /\(?y\/n\)?\s*:?\s*$/i, answer: 'y' }]
/** A restarting console sends no more text, and usually does not close the connection. */
const restarting = { answers: yes, idleMs: 5000 }

/**
 * Changes of ports, VLANs and counters, save and restart on the console of the DES and DGS series.
 * Source: D-Link xStack CLI reference guides (DES-3028 release 2, DGS-3100 3.0, DGS-3600 2.5), chapters
 * "Switch port", "VLAN" and "Basic switch commands".
 */
export const consoleChanges = (
  units: Units = { size: 64 },
  clear = typed<[readonly Interface[]]>(() => ['clear counters']),
): readonly Implementation[] => [
  ...portControl({
    // Both media of a combo port have the same description.
    descr: onPort(units, (port, text: string) => [`config ports ${port} ${descriptionWords(text)}`]),
    state: configPorts(units, state => ({ copper: `state ${state}`, fiber: `state ${state}` })),
    speed: configPorts(units, speedWords),
  }),
  ...vlanControl({
    create: typed((id, name) => [`create vlan ${name} tag ${id}`]),
    remove: typed(id => [`delete vlan vlanid ${id}`]),
    add: async (session, id, one, how) =>
      onPort(units, port => [`config vlan vlanid ${id} add ${how} ${port}`])(session, one),
    drop: async (session, id, one) =>
      onPort(units, port => [`config vlan vlanid ${id} delete ${port}`])(session, one),
  }),
  ...maintenance({
    clear,
    clearPort: onPort(units, port => [`clear counters ports ${port}`]),
    // DGS-3100 asks whether to overwrite the existing file.
    save: {
      act: typed(() => [
        { command: 'save', answers: [{ prompt: '[Yes/press any key for no]', answer: 'y' }], idleMs: 60_000 },
      ]),
      done: /\bdone\b|success/i,
    },
    reboot: typed(() => [{ command: 'reboot', ...restarting }]),
  }),
]

/** DGS-1100/ME clears the counters of the given ports. */
export const clearRange = typed((interfaces: readonly Interface[]) => [
  `clear counters ports 1-${Math.max(1, ...interfaces.filter(isPort).map(({ if_index: index }) => index!))}`,
])

/**
 * SmartPro and Smart Managed: standard MIBs and an industry-like console. Source: DGS-1510 and DGS-1250
 * series CLI reference guides.
 */
export const smartChanges = (): readonly Implementation[] => [
  ...portControl({ descr: setAlias(), state: setAdmin() }),
  ...vlanControl({
    create: typed((id, name) => [
      { mode: 'config', command: `vlan ${id}` },
      { mode: 'config', command: `name ${name}` },
    ]),
    remove: typed(id => [{ mode: 'config', command: `no vlan ${id}` }]),
  }),
  ...maintenance({
    clear: typed(() => ['clear counters all']),
    save: {
      act: typed(() => [
        {
          command: 'copy running-config startup-config',
          answers: [{ prompt: /\[y\/n\]\s*:?\s*$/i, answer: 'y' }],
          idleMs: 60_000,
        },
      ]),
      done: /\bdone\b|success/i,
    },
    reboot: typed(() => [{ command: 'reboot', ...restarting }]),
  }),
]
