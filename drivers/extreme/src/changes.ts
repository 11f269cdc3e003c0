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
 * XOS accepts a SET of ifAlias. The console enables and disables ports, named `1` or `2:14`. Source:
 * ExtremeXOS Command Reference.
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

/** VOSS prints `Save config to file /intflash/config.cfg successful.` after a save. */
export const vossChanges = (): Implementation[] => [
  ...ifControl(),
  ...maintenance({ save: { act: typed(() => ['save config']), done: /successful/i } }),
]
