import type { Implementation } from '@linecard/driver-kit'
import {
  cliName,
  confirmed,
  ifControl,
  maintenance,
  portControl,
  setAlias,
  typed,
  type PortState,
} from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'

/**
 * XOS takes a SET of ifAlias; ports go on and off on the console, as `1` or `2:14` (ExtremeXOS Command
 * Reference).
 */
export const xosChanges = (): Implementation[] => [
  ...portControl({
    descr: setAlias(),
    state: typed((one: Interface, state: PortState) => [`${state} ports ${cliName(one)}`]),
  }),
  ...maintenance({
    clear: typed(() => ['clear counters']),
    save: {
      act: typed(() => [{ command: 'save configuration', answers: confirmed }]),
      done: /saved .*success/i,
    },
    reboot: typed(() => [
      { command: 'reboot', answers: [{ prompt: /save and reboot.*$/i, answer: 'n' }, ...confirmed] },
    ]),
  }),
]

/** VOSS: `Save config to file /intflash/config.cfg successful.` */
export const vossChanges = (): Implementation[] => [
  ...ifControl(),
  ...maintenance({ save: { act: typed(() => ['save config']), done: /successful/i } }),
]
