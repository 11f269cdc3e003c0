import type { Implementation } from '../../contract/implementation.ts'
import { DeviceError } from '../../contract/errors.ts'
import type { Interface } from '../../modules/index.ts'
import { cliName, typed, type Step } from './act.ts'
import { confirmed, industryControl } from './industry.ts'
import { portControl } from './port.ts'

const speeds: Readonly<Record<string, string>> = {
  auto: 'auto',
  '10-Half': 'force10-half',
  '10-Full': 'force10-full',
  '100-Half': 'force100-half',
  '100-Full': 'force100-full',
  '1000-Full': 'force1g-full',
}

/**
 * Changes on the console of Digital China's software (DCN, SNR). Source: SNR-S2985G configuration guide,
 * "Port configuration", "VLAN configuration", "Basic commands".
 */
export const digitalChinaControl = (): Implementation[] => [
  ...industryControl({
    switchport: true,
    clear: { command: 'clear counters' },
    clearPort: port => `clear counters interface ${port}`,
    save: { command: 'write', answers: confirmed, done: /success|\[OK\]/i },
    reboot: { command: 'reload', answers: confirmed },
  }),
  ...portControl({
    speed: typed((one: Interface, speed: string): Step[] => {
      const word = speeds[speed]
      if (word === undefined)
        throw new DeviceError(
          'BadArgument',
          `speed may be auto, 10, 100 or 1000 Mbit/s on this device, and 1000 only full duplex, not ${speed}`,
          { argument: 'speed' },
        )
      return [`interface ${cliName(one)}`, `speed-duplex ${word}`].map(command => ({
        command,
        mode: 'config',
      }))
    }),
  }),
]
