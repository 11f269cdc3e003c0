import type { CableEnd } from '../simulated/base.ts'
import { createCable } from '../simulated/cable.ts'
import type { Clock } from '../simulated/clock.ts'
import type { Scene } from './scene.ts'

/** Makes the cables. Returns their ends by device and port. */
export function connectCables(scene: Scene, clock: Clock): Map<string, Record<string, CableEnd>> {
  const ends = new Map(scene.devices.map(({ name }) => [name, {} as Record<string, CableEnd>]))
  if (ends.size < scene.devices.length) throw new Error('scene: two devices have the same name')
  for (const [from, to] of scene.cables ?? []) {
    const cable = createCable({
      seed: `${scene.seed ?? ''} ${from} ${to}`,
      startMs: clock.now(),
      kind: 'steady',
      rates: [22_000_000, 3_500_000],
      daily: scene.daily,
    })
    for (const [end, name] of ([from, to] as const).entries()) {
      const colon = name.indexOf(':')
      const device = ends.get(name.slice(0, colon))
      if (!device || colon < 0)
        throw new Error(
          `scene: the cable "${from}" – "${to}" ends at "${name}", ` +
            'which is not a "<device>:<port>" of this scene',
        )
      device[name.slice(colon + 1)] = { cable, end: end as 0 | 1 }
    }
  }
  return ends
}
