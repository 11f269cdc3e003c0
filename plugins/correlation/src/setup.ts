import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { createLooks, type Looks } from './looks.ts'

/** What all slots of this plugin get. */
export interface Correlation {
  ctx: Context<Config>
  looks: Looks
  unfollow(): void
}

/** Events of this process after which a device is looked at. */
const causes = ['interface.status', 'device.down', 'device.up'] as const

export function setup(ctx: Context<Config>): Correlation {
  const looks = createLooks(ctx)
  const ends = causes.map(name => ctx.events.on(name, ({ device_id: id }) => looks.soon(id)))
  return {
    ctx,
    looks,
    unfollow: () => {
      for (const end of ends) end()
    },
  }
}

export async function stop({ unfollow, looks }: Correlation): Promise<void> {
  unfollow()
  await looks.stop()
}
