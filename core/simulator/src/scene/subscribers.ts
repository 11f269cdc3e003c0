import { stationsOf } from '../olt/behind.ts'
import type { SimulatedOlt } from '../olt/olt.ts'
import type { SimulatedDevice } from '../simulated/base.ts'
import type { Subscriber } from '../simulated/router-networks.ts'
import type { SimulatedSwitch } from '../simulated/switch.ts'
import { isUp, leadsOn } from '../simulated/port.ts'

const behindSwitch = ({ stations }: SimulatedSwitch): Subscriber[] =>
  stations.flatMap(({ mac, vlan, port, active }) =>
    leadsOn(port)
      ? []
      : {
          mac,
          vlan,
          heard(now) {
            const [own, cable] = [active.at(now), port.cable.at(now)]
            return { state: own.state && isUp(port, now), untilMs: Math.min(own.untilMs, cable.untilMs) }
          },
        },
  )

const behindOlt = (olt: SimulatedOlt): Subscriber[] =>
  olt.onus.flatMap(onu =>
    stationsOf(onu).map(({ mac, vlan }) => ({
      mac,
      vlan,
      heard(now) {
        // What its script has for this time has happened.
        olt.now()
        const { state, untilMs } = onu.state.at(now)
        return { state: state === 'Online', untilMs }
      },
    })),
  )

/** The subscribers behind the switches and OLTs of a scene, in the order of the scene. */
export const subscribersIn = (devices: readonly (SimulatedDevice | undefined)[]): Subscriber[] =>
  devices.flatMap(device => {
    if (!device) return []
    if ('onus' in device) return behindOlt(device as SimulatedOlt)
    return 'stations' in device ? behindSwitch(device as SimulatedSwitch) : []
  })
