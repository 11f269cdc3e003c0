import { createRouterOs } from '../router-os/index.ts'
import type { CableEnd, SimulatedDevice } from '../simulated/base.ts'
import type { Clock } from '../simulated/clock.ts'
import { createOlt } from '../olts/index.ts'
import type { Subscriber } from '../simulated/router-networks.ts'
import { createRouter } from '../simulated/router.ts'
import { createSwitch } from '../simulated/switch.ts'
import type { Scene, SceneDevice } from './scene.ts'

/**
 * Makes the simulated device of a plan. Undefined for a recording. Throws if the kind is unknown.
 * @param subscribers those of the scene; they are known when all devices are made
 */
export function createDevice(
  plan: SceneDevice,
  scene: Scene,
  cables: Record<string, CableEnd>,
  clock: Clock,
  subscribers: () => readonly Subscriber[],
): SimulatedDevice | undefined {
  const simulated = {
    ...(scene.vlans && { vlans: scene.vlans }),
    ...plan,
    seed: `${scene.seed ?? ''} ${plan.name}`,
    cables,
    clock,
  }
  switch (simulated.kind) {
    case 'switch':
      return createSwitch(simulated)
    case 'olt':
      return createOlt(simulated)
    case 'router':
      return createRouter({
        ...simulated,
        subscribers: simulated.serves === 'scene' ? subscribers : undefined,
      })
    case 'router-os':
      return createRouterOs(simulated)
    case 'recording':
      return undefined
    default:
      throw new Error(
        `scene: device "${plan.name}" has the kind "${(plan as { kind: unknown }).kind}"; ` +
          'it must be switch, olt, router, router-os or recording',
      )
  }
}
